// One question to two or three assistants or models.
import type { Comparison, CompareRepliesBody } from '@heddle/contracts/reply/comparison'
import type { Chat } from '@heddle/contracts/chat/chat'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChatShare, createMessage } from '@heddle/db/factories/chat'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createUsageLimitRule } from '@heddle/db/factories/usage-limit'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unknownId } from '../../../../test/application/test-app.ts'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { readReply } from '../../../../test/chat/reply-reader.ts'
import { embedSourceNow } from '../../../../test/knowledge/embed-source-now.ts'
import { indexSourceNow } from '../../../../test/knowledge/index-source-now.ts'
import { openModels } from '../../../../test/knowledge/open-models.ts'
import { createSearchGraph } from '../../../../test/knowledge/search-graph.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const weaver = { default: 'Weaver' }

/** A chat whose assistant has the models gpt-4o and mini, and another assistant with the model dyer. */
async function arrange() {
  const scene = await app.createScene()
  const { person, tenantId, assistant, chat } = scene
  const mini = await createModel(app.db, { tenantId, name: 'mini' })
  const workflow = await createWorkflow(app.db, { tenantId, allowedModels: ['dyer'] })
  await createModel(app.db, { tenantId, name: 'dyer' })
  const other = await createAssistant(app.db, {
    tenantId,
    groupId: assistant.groupId,
    workflowId: workflow.id,
    isPublic: true,
    name: weaver,
  })
  const mark = randomUUID()
  const url = `/api/v1/chat/${chat.id}`

  const compare = (body: Partial<CompareRepliesBody> & { fault?: string } = {}) => {
    const { fault = 'tokens=12', ...rest } = body
    return person.post(`${url}/comparison`, {
      content: `How strong is hemp? ${mark} [[demo:${fault}]]`,
      candidates: [{}, { model: { id: mini.id } }, { assistant_id: other.id }],
      is_blind: false,
      client_message_id: randomUUID(),
      version: chat.version,
      ...rest,
    })
  }
  const follow = (replyId: string, at = app.origin, by = person) => readReply(`${at}${url}/message/${replyId}/message_stream`, by.headers)
  const readComparison = async (id: string) => (await person.get(`${url}/comparison/${id}`)).json<{ comparison: Comparison }>().comparison
  const readChat = async () => (await person.get(url)).json<{ chat: Chat }>().chat
  const vote = (id: string, value: string) => person.post(`${url}/comparison/${id}/vote`, { vote: value })
  const findUsage = () => app.db.usageEvent.findMany({ where: { chatId: chat.id }, orderBy: { id: 'asc' } })
  const compared = async (body: Parameters<typeof compare>[0] = {}) => {
    const { comparison } = (await compare(body)).json<{ comparison: Comparison }>()
    const replies = comparison.candidates.flatMap(({ reply }) => reply ?? [])
    const dones = await Promise.all(replies.map(async ({ id }) => (await follow(id)).done()))
    return { comparison, replies, dones }
  }
  return {
    ...scene,
    mini,
    other,
    url,
    compare,
    compared,
    follow,
    readComparison,
    readChat,
    vote,
    findUsage,
    callsOf: () => app.callsOf(mark),
  }
}

