// What the product does with a real model server behind it, each as a check that throws an error.
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { createChat, deleteChat, setChatTitle } from '@heddle/contracts/chat/chat'
import type { ErrorCode } from '@heddle/contracts/errors'
import type { Language } from '@heddle/contracts/languages'
import { createModel, testModel } from '@heddle/contracts/model/model'
import { createModelEndpoint, listUpstreamModels, updateModelEndpoint } from '@heddle/contracts/model/model-endpoint'
import { stopGeneration } from '@heddle/contracts/reply/reply'
import type { ReplyDoneEvent } from '@heddle/contracts/reply/reply-stream'
import type pg from 'pg'
import type { ApiClient, Reply } from './api-client.ts'
import type { LlamaServer } from './model-servers.ts'
import texts from './scripted-texts.json' with { type: 'json' }

/** A server that an administrator has connected. */
export type ConnectedServer = {
  readonly name: string
  readonly baseUrl: string
  readonly apiKey: string
  /** Whether it stands before the model: neither the end of a call reaches the model then, nor its crash the caller. */
  readonly isProxy: boolean
  readonly endpointId: string
  readonly modelId: string
}

export type CheckContext = {
  readonly admin: ApiClient
  /** Who asks; several, as the replies of one user are limited. */
  readonly users: readonly ApiClient[]
  readonly assistantId: string
  readonly db: pg.Client
  readonly llama: LlamaServer
  readonly server: ConnectedServer
}

export type Check = { readonly name: string; readonly run: (context: CheckContext) => Promise<void> }

type Chat = { readonly id: string; readonly version: number }
type Question = { readonly content: string; readonly language?: Language; readonly modelId?: string; readonly chat?: Chat }

const maxStopMs = 2_000
/** What a proxy may take to end a call that has lost its reader. */
const maxOrphanMs = 60_000
/** Not in the vocabulary of the model: each is three tokens there. */
const rareCharacter = '龘'

async function startChat(user: ApiClient, { assistantId }: CheckContext): Promise<Chat> {
  return (await user.call(createChat, { body: { chat: { assistant_id: assistantId } } })).chat
}

async function send(context: CheckContext, { content, language = 'en', modelId, chat }: Question, user = context.users[0]!) {
  const model = { id: modelId ?? context.server.modelId }
  return user.send(chat ?? (await startChat(user, context)), { content, model, response_language: language })
}

const ask = async (context: CheckContext, question: Question) => (await send(context, question)).done

/** Offers the server's model under another name, with other settings. */
async function offerModel(
  { admin, server }: CheckContext,
  name: string,
  settings: { context_tokens?: number; fallback_model_id?: string },
) {
  const body = { model: { endpoint_id: server.endpointId, upstream_name: 'scripted', name: `${server.name} ${name}`, ...settings } }
  return (await admin.call(createModel, { body })).model.id
}

async function connectEndpoint({ admin, server }: CheckContext, name: string, settings: { base_url: string; api_key: string }) {
  const { endpoint } = await admin.call(createModelEndpoint, { body: { endpoint: { name: `${server.name} ${name}`, ...settings } } })
  return endpoint.id
}

function assertFailed({ status, error }: ReplyDoneEvent, code: ErrorCode) {
  assert.deepEqual({ status, code: error?.code }, { status: 'failed', code })
}

async function waitUntilIdle({ llama }: CheckContext, maxMs: number) {
  const deadline = Date.now() + maxMs
  while (!(await llama.isIdle())) {
    assert.ok(Date.now() < deadline, `a slot of the server is still taken after ${maxMs} ms`)
    await delay(50)
  }
}

const getMaxBusyMs = ({ server }: CheckContext) => (server.isProxy ? maxOrphanMs : maxStopMs)

type UsageRow = { flow: string; outcome: string; estimated: boolean; input: number; output: number; calls: number; callsOutput: number }

/** Returns the usage of the runs of a chat, the latest last. */
async function readUsage({ db }: CheckContext, chatId: string) {
  const { rows } = await db.query<UsageRow>(
    `SELECT flow, outcome, estimated, input_tokens AS input, output_tokens AS output, calls.count AS calls, calls.output AS "callsOutput"
     FROM usage_event, LATERAL (
       SELECT count(*)::int AS count, coalesce(sum(output_tokens), 0)::int AS output FROM usage_call WHERE run_id = usage_event.run_id
     ) AS calls
     WHERE chat_id = $1 ORDER BY id`,
    [chatId],
  )
  return rows
}

async function stop(user: ApiClient, { id }: Chat, reply: Reply) {
  const stoppedAt = performance.now()
  await user.call(stopGeneration, { params: { id } })
  const done = await reply.done
  return { done, ms: performance.now() - stoppedAt }
}

const languages = ['zhHant', 'en', 'ja', 'th', 'vi'] as const satisfies readonly Language[]

