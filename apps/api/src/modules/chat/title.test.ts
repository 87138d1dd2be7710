// What a title by the model costs, and what becomes of it when the client disconnects. What it is used for: chat.test.ts.
import { createUsageLimitRule } from '@heddle/db/factories/usage-limit'
import { countTokens } from '@heddle/text/count-tokens'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { until } from '../../../test/until.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<ChatApp['createPerson']>>

/** Asks for a title as a client does, who may leave. */
function ask(person: Pick<Person, 'headers'>, chatId: string, fault: string, at = app.origin) {
  const mark = randomUUID()
  const leaving = new AbortController()
  const answered = fetch(`${at}/api/v1/chat/${chatId}/title`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ content: `${mark} [[demo:${fault}]]` }),
    signal: leaving.signal,
  })
  answered.catch(() => {})
  const call = () => app.callsOf(mark)[0]
  return { answered, leave: () => leaving.abort(), call, isAsked: () => until('the model to be asked', () => call() !== undefined) }
}

const eventOf = (chatId: string) => until('the usage of the title', () => app.db.usageEvent.findFirst({ where: { chatId, flow: 'title' } }))

test('the model is not asked further once the caller has left, and what came is counted', async () => {
  const { person, tenantId, chat } = await app.createScene()
  await createUsageLimitRule(app.db, { tenantId, scope: 'tenant', metric: 'tokens', amount: 1_000_000 })
  const title = ask(person, chat.id, 'endless,tps=40,reasoning=none')
  await title.isAsked()
  await until('something of the title', () => (title.call()?.sent.text.length ?? 0) > 40)
  title.leave()
  const call = await until('the call to be closed', () => (title.call()?.aborted ? title.call() : null))
  const event = await eventOf(chat.id)
  const { messages } = call.body as { messages: { content: string }[] }
  expect(event).toMatchObject({
    outcome: 'stopped',
    estimated: true,
    inputTokens: messages.reduce((sum, { content }) => sum + countTokens(content), 0),
  })
  expect(event.outputTokens).toBeGreaterThan(0)
  expect(event.outputTokens).toBeLessThanOrEqual(countTokens(call.sent.text))
  const [counter] = await app.db.usageCounter.findMany({ where: { rule: { tenantId } } })
  expect(counter).toMatchObject({ used: BigInt(event.inputTokens + event.outputTokens), reserved: 0n })
})

test('the model is not asked further once the process stops, which waits for what it used to be counted', async () => {
  const { person, chat } = await app.createScene()
  const second = await app.startSecondProcess()
  const begin = () => ask(person, chat.id, 'endless,tps=40,reasoning=none', second.origin)
  const [stopped, kept] = [begin(), begin()]
  await Promise.all([stopped.isAsked(), kept.isAsked()])
  await until('something of both', () => [stopped, kept].every(({ call }) => (call()?.sent.text.length ?? 0) > 10))
  stopped.leave()
  await second.close()
  expect(await app.db.usageEvent.count({ where: { chatId: chat.id, flow: 'title' } })).toBe(2)
  expect(await (await kept.answered).json()).toMatchObject({ detail: { code: 'CHAT_TITLE_FAILED' } })
  await until('the calls to be closed', () => stopped.call()?.aborted && kept.call()?.aborted)
})

test('no more of them are written for a person at once than replies', async () => {
  const { person, chat } = await app.createScene()
  const running = [ask(person, chat.id, 'endless,tps=40'), ask(person, chat.id, 'endless,tps=40')]
  await Promise.all(running.map(({ isAsked }) => isAsked()))
  const third = await ask(person, chat.id, 'tokens=3').answered
  expect(await third.json()).toMatchObject({ detail: { code: 'RATE_LIMITED', params: { retry_after: 5 } } })
  for (const { leave } of running) leave()
  await until('a turn', async () => (await ask(person, chat.id, 'tokens=3').answered).status === 200)
})

test('a model that does not end is ended', async () => {
  const { person, chat } = await app.createScene()
  const title = ask(person, chat.id, 'endless,tps=0,reasoning=none')
  expect(await (await title.answered).json()).toMatchObject({ detail: { code: 'CHAT_TITLE_FAILED' } })
  expect(await eventOf(chat.id)).toMatchObject({ outcome: 'failed' })
  await until('the call to be closed', () => title.call()?.aborted)
})

test.each([
  ['cut', 'tokens=3,finish=length,reasoning=none', 'MODEL_REPLY_CUT'],
  ['only thought', 'no_text', 'MODEL_ONLY_THOUGHT'],
  ['only thought, to the limit', 'no_text,finish=length', 'MODEL_THOUGHT_TO_LIMIT'],
  ['only thought, inside of its text', 'no_text,reasoning=think', 'MODEL_ONLY_THOUGHT'],
  ['empty', 'no_text,reasoning=none', 'MODEL_EMPTY'],
  ['replaced by a call of a tool', 'no_text,call_tool=tool_calls', 'MODEL_TOOL_CALL'],
])('a title that was %s is not taken', async (_name, fault, errorCode) => {
  const { person, chat } = await app.createScene()
  const response = await ask(person, chat.id, fault).answered
  expect(await response.json()).toMatchObject({ detail: { code: 'CHAT_TITLE_FAILED' } })
  expect(await eventOf(chat.id)).toMatchObject({ outcome: 'failed', errorCode })
})
