// A workflow of three model calls, one of which goes wrong: whatever it is and wherever, the reply ends once, is counted once with a line
// for each call, and the chat goes on (issue 13, must-show 4).
import { createAssistant } from '@heddle/db/factories/assistant'
import { createModel } from '@heddle/db/factories/model'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { Switches } from '@heddle/demo-model/switches'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const positions = ['rewrite', 'topic', 'model'] as const
type Position = (typeof positions)[number]

/** With these a call never ends by itself: the time-out of its node does it. */
const hangingFaults = ['stall=0', 'latency=9000', 'endless,tps=50']

/** Each ends its call, with this code. */
const faults: [fault: string, code: string][] = [
  ...hangingFaults.map((fault): [string, string] => [fault, 'WORKFLOW_NODE_TIMEOUT']),
  ['endless_line=0', 'MODEL_STREAM_BROKEN'],
  ['status=400,endless_error', 'MODEL_REFUSED'],
  ['drop=0', 'MODEL_STREAM_BROKEN'],
  ['empty', 'MODEL_STREAM_BROKEN'],
  ['error_event=0', 'MODEL_STREAM_BROKEN'],
  ['malformed=0', 'MODEL_STREAM_BROKEN'],
  ['finish=abort', 'MODEL_STREAM_BROKEN'],
  ['context=1', 'MODEL_CONTEXT_EXCEEDED'],
  ['context=1,context_error=llama_cpp_stream', 'MODEL_CONTEXT_EXCEEDED'],
  ['context=1,context_error=vllm', 'MODEL_CONTEXT_EXCEEDED'],
  ['context=1,context_error=openai', 'MODEL_CONTEXT_EXCEEDED'],
  ['respond=ollama-context-input-length', 'MODEL_CONTEXT_EXCEEDED'],
  ['status=400', 'MODEL_REFUSED'],
  ['status=401', 'CHAT_AUTH_KEY_MISSING'],
  ['refuse_key', 'CHAT_AUTH_KEY_MISSING'],
  ['status=429,retry_after=30', 'MODEL_RATE_LIMITED'],
  ['status=500', 'MODEL_UNAVAILABLE'],
]

/** The first of each code: what happens then does not depend on how the call has come to it. */
const faultsByCode = faults.filter(([, code], index) => faults.findIndex((other) => other[1] === code) === index)

/** The call succeeds with these, if need be in another way. */
const harmlessFaults = [
  'no_usage',
  'no_done',
  'split',
  'latency=20',
  'status=500,times=1',
  'status=429,retry_after=0,times=1',
  'refuse_max_tokens',
  'refuse_max_tokens,refuse_max_completion_tokens',
  'refuse_temperature',
  'max_output=8',
  'refuse_stream_options,refuse_style=fastapi',
  'usage=strings',
  'keep_open',
  'refuse_response_format',
  'ignore_response_format',
  'refuse_images',
  'reasoning=reasoning_content',
  'reasoning=reasoning',
  'reasoning=think',
  'call_tool=tool_calls',
]

/** What is said, and how fast. */
const otherSwitches = ['tps', 'tokens', 'language', 'simplified', 'echo', 'piece', 'stamp', 'cite', 'no_text']

/** Those of embeddings (inference/embedding) and of reranking (inference/rerank). */
const vectorSwitches = ['vectors', 'variant', 'max_batch', 'max_input', 'excess_status', 'refuse_dimensions', 'rerank', 'scores']

/** Rewrites, chooses a topic and answers, each by a call of the model that repeats its question; all of them have the fault, or one has. */
function createGraph(position: Position | 'all', fault: string, handling: object = {}) {
  const hasFault = (id: Position) => position === 'all' || id === position
  const toQuestion = (id: Position, question: string) => `${question} [[demo:echo,reasoning=none${hasFault(id) ? `,${fault}` : ''}]]`
  const createNode = (id: Position, type: string, config: object) => ({
    id,
    type,
    title: id,
    timeout_s: id === position && hangingFaults.includes(fault) ? 1 : 30,
    ...(id === position ? handling : {}),
    config: { model: null, history_messages: 0, ...config },
  })
  return {
    nodes: [
      { id: 'start', type: 'start', title: 'Start' },
      createNode('rewrite', 'query_rewrite', { question: toQuestion('rewrite', 'Looms'), instructions: 'Repeat it.' }),
      createNode('topic', 'classifier', {
        question: toQuestion('topic', '1'),
        instructions: '',
        categories: [{ id: 'weaving', name: 'Weaving', description: '' }],
      }),
      createNode('model', 'llm', { prompt: '', question: toQuestion('model', 'A loom weaves.'), temperature: null }),
      { id: 'one', type: 'answer', title: 'One', config: { text: '{{rewrite.text}}/{{topic.category}}: {{model.text}}' } },
      { id: 'other', type: 'answer', title: 'Other', config: { text: 'Another topic' } },
      { id: 'sorry', type: 'answer', title: 'Sorry', config: { text: `{{${position}.error_code}}: {{${position}.error_message}}` } },
    ].filter(({ id }) => id !== 'sorry' || 'on_error' in handling),
    edges: [
      { source: 'start', target: 'rewrite' },
      { source: 'rewrite', target: 'topic' },
      { source: 'topic', source_handle: 'weaving', target: 'model' },
      { source: 'topic', source_handle: 'other', target: 'other' },
      { source: 'model', target: 'one' },
      ...('on_error' in handling ? [{ source: position, source_handle: 'error', target: 'sorry' }] : []),
    ].filter(({ source_handle: handle }) => handle !== 'error' || (handling as { on_error: string }).on_error === 'branch'),
  }
}

