// The table of outcomes: what a server says of the end × text × thoughts × the node that asked → the reply, its error, whether it can be
// continued, and the outcome in the usage (issue 26, must-show 3). docs/model-servers.md has it in words.
import type { ErrorCode } from '@heddle/contracts/errors'
import type { ReplyNotice } from '@heddle/contracts/message/message'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createModelEndpoint } from '@heddle/db/factories/model'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import {
  type ScriptedRequest,
  type ScriptedResponse,
  type ScriptedServer,
  startScriptedServer,
  toChunk,
  toEvents,
} from '../../../test/servers/scripted-server.ts'

const text = 'A loom weaves threads into'
const rest = ' cloth.'

/** What the server says of the end: a finish reason, an error in the stream, or nothing before it closes or resets the connection. */
type Finish =
  | 'stop'
  | 'length'
  | 'max_tokens'
  | 'tool_calls'
  | 'function_call'
  | 'content_filter'
  | 'abort'
  | 'error'
  | 'bogus'
  | 'error event'
  | 'close'
  | 'reset'
type Ending = {
  readonly finish: Finish
  readonly text?: string
  readonly thoughts?: true
  readonly calls?: Readonly<Record<string, unknown>>
}

const called = { name: 'search_web', arguments: '{"query":"loom"}' }

const endings: Readonly<Record<string, Ending>> = {
  whole: { finish: 'stop', text },
  'whole with thoughts': { finish: 'stop', text, thoughts: true },
  'only thoughts': { finish: 'stop', thoughts: true },
  nothing: { finish: 'stop' },
  blanks: { finish: 'stop', text: ' \n\n' },
  'a tool': { finish: 'tool_calls', calls: { tool_calls: [{ index: 0, id: 'a', type: 'function', function: called }] } },
  'a tool after thoughts': { finish: 'tool_calls', thoughts: true, calls: { tool_calls: [{ index: 0, id: 'a', function: called }] } },
  'a tool in the legacy form': { finish: 'function_call', calls: { function_call: called } },
  'a tool that the server keeps': { finish: 'tool_calls' },
  'a tool beside text': { finish: 'tool_calls', text, calls: { tool_calls: [{ index: 0, id: 'a', function: called }] } },
  cut: { finish: 'length', text },
  'cut with thoughts': { finish: 'max_tokens', text, thoughts: true },
  'thoughts to the limit': { finish: 'length', thoughts: true },
  'nothing to the limit': { finish: 'length' },
  filtered: { finish: 'content_filter', text },
  'filtered before a word': { finish: 'content_filter' },
  'filtered while it thinks': { finish: 'content_filter', thoughts: true },
  aborted: { finish: 'abort', text },
  'aborted while it thinks': { finish: 'abort', thoughts: true },
  'aborted before a word': { finish: 'abort' },
  'an error': { finish: 'error', text },
  'an unknown end': { finish: 'bogus', text },
  'an error in the stream': { finish: 'error event', text },
  'an error in the stream of thoughts': { finish: 'error event', thoughts: true },
  'no end': { finish: 'close', text },
  'no end with thoughts': { finish: 'close', text, thoughts: true },
  'no end of thoughts': { finish: 'close', thoughts: true },
  'a broken connection': { finish: 'reset', text },
  'a cut number': { finish: 'length', text: '1' },
  'a cut object': { finish: 'length', text: '{"city":"Taip' },
}

function writeEnding({ finish, text: written, thoughts, calls }: Ending): ScriptedResponse {
  const chunks = [
    ...(thoughts ? [toChunk({ reasoning_content: 'The user asks for a loom.' })] : []),
    ...(written === undefined ? [] : [toChunk({ content: written })]),
    ...(calls ? [toChunk(calls)] : []),
  ]
  if (finish === 'close' || finish === 'reset') return { body: toEvents(...chunks), endsWith: finish }
  if (finish === 'error event') return { body: toEvents(...chunks, { error: { message: 'out of memory', type: 'server_error' } }) }
  const usage = { choices: [], usage: { prompt_tokens: 20, completion_tokens: 8, total_tokens: 28 } }
  return { body: toEvents(...chunks, toChunk({}, finish), usage, '[DONE]') }
}

/** A question names its ending; a request to go on gets the rest, and what no question names is answered in full. */
function respond({ body }: ScriptedRequest): ScriptedResponse {
  const asked = JSON.stringify(body.messages)
  if (asked.includes('Your answer above was cut off')) return writeEnding({ finish: 'stop', text: rest })
  const name = /<end: ([^>]+)>/.exec(asked)?.[1]
  return writeEnding((name !== undefined && endings[name]) || { finish: 'stop', text: 'In short.' })
}

const ask = (name: string) => `What is a loom? <end: ${name}>`

const start = { id: 'start', type: 'start', title: 'Start' }
const callee = { model: null, history_messages: 0 }
const llm = (id: string, question: string) => ({
  id,
  type: 'llm',
  title: id,
  config: { ...callee, prompt: '', question, temperature: null },
})
const answer = (id: string, content: string) => ({ id, type: 'answer', title: id, config: { text: content } })
const question = '{{start.question}}'