describe('one question to three', () => {
  test('has three replies beside each other, each followed, counted and named by itself; the chat keeps its assistant and model', async () => {
    const { compare, follow, readComparison, readChat, findUsage, callsOf, model, assistant, other } = await arrange()
    const response = await compare()
    expect(response.statusCode).toBe(200)
    const {
      comparison,
      user_message: question,
      reply,
    } = response.json<{ comparison: Comparison; user_message: { id: string }; reply: { id: string } }>()
    const replies = comparison.candidates.map((candidate) => candidate.reply)
    expect(reply.id).toBe(replies[0]?.id)
    const dones = await Promise.all(replies.map(async (each) => (await follow(each?.id ?? '')).done()))

    expect(await readComparison(comparison.id)).toMatchObject({
      is_blind: false,
      is_open: true,
      vote: null,
      candidates: [
        { reply: { status: 'completed', model: { name: 'gpt-4o' }, assistant: null, siblings: { index: 0, count: 3 } } },
        { reply: { status: 'completed', model: { name: 'mini' }, assistant: null, siblings: { index: 1 } } },
        { reply: { status: 'completed', model: { name: 'dyer' }, assistant: { id: other.id, name: weaver }, siblings: { index: 2 } } },
      ],
    })
    const after = await readChat()
    expect(after).toMatchObject({ model: { id: model.id }, assistant: { id: assistant.id }, remaining_requests: 47 })
    expect(after.version).toBe(Math.max(...dones.map(({ version }) => version)))
    expect(after.messages.map(({ id, comparison_id: id2 }) => [id, id2])).toEqual([
      [question.id, undefined],
      [reply.id, comparison.id],
    ])
    const reported = callsOf().map(({ body, usage }) => ({
      modelName: (body as { model: string }).model,
      inputTokens: usage?.prompt_tokens,
      outputTokens: usage?.completion_tokens,
    }))
    const counted = await findUsage()
    expect(counted).toHaveLength(3)
    for (const call of reported) expect(counted).toContainEqual(expect.objectContaining(call))
  })

  test('is followed and stopped from another process, while nothing else is asked', async () => {
    const { person, url, compare, follow, readChat, readComparison, chat } = await arrange()
    const { comparison } = (await compare({ fault: 'endless,tps=100' })).json<{ comparison: Comparison }>()
    const second = await app.startSecondProcess()
    const readers = await Promise.all(comparison.candidates.map(({ reply }) => follow(reply?.id ?? '', second.origin)))
    await Promise.all(readers.map((reader) => reader.hasText(10)))
    const { version, messages } = await readChat()
    const busy = await app.send(person, { id: chat.id, version })
    expect(busy.error).toMatchObject({ code: 'CHAT_PUSH_MESSAGE_FAILED' })
    const again = await app.regenerate(person, { id: chat.id, version }, messages.at(-1)?.id ?? '')
    expect(again.error).toMatchObject({ code: 'CHAT_PUSH_MESSAGE_FAILED' })
    const stopping = await second.app.inject({ method: 'POST', url: `${url}/stop_generation`, headers: person.headers })
    expect(stopping.json()).toEqual({ stopping: true })
    const dones = await Promise.all(readers.map((reader) => reader.done()))
    expect(dones.map(({ status }) => status)).toEqual(['stopped', 'stopped', 'stopped'])
    expect((await readComparison(comparison.id)).candidates.map(({ reply }) => reply?.status)).toEqual(['stopped', 'stopped', 'stopped'])
    await second.close()
  })

  test('is one of the two replies that a user may have running', async () => {
    const { person, url, assistant, compare } = await arrange()
    const body = { candidates: [{}, {}], is_blind: false, version: 0, content: 'Linen? [[demo:endless,tps=50]]' }
    const other = await app.startChat(person, assistant.id)
    const begun = [
      await compare({ fault: 'endless,tps=50' }),
      await person.post(`/api/v1/chat/${other.id}/comparison`, { ...body, client_message_id: randomUUID() }),
    ]
    const errors = begun.map((response) => response.json<{ comparison: Comparison }>().comparison.candidates.map(({ error }) => error))
    expect(errors).toEqual([
      [null, null, null],
      [null, null],
    ])
    const third = await app.send(person, await app.startChat(person, assistant.id))
    expect(third.error).toMatchObject({ code: 'CHAT_TOO_MANY_REPLIES' })
    for (const chatUrl of [url, `/api/v1/chat/${other.id}`]) await person.post(`${chatUrl}/stop_generation`)
  })

  test('is begun once by the same submit', async () => {
    const { compare, follow, callsOf } = await arrange()
    const submit = { client_message_id: randomUUID() }
    const [one, two] = [await compare(submit), await compare(submit)].map(
      (response) => response.json<{ comparison: Comparison }>().comparison,
    )
    expect(two?.id).toBe(one?.id)
    for (const { reply } of two?.candidates ?? []) await (await follow(reply?.id ?? '')).done()
    expect(callsOf()).toHaveLength(3)
  })

  test('goes on with the one that is chosen', async () => {
    const { person, url, compared, readChat, chat, readComparison } = await arrange()
    const { comparison, replies } = await compared()
    const chosen = replies[2]?.id ?? ''
    const { version } = await readChat()
    expect((await person.post(`${url}/branch`, { message_id: chosen, version })).statusCode).toBe(200)
    const next = await (await app.send(person, { id: chat.id, version: version + 1 }, { content: 'And linen?' })).done()
    expect((await readChat()).messages.map(({ id }) => id).slice(1)).toEqual([chosen, expect.any(String), next.message.id])
    expect(await readComparison(comparison.id)).toMatchObject({ is_open: false })
  })
})