type Graph = { nodes: object[]; edges: { source: string; source_handle?: string; target: string }[] }

/** Asks in one chat, twice unless told, and expects of each question one end, and one event of usage with a line for each call. */
async function ask(graph: Graph, { isAskedAgain = true } = {}) {
  const person = await app.createPerson()
  const { tenantId } = person
  await createModel(app.db, { tenantId, name: 'gpt-4o', isDefault: true })
  const workflow = await createWorkflow(app.db, { tenantId, draft: graph })
  const assistant = await createAssistant(app.db, { tenantId, workflowId: workflow.id, isPublic: true })
  const chat = await app.startChat(person, assistant.id)
  const first = await (await app.send(person, chat, { response_language: 'en' })).done()
  const replies = [first]
  if (isAskedAgain)
    replies.push(await (await app.send(person, { id: chat.id, version: first.version }, { response_language: 'en' })).done())
  const usage = await app.db.usageEvent.findMany({ where: { chatId: chat.id, flow: 'chat' } })
  expect(usage.map(({ outcome }) => outcome)).toEqual(replies.map(() => first.status))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => first.status))
  const callers = first.message.steps.map(({ node_id: id }) => id).filter((id) => positions.some((position) => position === id))
  for (const { runId, inputTokens, outputTokens } of usage) {
    const calls = await app.db.usageCall.findMany({ where: { runId }, orderBy: { seq: 'asc' } })
    expect(calls.map(({ nodeId }) => nodeId)).toEqual(callers)
    expect(sum(calls.map((call) => call.inputTokens))).toBe(inputTokens)
    expect(sum(calls.map((call) => call.outputTokens))).toBe(outputTokens)
  }
  return first
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

const whole = 'Looms/weaving: A loom weaves.'

test('every switch of the demonstration model is tried', () => {
  const tried = [...faults.map(([fault]) => fault), ...harmlessFaults].flatMap((list) => list.split(',')).map((part) => part.split('=')[0])
  expect(new Set([...tried, ...otherSwitches, ...vectorSwitches])).toEqual(new Set(Object.keys(Switches.shape)))
})

// Most of the time passes in waiting.
describe.concurrent.each(positions)('at the call "%s"', (position) => {
  test.each(faults)('%s ends the reply, or what is good enough in its place goes on', async (fault, code) => {
    const isAskedAgain = faultsByCode.some(([each]) => each === fault)
    const { status, message, error } = await ask(createGraph(position, fault), { isAskedAgain })
    // The question itself has the switch in it.
    const asked = expect.stringMatching(/^Looms \[\[.*\]\]\/weaving: A loom weaves\.$/)
    // What stands before the text of the last call is shown already when its stream breaks.
    const isShown = position === 'model' && code === 'MODEL_STREAM_BROKEN'
    const failed = { status: isShown ? 'interrupted' : 'failed', error: { code } }
    const expected = position === 'rewrite' ? { status: 'completed', message: { content: asked } } : failed
    expect({ status, message, error }).toMatchObject(expected)
  })
})

// What the first call learns of the model the others know; that each kind of call learns it is said in platform/inference/call.
describe.concurrent('at each call', () => {
  test.each(harmlessFaults)('%s costs the reply nothing', async (fault) => {
    const { status, message } = await ask(createGraph('all', fault), { isAskedAgain: false })
    expect({ status, content: message.content }).toEqual({ status: 'completed', content: whole })
  })
})

describe.concurrent('a failed call', () => {
  test.each([
    ['rewrite', { text: 'Weaving machines' }, 'Weaving machines/weaving: A loom weaves.'],
    ['topic', { category: 'weaving' }, whole],
    ['topic', { category: 'unknown' }, 'Another topic'],
    ['topic', {}, 'Another topic'],
    ['model', { text: 'Please ask the help desk.' }, 'Looms/weaving: Please ask the help desk.'],
  ] as const)('at "%s" goes on with the default %j', async (position, output, content) => {
    const graph = createGraph(position, 'status=400', { on_error: 'default', default_output: output })
    const reply = await ask({ ...graph, nodes: graph.nodes.filter(({ id }) => id !== 'sorry') }, { isAskedAgain: false })
    expect({ status: reply.status, content: reply.message.content }).toEqual({ status: 'completed', content })
  })

  test.each(faultsByCode)('by %s goes on with the default', async (fault) => {
    const graph = createGraph('model', fault, { on_error: 'default', default_output: { text: 'Please ask the help desk.' } })
    const reply = await ask({ ...graph, nodes: graph.nodes.filter(({ id }) => id !== 'sorry') }, { isAskedAgain: false })
    expect({ status: reply.status, content: reply.message.content }).toEqual({
      status: 'completed',
      content: 'Looms/weaving: Please ask the help desk.',
    })
  })

  test.each(positions)('at "%s" goes on along its branch, which reads the failure', async (position) => {
    const { status, message } = await ask(createGraph(position, 'status=400', { on_error: 'branch' }))
    expect({ status, content: message.content }).toEqual({
      status: 'completed',
      content: 'MODEL_REFUSED: The model rejected the request.',
    })
  })

  // Which code another call fails with is said above, by the reply that ends with it; that of the rewriting never ends one.
  test.each([
    ...faults.map(([fault, code]) => ['rewrite', fault, code] as const),
    ...faultsByCode.map(([fault, code]) => ['model', fault, code] as const),
  ])('at "%s" by %s goes on along its branch with %s', async (position, fault, code) => {
    const { status, message } = await ask(createGraph(position, fault, { on_error: 'branch' }), { isAskedAgain: false })
    expect({ status, content: message.content }).toEqual({ status: 'completed', content: expect.stringMatching(`^${code}: [^]+`) })
  })
})