/** By who asks the model, and what becomes of its text. */
const graphs = {
  reply: { nodes: [start, llm('model', question), answer('one', '{{model.text}}')], path: 'start model one' },
  framed: { nodes: [start, llm('model', question), answer('one', 'Reply: {{model.text}} (end)')], path: 'start model one' },
  hidden: {
    nodes: [start, llm('model', question), llm('second', 'Shorten: {{model.text}}'), answer('one', '{{second.text}}')],
    path: 'start model second one',
  },
  shownBefore: {
    nodes: [start, llm('model', question), llm('second', 'Shorten: {{model.text}}'), answer('one', '{{model.text}}\n\n{{second.text}}')],
    path: 'start model second one',
  },
  rewrite: {
    nodes: [
      start,
      { id: 'model', type: 'query_rewrite', title: 'R', config: { ...callee, question, instructions: '' } },
      answer('one', '{{model.text}}'),
    ],
    path: 'start model one',
  },
  extract: {
    nodes: [
      start,
      {
        id: 'model',
        type: 'parameter_extract',
        title: 'E',
        config: { ...callee, question, instructions: '', parameters: [{ name: 'city', type: 'text', description: '', required: false }] },
      },
      answer('one', 'City: {{model.city}}'),
    ],
    path: 'start model one',
  },
  classifier: {
    nodes: [
      start,
      {
        id: 'model',
        type: 'classifier',
        title: 'C',
        config: { ...callee, question, instructions: '', categories: [{ id: 'weaving', name: 'Weaving', description: '' }] },
      },
      answer('one', 'Weaving'),
      answer('two', 'Other'),
    ],
    path: 'start model',
  },
} as const
type Asker = keyof typeof graphs

function listEdges(asker: Asker) {
  const path = graphs[asker].path.split(' ')
  const edges = path.slice(1).map((target, index): object => ({ source: path[index], target }))
  if (asker !== 'classifier') return edges
  return [
    ...edges,
    { source: 'model', source_handle: 'weaving', target: 'one' },
    { source: 'model', source_handle: 'other', target: 'two' },
  ]
}

let app: ChatApp
let server: ScriptedServer
let person: Awaited<ReturnType<ChatApp['createScene']>>['person']
const assistants = new Map<Asker, string>()

beforeAll(async () => {
  ;[app, server] = await Promise.all([createChatApp(), startScriptedServer(respond)])
  const scene = await app.createScene()
  const { tenantId } = scene
  ;({ person } = scene)
  const endpoint = await createModelEndpoint(app.db, { tenantId, baseUrl: server.url })
  await app.db.model.update({ where: { id: scene.model.id }, data: { endpointId: endpoint.id } })
  for (const asker of Object.keys(graphs) as Asker[]) {
    const draft = { nodes: graphs[asker].nodes, edges: listEdges(asker) }
    const workflow = await createWorkflow(app.db, { tenantId, draft })
    assistants.set(asker, (await createAssistant(app.db, { tenantId, workflowId: workflow.id, isPublic: true })).id)
  }
})
afterAll(() => Promise.all([app.close(), server.close()]))

type Expected = {
  readonly status: 'completed' | 'interrupted' | 'failed'
  readonly code?: ErrorCode
  /** Of the reply, as it is then. */
  readonly content: string
  readonly notices?: readonly ReplyNotice[]
  /** What the reply has when it was continued; without it, it cannot be. */
  readonly continued?: string
}

const completed = (content: string, notices: readonly ReplyNotice[] = []): Expected => ({ status: 'completed', content, notices })
const interrupted = (code: ErrorCode, content = text, continued = text + rest): Expected => ({
  status: 'interrupted',
  code,
  content,
  continued,
})
const failed = (code: ErrorCode, content = ''): Expected => ({ status: 'failed', code, content })

const cutStep = [{ code: 'step_cut', title: 'model' }] as const