test('two models of one workflow search once, and both cite what was found', async () => {
  const { tenantId, model, mini, compared } = await arrange()
  const collection = await createCollection(app.db, { tenantId, rerankModel: 'rerank' })
  await createModel(app.db, { tenantId, name: 'rerank', kind: 'rerank', upstreamName: 'demo:latency=0' })
  await createModel(app.db, { tenantId, name: 'vectors', kind: 'embedding', upstreamName: 'demo:latency=0' })
  await app.db.indexVersion.update({ where: { id: collection.activeIndexId ?? 0 }, data: { embeddingModel: 'vectors' } })
  const indexed = await indexSourceNow(app.dependencies, { collectionId: collection.id, title: 'Handbook', text: 'Hemp is strong.' })
  const models = openModels(app.dependencies)
  await embedSourceNow(app.dependencies, models.embedder, indexed)
  await models.close()
  const workflow = await createWorkflow(app.db, { tenantId, draft: createSearchGraph([collection.id]) })
  const { id: assistant_id } = await createAssistant(app.db, { tenantId, workflowId: workflow.id, isPublic: true })
  const candidates = [model, mini].map(({ id }) => ({ assistant_id, model: { id } }))
  const content = `Is hemp strong? ${randomUUID()}`
  const { dones } = await compared({ candidates, content })
  expect(dones.map(({ message }) => message.sources)).toMatchObject([[{ title: 'Handbook' }], [{ title: 'Handbook' }]])
  const asked = app.demo.requests.filter(({ body }) => JSON.stringify(body).includes(content))
  const paths = ['/v1/chat/completions', '/v1/chat/completions', '/v1/embeddings', '/v1/rerank']
  expect(asked.map(({ path }) => path).toSorted()).toEqual(paths)
})

describe('a candidate that is refused', () => {
  test('leaves the others, with its reason', async () => {
    const { compared, readComparison } = await arrange()
    const { comparison, replies } = await compared({ candidates: [{ assistant_id: unknownId() }, {}, { model: { id: unknownId() } }] })
    expect(replies).toHaveLength(1)
    expect((await readComparison(comparison.id)).candidates).toMatchObject([
      { reply: null, error: { code: 'ASSISTANT_NOT_FOUND' } },
      { reply: { status: 'completed', model: { name: 'gpt-4o' } }, error: null },
      { reply: null, error: { code: 'CHAT_INVALID_MODEL_OBJECT' } },
    ])
  })

  test('writes nothing when all are', async () => {
    const { compare, chat } = await arrange()
    const response = await compare({ candidates: [{ assistant_id: unknownId() }, { model: { id: unknownId() } }] })
    expect(response.json()).toMatchObject({ detail: { code: 'ASSISTANT_NOT_FOUND' } })
    expect(await app.db.message.count({ where: { chatId: chat.id } })).toBe(0)
    expect(await app.db.comparison.count({ where: { chatId: chat.id } })).toBe(0)
  })

  test.each(['the chat', 'a rule'])('is each but one at the last request of %s', async (limit) => {
    const { compared, tenantId, findUsage, callsOf } = await arrange()
    if (limit === 'the chat') await app.db.tenant.update({ where: { id: tenantId }, data: { requestsPerChat: 1 } })
    else await createUsageLimitRule(app.db, { tenantId, amount: 1 })
    const code = limit === 'the chat' ? 'CHAT_REQUEST_LIMIT_REACHED' : 'USAGE_LIMIT_REACHED'
    const { comparison } = await compared()
    expect(comparison.candidates).toMatchObject([
      { reply: { model: { name: 'gpt-4o' } }, error: null },
      { reply: null, error: { code } },
      { reply: null, error: { code } },
    ])
    expect(await findUsage()).toHaveLength(1)
    expect(callsOf()).toHaveLength(1)
  })

  test('is each of a temporary chat, as a vote is kept', async () => {
    const { person, assistant } = await app.createScene()
    const created = await person.post('/api/v1/chat', { chat: { assistant_id: assistant.id, temporary: true } })
    const { chat } = created.json<{ chat: Chat }>()
    const body = { content: 'Hemp?', candidates: [{}, {}], is_blind: false, client_message_id: randomUUID(), version: chat.version }
    const response = await person.post(`/api/v1/chat/${chat.id}/comparison`, body)
    expect(response.json()).toMatchObject({ detail: { code: 'CHAT_IS_TEMPORARY' } })
  })

  test('leaves them when its model fails, too', async () => {
    const { compared, tenantId } = await arrange()
    const broken = await createModel(app.db, { tenantId, name: 'demo:status=400' })
    const { dones } = await compared({ candidates: [{ model: { id: broken.id } }, {}] })
    expect(dones.map(({ status }) => status)).toEqual(['failed', 'completed'])
  })
})