const languageChecks = languages.map((language): Check => ({
  name: `answers in ${language}, to the letter`,
  async run(context) {
    const { status, message } = await ask(context, { content: 'Why does cotton shrink?', language })
    assert.deepEqual({ status, content: message.content.trim() }, { status: 'completed', content: texts[language] })
    assert.deepEqual(message.notices, [])
  },
}))

export const checks: readonly Check[] = [
  {
    name: 'lists the models of the server',
    async run({ admin, llama, server }) {
      const { models } = await admin.call(listUpstreamModels, { params: { id: server.endpointId } })
      const found = models.map(({ upstream_name: name, context_tokens: tokens }) => ({ name, tokens }))
      // A proxy does not say how long a context is.
      assert.deepEqual(found, [{ name: 'scripted', tokens: server.isProxy ? null : llama.slotTokens }])
    },
  },
  {
    name: 'tests the model',
    async run({ admin, server }) {
      const { model } = await admin.call(testModel, { params: { id: server.modelId }, body: {} })
      const { error, chat } = model.last_test ?? {}
      assert.equal(error, null)
      // The rate of so small a model is beyond what is measured.
      assert.ok(chat?.first_token_ms, 'the test has measured nothing')
      assert.ok(chat.text, 'the test has read no word')
      const { usage, reasoning, refused_parameters: refused } = chat
      assert.deepEqual({ usage, reasoning, refused }, { usage: 'stream', reasoning: 'none', refused: [] })
    },
  },
  ...languageChecks,
  {
    name: 'counts what the server reports',
    async run(context) {
      const [user] = context.users
      const chat = await startChat(user!, context)
      const before = await context.llama.countGenerated()
      const { usage } = await ask(context, { content: 'Why does cotton shrink?', chat })
      const generated = (await context.llama.countGenerated()) - before
      const [row, ...others] = await readUsage(context, chat.id)
      assert.equal(others.length, 0)
      assert.deepEqual(
        { ...row, input: (row?.input ?? 0) > 0 },
        { flow: 'chat', outcome: 'completed', estimated: false, input: true, output: generated, calls: 1, callsOutput: generated },
      )
      assert.equal(usage?.output_tokens, generated)
    },
  },
  {
    name: 'keeps the thought process apart from the text',
    async run(context) {
      const { message } = await ask(context, { content: 'Does cotton relax? Please think aloud.' })
      const read = { reasoning: message.reasoning.trim(), content: message.content.trim() }
      assert.deepEqual(read, { reasoning: 'The question is about cloth; answer briefly.', content: 'Yes: it relaxes.' })
    },
  },
  {
    name: 'finds thoughts whose beginning the template has sent',
    async run(context) {
      const { message } = await ask(context, { content: 'Does wool felt? Please think inside.' })
      const read = { reasoning: message.reasoning.trim(), content: message.content.trim() }
      assert.deepEqual(read, { reasoning: 'A user wonders whether wool felts, so tell.', content: 'Wool felts indeed!' })
    },
  },
  {
    name: 'names a chat in its language',
    async run(context) {
      const [user] = context.users
      const chat = await startChat(user!, context)
      await ask(context, { content: 'Why does cotton shrink?', language: 'vi', chat })
      const titled = await user!.call(setChatTitle, { params: { id: chat.id }, body: { content: 'Why does cotton shrink?' } })
      assert.ok(titled.chat.title && texts.vi.startsWith(titled.chat.title.replace(/[….]$/, '')), `the title is ${titled.chat.title}`)
      const rows = await readUsage(context, chat.id)
      assert.deepEqual(
        rows.map(({ flow, outcome, estimated }) => ({ flow, outcome, estimated })),
        ['chat', 'title'].map((flow) => ({ flow, outcome: 'completed', estimated: false })),
      )
    },
  },
  {
    name: `stops within ${maxStopMs} ms, and the slot of the model is free again`,
    async run(context) {
      const [user] = context.users
      const chat = await startChat(user!, context)
      const reply = await send(context, { content: 'An endless text, please', chat })
      await reply.hasText
      const { done, ms } = await stop(user!, chat, reply)
      assert.equal(done.status, 'stopped')
      assert.ok(done.message.content.length > 0, 'the text is lost')
      assert.ok(ms < maxStopMs, `it took ${Math.round(ms)} ms`)
      await waitUntilIdle(context, getMaxBusyMs(context))
    },
  },
  {
    name: 'ends the call when its chat is deleted',
    async run(context) {
      const [user] = context.users
      const chat = await startChat(user!, context)
      const reply = await send(context, { content: 'An endless text, please', chat })
      await reply.hasText
      await user!.call(deleteChat, { params: { id: chat.id } })
      reply.disconnect()
      await waitUntilIdle(context, getMaxBusyMs(context))
    },
  },
  {
    name: 'limits the tokens of every answer, and keeps what the limit has cut when its reader disconnects',
    async run(context) {
      const contextTokens = 4_096
      const modelId = await offerModel(context, 'short', { context_tokens: contextTokens })
      const [user] = context.users
      const chat = await startChat(user!, context)
      const reply = await send(context, { content: 'An endless text, please', modelId, chat })
      await reply.hasText
      reply.disconnect()
      await waitUntilIdle(context, maxOrphanMs)
      const { status } = await user!.rejoin(chat)
      const [row] = await readUsage(context, chat.id)
      assert.deepEqual(
        { status, outcome: row?.outcome, estimated: row?.estimated },
        { status: 'interrupted', outcome: 'interrupted', estimated: false },
      )
      assert.ok(row && row.output > contextTokens / 8 && row.output < contextTokens, `${row?.output} tokens were generated`)
    },
  },
  {
    name: 'cuts the history to the context that the server names, and answers',
    async run(context) {
      const modelId = await offerModel(context, 'long', { context_tokens: 8 * context.llama.slotTokens })
      const [user] = context.users
      const content = rareCharacter.repeat(Math.ceil(context.llama.slotTokens / 5))
      const chat = await startChat(user!, context)
      const first = await ask(context, { content, modelId, chat })
      assert.equal(first.status, 'completed')
      const second = await ask(context, { content, modelId, chat: { id: chat.id, version: first.version } })
      assert.deepEqual({ status: second.status, error: second.error }, { status: 'completed', error: undefined })
      const rows = await readUsage(context, chat.id)
      // The refused call is one too.
      assert.deepEqual(
        rows.map(({ calls }) => calls),
        [1, 2],
      )
      const beyond = await ask(context, { content: rareCharacter.repeat(Math.ceil(context.llama.slotTokens / 2.5)), modelId })
      assertFailed(beyond, 'MODEL_CONTEXT_EXCEEDED')
    },
  },
  {
    name: 'answers 8 calls on 2 slots, queued by the server',
    run: askFromAll,
  },
  {
    name: 'answers 8 calls on 2 slots, queued by the product',
    async run(context) {
      const { admin, llama, server } = context
      const { params, endpoint } = { params: { id: server.endpointId }, endpoint: { max_concurrent: llama.slots } }
      const limited = await admin.call(updateModelEndpoint, { params, body: { endpoint, revision: 0 } })
      await askFromAll(context)
      const { revision } = limited.endpoint
      await admin.call(updateModelEndpoint, { params, body: { endpoint: { max_concurrent: 16 }, revision } })
    },
  },
  {
    name: 'falls back to the server from one that is down',
    async run(context) {
      const endpointId = await connectEndpoint(context, 'down', { base_url: 'http://127.0.0.1:9/v1', api_key: 'sk-none' })
      const model = { endpoint_id: endpointId, upstream_name: 'scripted', name: `${context.server.name} with fallback` }
      const body = { model: { ...model, fallback_model_id: context.server.modelId } }
      const modelId = (await context.admin.call(createModel, { body })).model.id
      const { status, message } = await ask(context, { content: 'Why does cotton shrink?', modelId })
      assert.deepEqual({ status, model: message.model?.id }, { status: 'completed', model: context.server.modelId })
    },
  },
  {
    name: 'says that the key is refused',
    async run(context) {
      const { baseUrl } = context.server
      const endpointId = await connectEndpoint(context, 'with a wrong key', { base_url: baseUrl, api_key: 'sk-wrong' })
      const model = { endpoint_id: endpointId, upstream_name: 'scripted', name: `${context.server.name} with a wrong key` }
      const modelId = (await context.admin.call(createModel, { body: { model } })).model.id
      assertFailed(await ask(context, { content: 'Why does cotton shrink?', modelId }), 'CHAT_AUTH_KEY_MISSING')
    },
  },
  {
    name: 'keeps the text when the server is killed, says that it is gone, and answers when it is back',
    async run(context) {
      const reply = await send(context, { content: 'An endless text, please' })
      await reply.hasText
      await context.llama.crash()
      try {
        const broken = await reply.done
        // LiteLLM ends the stream as if the answer were complete.
        if (!context.server.isProxy) {
          assert.deepEqual({ status: broken.status, code: broken.error?.code }, { status: 'interrupted', code: 'MODEL_STREAM_BROKEN' })
        }
        assert.ok(broken.message.content.length > 0, 'the text is lost')
        assertFailed(await ask(context, { content: 'Why does cotton shrink?' }), 'MODEL_UNAVAILABLE')
      } finally {
        await context.llama.restart()
      }
      assert.equal((await ask(context, { content: 'Why does cotton shrink?' })).status, 'completed')
    },
  },
]

/** Asks twice as each user, all at once. */
async function askFromAll(context: CheckContext) {
  const asking = [...context.users, ...context.users].map(
    async (user) => (await send(context, { content: 'Why does cotton shrink?' }, user)).done,
  )
  const ends = await Promise.all(asking)
  assert.deepEqual(
    ends.map(({ status, error }) => error?.code ?? status),
    ends.map(() => 'completed'),
  )
}