// Three calls in a row that break off would pause the endpoint: between them is one that does not.
const table: readonly (readonly [Asker, ending: string, Expected])[] = [
  ['reply', 'whole', completed(text)],
  ['reply', 'whole with thoughts', completed(text)],
  ['reply', 'only thoughts', failed('MODEL_ONLY_THOUGHT')],
  ['reply', 'nothing', failed('MODEL_EMPTY')],
  ['reply', 'blanks', failed('MODEL_EMPTY', ' \n\n')],
  ['reply', 'a tool', failed('MODEL_TOOL_CALL')],
  ['reply', 'a tool after thoughts', failed('MODEL_TOOL_CALL')],
  ['reply', 'a tool in the legacy form', failed('MODEL_TOOL_CALL')],
  ['reply', 'a tool that the server keeps', failed('MODEL_TOOL_CALL')],
  ['reply', 'a tool beside text', completed(text)],
  ['reply', 'cut', interrupted('MODEL_REPLY_CUT')],
  ['reply', 'cut with thoughts', interrupted('MODEL_REPLY_CUT')],
  ['reply', 'thoughts to the limit', failed('MODEL_THOUGHT_TO_LIMIT')],
  ['reply', 'nothing to the limit', failed('MODEL_EMPTY')],
  ['reply', 'filtered', failed('MODEL_CONTENT_FILTERED', text)],
  ['reply', 'filtered before a word', failed('MODEL_CONTENT_FILTERED')],
  ['reply', 'filtered while it thinks', failed('MODEL_CONTENT_FILTERED')],
  ['reply', 'aborted', interrupted('MODEL_STREAM_BROKEN')],
  ['reply', 'aborted while it thinks', failed('MODEL_STREAM_BROKEN')],
  ['reply', 'an error', interrupted('MODEL_STREAM_BROKEN')],
  ['reply', 'aborted before a word', failed('MODEL_STREAM_BROKEN')],
  ['reply', 'an unknown end', interrupted('MODEL_STREAM_BROKEN')],
  ['reply', 'an error in the stream', interrupted('MODEL_STREAM_BROKEN')],
  ['reply', 'an error in the stream of thoughts', failed('MODEL_STREAM_BROKEN')],
  ['reply', 'no end', interrupted('MODEL_STREAM_BROKEN')],
  ['reply', 'no end with thoughts', interrupted('MODEL_STREAM_BROKEN')],
  ['reply', 'no end of thoughts', failed('MODEL_STREAM_BROKEN')],
  ['reply', 'a broken connection', interrupted('MODEL_STREAM_BROKEN')],
  ['framed', 'cut', interrupted('MODEL_REPLY_CUT', `Reply: ${text}`, `Reply: ${text}${rest} (end)`)],
  ['framed', 'no end', interrupted('MODEL_STREAM_BROKEN', `Reply: ${text}`, `Reply: ${text}${rest} (end)`)],
  ['framed', 'only thoughts', failed('MODEL_ONLY_THOUGHT')],
  ['hidden', 'cut', completed('In short.', cutStep)],
  ['hidden', 'thoughts to the limit', failed('MODEL_THOUGHT_TO_LIMIT')],
  ['hidden', 'no end', failed('MODEL_STREAM_BROKEN')],
  ['hidden', 'filtered', failed('MODEL_CONTENT_FILTERED')],
  ['shownBefore', 'cut', completed(`${text}\n\nIn short.`, cutStep)],
  ['shownBefore', 'no end', interrupted('MODEL_STREAM_BROKEN', text, `${text}${rest}\n\nIn short.`)],
  // A search takes the question itself.
  ['rewrite', 'cut', completed(ask('cut'))],
  ['rewrite', 'only thoughts', completed(ask('only thoughts'))],
  ['rewrite', 'no end', completed(ask('no end'))],
  ['rewrite', 'filtered', completed(ask('filtered'))],
  // After one repair, which is answered the same.
  ['extract', 'a cut object', failed('WORKFLOW_OUTPUT_INVALID')],
  ['extract', 'only thoughts', failed('MODEL_ONLY_THOUGHT')],
  ['extract', 'no end', failed('MODEL_STREAM_BROKEN')],
  ['classifier', 'a cut number', failed('WORKFLOW_OUTPUT_INVALID')],
  ['extract', 'a tool', failed('MODEL_TOOL_CALL')],
  ['rewrite', 'a tool', completed(ask('a tool'))],
  ['classifier', 'nothing', failed('MODEL_EMPTY')],
  ['classifier', 'thoughts to the limit', failed('MODEL_THOUGHT_TO_LIMIT')],
  ['classifier', 'filtered', failed('MODEL_CONTENT_FILTERED')],
]

const findUsage = (chatId: string) => app.db.usageEvent.findMany({ where: { chatId, flow: 'chat' }, orderBy: { id: 'asc' } })

describe('the reply of a model', () => {
  test.each(table)('that is asked as %s and answers with "%s" is %j', async (asker, ending, expected) => {
    const { status, code, content, notices = [], continued } = expected
    const chat = await app.startChat(person, assistants.get(asker) ?? '')
    const done = await (await app.send(person, chat, { content: ask(ending), response_language: 'en' })).done()
    expect(done).toMatchObject({ status, message: { status, content, notices } })
    expect([done.error?.code, done.message.error?.code]).toEqual([code, code])
    const { id } = done.message
    expect(await app.db.message.findUnique({ where: { id } })).toMatchObject({ status, content, error: code ? { code } : null })
    expect(await findUsage(chat.id)).toMatchObject([{ outcome: status, errorCode: code ?? null }])
    const next = await app.continue(person, { id: chat.id, version: done.version }, id)
    const last = next.error ?? (await next.done())
    expect(last).toMatchObject(
      continued === undefined ? { code: 'CHAT_REPLY_NOT_CONTINUABLE' } : { status: 'completed', message: { content: continued } },
    )
    expect((await findUsage(chat.id)).map(({ outcome }) => outcome)).toEqual(continued === undefined ? [status] : [status, 'completed'])
  })
})