describe('a blind comparison', () => {
  test('tells who made the replies to no page, file or stream before the vote, and then to all', async () => {
    const { person, chat, url, compare, follow, vote, readComparison, readChat } = await arrange()
    const { comparison } = (await compare({ is_blind: true, fault: 'tokens=40,tps=100' })).json<{ comparison: Comparison }>()
    const ids = comparison.candidates.map(({ reply }) => reply?.id ?? '')
    const second = await app.startSecondProcess()
    const streams = [
      ...(await Promise.all(ids.map((id) => follow(id)))),
      ...(await Promise.all(ids.map((id) => follow(id, second.origin)))),
      await app.rejoin(person, chat.id),
    ]
    const events = await Promise.all(streams.map(({ ended }) => ended))
    await second.close()
    const exports = await Promise.all(['md', 'json'].map((format) => person.get(`${url}/export?format=${format}`)))
    const told = JSON.stringify([
      comparison,
      events,
      exports.map(({ body }) => body.replaceAll('"model":{"id"', '"of_the_chat"')),
      await readComparison(comparison.id),
    ])
    for (const name of ['mini', 'dyer', 'Weaver', '"type":"llm"']) expect(told).not.toContain(name)
    for (const { reply } of (await readComparison(comparison.id)).candidates)
      expect(reply).toMatchObject({ model: null, assistant: null, steps: [], workflow_version: null })

    expect((await vote(comparison.id, 'second')).statusCode).toBe(200)
    const after = await readComparison(comparison.id)
    expect(after).toMatchObject({ vote: 'second', is_open: false })
    expect(new Set(after.candidates.map(({ reply }) => reply?.model?.name))).toEqual(new Set(['dyer', 'gpt-4o', 'mini']))
    expect((await readChat()).messages.at(-1)?.model).not.toBeNull()
  })

  test('tells it by no error and no notice either', async () => {
    const { url, person, compared, vote, readComparison, tenantId, mini } = await arrange()
    await createUsageLimitRule(app.db, { tenantId, scope: 'model', modelId: mini.id, amount: 1 })
    const ofMini = { model: { id: mini.id } }
    const { comparison, replies, dones } = await compared({ is_blind: true, candidates: [{}, ofMini, ofMini] })
    const notices = [{ code: 'step_cut', title: 'Step of mini' }, { code: 'language_repaired' }]
    const error = { code: 'EMBEDDING_UNAVAILABLE', message: 'Down', params: { model: 'mini' } }
    await app.db.message.update({ where: { id: replies[0]?.id ?? '' }, data: { status: 'failed', notices, error } })
    const shown = await readComparison(comparison.id)
    expect(shown.candidates.map(({ error: refusal }) => refusal?.code)).toContain('USAGE_LIMIT_REACHED')
    expect(shown.candidates.map(({ reply }) => reply?.notices)).toContainEqual([{ code: 'language_repaired' }])
    const pages = await Promise.all(['', '/export?format=md', '/message_stream'].map((path) => person.get(`${url}${path}`)))
    await app.db.user.update({ where: { id: person.user.id }, data: { role: 'A' } })
    const readRuns = async () => (await person.post('/api/v1/debug/run/query', {})).body
    const told = JSON.stringify([comparison, dones, shown, pages.map(({ body }) => body), await readRuns()])
    expect(told).toContain('EMBEDDING_UNAVAILABLE')
    expect(told).not.toContain('mini')
    await vote(comparison.id, 'skipped')
    expect(JSON.stringify((await readComparison(comparison.id)).candidates)).toContain('Step of mini')
    expect(await readRuns()).toContain('mini')
  })

  test('has its places in any order', async () => {
    const orders = new Set<string>()
    for (let round = 0; round < 12 && orders.size < 2; round += 1) {
      const { compared, vote, readComparison } = await arrange()
      const { comparison } = await compared({ is_blind: true })
      await vote(comparison.id, 'skipped')
      orders.add((await readComparison(comparison.id)).candidates.map(({ reply }) => reply?.model?.name).join())
    }
    expect(orders.size).toBe(2)
  })

  test('tells it once the chat has gone on', async () => {
    const { person, compared, readChat, readComparison } = await arrange()
    const { comparison } = await compared({ is_blind: true })
    await (await app.send(person, await readChat(), { content: 'And linen?' })).done()
    expect((await readComparison(comparison.id)).candidates.map(({ reply }) => reply?.model?.name)).toContain('mini')
  })
})

