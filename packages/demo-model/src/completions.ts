// POST /v1/chat/completions: creates the reply, or fails on purpose.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { PromptMessage as ReadMessage } from './facts.ts'
import type { Failures } from './refusal/failures.ts'
import { readContinuation, removeBeginning, removeCut } from './continuation.ts'
import { JsonSchema } from './json-answer.ts'
import type { Answering } from './recorder.ts'
import { estimatePromptTokens, createReply, type DemoReply } from './reply.ts'
import { refuseCall } from './refusal/refusals.ts'
import { sendJson } from './respond.ts'
import { findInlineMarks, sleep, streamReply } from './stream.ts'
import { spoilUsage, type Usage } from './usage.ts'
import { readSwitches, type Switches } from './switches.ts'
import { chooseFinish, createToolCall } from './tool-call.ts'

const Part = z.looseObject({ type: z.string().optional(), text: z.string().optional() })
const Content = z.union([
  z.string().transform((content) => ({ content, images: 0 })),
  z.null().transform(() => ({ content: '', images: 0 })),
  z.array(Part).transform((parts) => ({
    content: parts.flatMap(({ text }) => text ?? []).join('\n'),
    images: parts.filter(({ type }) => type === 'image_url').length,
  })),
])
const Message = z.looseObject({ role: z.string(), content: Content }).transform(({ role, content }) => ({ role, ...content }))

const CompletionRequest = z.looseObject({
  model: z.string(),
  messages: z.array(Message).min(1),
  stream: z.boolean().nullish(),
  max_tokens: z.number().int().positive().nullish(),
  max_completion_tokens: z.number().int().positive().nullish(),
  temperature: z.number().nullish(),
  response_format: z
    .looseObject({ type: z.string(), json_schema: z.looseObject({ name: z.string(), schema: JsonSchema }).optional() })
    .nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
})

export function createCompletions(defaults: Switches, failures: Failures) {
  return async function answerCompletion(
    response: ServerResponse,
    body: unknown,
    headers: IncomingHttpHeaders,
    answering: Answering,
  ): Promise<void> {
    const request = CompletionRequest.parse(body)
    const { model, messages, stream, stream_options, response_format } = request
    const { asked, soFar } = readContinuation(messages)
    const question = asked.findLast(({ role }) => role === 'user')?.content ?? ''
    const given = readSwitches(defaults, model, headers, question)
    const switches = soFar === '' ? given : removeCut(given)
    if (failures.isDue(switches, `${model}\n${question}`)) return failures.send(response, switches)
    if (refuseCall(response, request, () => estimatePromptTokens(messages), switches)) return

    const schema = switches.ignore_response_format ? undefined : response_format?.json_schema?.schema
    const reply = removeBeginning(createReply(model, asked, switches, schema), soFar, switches.endless ?? false)
    const completion = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model }
    const countReplyUsage = (textTokens: number) => countUsage(messages, reply, textTokens)
    if (stream) {
      const wantsUsage = stream_options?.include_usage && !switches.no_usage
      return streamReply(response, completion, reply, switches, wantsUsage ? countReplyUsage : null, answering)
    }
    if (switches.drop !== undefined) return void response.destroy()
    if (switches.endless || switches.stall !== undefined) return void (await once(response, 'close'))
    await sleep(switches.latency ?? 0)
    sendJson(response, 200, {
      ...completion,
      object: 'chat.completion',
      choices: [
        { index: 0, message: { ...createMessage(reply, switches), ...createToolCall(switches) }, finish_reason: chooseFinish(switches) },
      ],
      ...(switches.no_usage ? {} : { usage: spoilUsage(countReplyUsage(reply.text.length), switches.usage) }),
    })
  }
}

function createMessage({ reasoning, text }: DemoReply, switches: Switches) {
  const thought = reasoning.join('')
  const content = switches.no_text ? '' : text.join('')
  if (!thought) return { role: 'assistant', content }
  const marks = findInlineMarks(switches)
  if (marks) return { role: 'assistant', content: `${marks.before}${thought}${marks.between}${content}${marks.after ?? ''}` }
  return { role: 'assistant', content, [switches.reasoning ?? 'reasoning_content']: thought }
}

function countUsage(messages: readonly ReadMessage[], { reasoning }: DemoReply, textTokens: number): Usage {
  const input = estimatePromptTokens(messages)
  const output = textTokens + reasoning.length
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    completion_tokens_details: { reasoning_tokens: reasoning.length },
  }
}
