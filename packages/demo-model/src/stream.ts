// Sends a reply as OpenAI's chat-completions event stream, at the pace and with the faults that the switches ask for.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Answering } from './recorder.ts'
import type { DemoReply } from './reply.ts'
import { createStamp } from './stamp.ts'
import type { Switches } from './switches.ts'
import { chooseFinish, splitToolCall } from './tool-call.ts'
import { spoilUsage, type Usage } from './usage.ts'

export type Completion = { readonly id: string; readonly created: number; readonly model: string }

const defaultTokensPerSecond = 50

/**
 * Streams the reply; resolves when it is sent, when a switch has broken it, or when the client has disconnected.
 * `countReplyUsage` is called with the tokens sent, once, for the usage chunk; null when none is wanted.
 */
export async function streamReply(
  response: ServerResponse,
  completion: Completion,
  reply: DemoReply,
  switches: Switches,
  countReplyUsage: ((textTokens: number) => Usage) | null,
  answering: Answering,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.flushHeaders()
  if (switches.empty) return void response.end('data: [DONE]\n\n')

  const write = switches.split ? writeSplit : writeEvent
  const head = `{"id":"${completion.id}","object":"chat.completion.chunk","created":${completion.created},"model":${JSON.stringify(completion.model)}`
  const sendDelta = (field: string, text: string) =>
    write(response, `data: ${head},"choices":[{"index":0,"delta":{"${field}":${JSON.stringify(text)}},"finish_reason":null}]}\n\n`)

  const toChunk = (delta: object, finish: string | null) =>
    `data: ${head},"choices":[${JSON.stringify({ index: 0, delta, finish_reason: finish })}]}\n\n`

  const pace = 1000 / (switches.tps ?? defaultTokensPerSecond)
  const begin = performance.now() + (switches.latency ?? 0)
  let sent = 0
  let textTokens = 0
  for (const [field, token] of iterateDeltas(reply, switches)) {
    // tps=0 makes the pace infinite: only the first token waits.
    const due = Number.isFinite(pace) ? begin + sent * pace : begin
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
    if (response.destroyed) return
    if (switches.drop === sent) return dropConnection(response)
    if (switches.stall === sent) return void (await once(response, 'close'))
    if (switches.endless_line === sent) return sendEndlessly(response, `data: ${head},"choices":[{"index":0,"delta":{"content":"`)
    if (switches.malformed === sent) response.write('data: {"id":"broken","choices":[{"index":0,"delta"\n\n')
    if (switches.error_event === sent) return void response.end('data: {"error":{"message":"out of memory","type":"server_error"}}\n\n')
    const text = switches.stamp && field === 'content' ? createStamp(switches.piece) : token
    const flushed = sendDelta(field, text)
    answering.sent(field === 'content' ? 'text' : 'reasoning', text)
    if (flushed !== true) await flushed
    sent += 1
    if (field === 'content') textTokens += 1
  }

  const end = [...splitToolCall(switches)].map((delta) => toChunk(delta, null))
  end.push(toChunk({}, chooseFinish(switches)))
  // vLLM and OpenAI send the usage in a separate chunk, after finish_reason and without choices.
  if (countReplyUsage) {
    const usage = countReplyUsage(textTokens)
    answering.reported(usage)
    end.push(`data: ${head},"choices":[],"usage":${JSON.stringify(spoilUsage(usage, switches.usage))}}\n\n`)
  }
  if (switches.keep_open) {
    response.write(end.join(''))
    return void (await once(response, 'close'))
  }
  if (!switches.no_done) end.push('data: [DONE]\n\n')
  response.end(end.join(''))
}

/** What stands around thoughts that are sent inline, and after the text. */
const inlineMarks: Readonly<Record<string, { readonly before: string; readonly between: string; readonly after?: string }>> = {
  think: { before: '<think>\n', between: '\n</think>\n\n' },
  brackets: { before: '[THINK]', between: '[/THINK]' },
  channels: {
    before: '<|channel|>analysis<|message|>',
    between: '<|end|><|start|>assistant<|channel|>final<|message|>',
    after: '<|return|>',
  },
  inside: { before: '', between: '\n</think>\n\n' },
}

/** Returns the marks of thoughts that are sent inline; null when they have a field of their own. */
export function findInlineMarks({ reasoning }: Switches) {
  return (reasoning !== undefined && inlineMarks[reasoning]) || null
}

function* iterateDeltas({ reasoning, text }: DemoReply, switches: Switches): Generator<readonly [field: string, text: string]> {
  const marks = reasoning.length > 0 ? findInlineMarks(switches) : null
  if (reasoning.length > 0) {
    const field = marks ? 'content' : (switches.reasoning ?? 'reasoning_content')
    if (marks?.before) yield ['content', marks.before]
    for (const token of reasoning) yield [field, token]
    if (marks && !switches.no_text) yield ['content', marks.between]
  }
  if (switches.no_text) return
  do {
    for (const token of text) yield ['content', token]
  } while (switches.endless && text.length > 0)
  if (marks?.after) yield ['content', marks.after]
}

/** Sends `beginning` and then filling, as fast as it is read, until the client disconnects. */
export async function sendEndlessly(response: ServerResponse, beginning: string): Promise<void> {
  response.write(beginning)
  const filling = 'x'.repeat(64 * 1024)
  while (!response.destroyed) {
    if (!response.write(filling)) await waitForDrain(response)
  }
}

/** Breaks the connection after everything has left this process: destroying it immediately would discard that. */
async function dropConnection(response: ServerResponse) {
  await new Promise((resolve) => void response.write(': dropped\n\n', resolve))
  response.destroy()
}

/** Returns true when the client keeps up, otherwise a promise that resolves when it has read everything or disconnected. */
function writeEvent(response: ServerResponse, event: string): true | Promise<void> {
  return response.write(event) || waitForDrain(response)
}

function waitForDrain(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle).off('close', settle)
      resolve()
    }
    response.on('drain', settle).on('close', settle)
  })
}

async function writeSplit(response: ServerResponse, event: string): Promise<void> {
  const bytes = Buffer.from(event)
  let from = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const isLeadByte = (bytes[at] ?? 0) >= 0xc0
    if (!isLeadByte) continue
    response.write(bytes.subarray(from, at + 1))
    from = at + 1
    // Two writes in one turn would leave in one packet.
    await sleep(1)
  }
  response.write(bytes.subarray(from))
}

/** Waits without keeping the process alive: a closed server must not wait for its slowest reply. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref())
}