test('replies whose process fell silent end, all of them, when the chat is opened', async () => {
  const { chat, readChat, readComparison } = await arrange()
  const { id: comparisonId } = await app.db.comparison.create({ data: { chatId: chat.id, isBlind: false, size: 2 } })
  const { id: parentId } = await createMessage(app.db, { chatId: chat.id })
  for (const comparisonPosition of [0, 1]) {
    const { runId } = await createMessage(app.db, {
      chatId: chat.id,
      parentId,
      depth: 1,
      role: 'assistant',
      status: 'generating',
      comparisonId,
      comparisonPosition,
      modelName: 'gpt-4o',
    })
    await app.db.runningReply.update({ where: { runId: runId ?? '' }, data: { leaseExpiresAt: new Date(0) } })
  }
  expect((await readChat()).is_generating).toBe(false)
  expect((await readComparison(comparisonId)).candidates.map(({ reply }) => reply?.status)).toEqual(['interrupted', 'interrupted'])
})

test('a reader of the shared chat joins the reply on the shown path alone, also when one beside it runs longer', async () => {
  const { chat, compare, follow, tenantId, person, url } = await arrange()
  const endless = await createModel(app.db, { tenantId, name: 'demo:endless,tps=50' })
  const response = await compare({ candidates: [{}, { model: { id: endless.id } }], fault: 'tps=0' })
  const { comparison, reply } = response.json<{ comparison: Comparison; reply: { id: string } }>()
  await (await follow(reply.id)).done()
  await createChatShare(app.db, { chatId: chat.id })
  const reader = await app.createPerson({ tenantId })
  const { message } = await (await app.rejoin(reader, chat.id)).done()
  expect(message.id).toBe(reply.id)
  await person.post(`${url}/stop_generation`)
  expect((await (await follow(comparison.candidates[1]?.reply?.id ?? '')).done()).status).toBe('stopped')
})

test('only the owner reads a comparison, follows its replies and votes', async () => {
  const { chat, url, compared, tenantId, follow } = await arrange()
  const { comparison, replies } = await compared()
  await createChatShare(app.db, { chatId: chat.id })
  const reader = await app.createPerson({ tenantId })
  const answers = [
    await reader.get(`${url}/comparison/${comparison.id}`),
    await reader.post(`${url}/comparison/${comparison.id}/vote`, { vote: 'first' }),
  ]
  for (const answer of answers) expect(answer.json()).toMatchObject({ detail: { code: 'CHAT_NOT_FOUND' } })
  expect((await follow(replies[1]?.id ?? '', app.origin, reader)).error).toMatchObject({ code: 'CHAT_NOT_FOUND' })
})
