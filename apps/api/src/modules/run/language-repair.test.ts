// The response language as a promise, over real HTTP with a model that does not keep it.
import type { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { until } from '../../../test/until.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const replyOf = (chatId: string) => app.db.message.findFirstOrThrow({ where: { chatId, role: 'assistant' }, orderBy: { id: 'desc' } })
const usageOf = (chatId: string) => app.db.usageEvent.findMany({ where: { chatId, flow: 'chat' } })
const isRestart = ({ type }: ReplyStreamEvent) => type === 'snapshot'

/** The model calls that were made meanwhile. */
function watchCalls() {
  const before = app.demo.requests.length
  return () => app.demo.requests.slice(before).filter(({ path }) => path === '/v1/chat/completions')
}

/** What a reader has after these events. */
const shownAfter = (events: readonly ReplyStreamEvent[]) =>
  events.reduce((shown, event) => (event.type === 'snapshot' ? event.text : event.type === 'delta' ? shown + event.text : shown), '')

describe('a reply in another language than was chosen', () => {
  test.each(['zhHant', 'ja', 'th', 'vi'] as const)('is taken back and made once more: English for %s', async (language) => {
    const { person, chat } = await app.createScene()
    const calls = watchCalls()
    const reader = await app.send(person, chat, { fault: 'language=en', response_language: language })
    const done = await reader.done()

    expect(done).toMatchObject({ status: 'completed', message: { response_language: language, notices: [{ code: 'language_repaired' }] } })
    expect(reader.events.filter(isRestart)).toMatchObject([{ text: '', reply_id: done.message.id }])
    expect(shownAfter(reader.events)).toBe(done.message.content)
    expect(calls()).toHaveLength(2)
    expect(await replyOf(chat.id)).toMatchObject({
      content: done.message.content,
      status: 'completed',
      notices: [{ code: 'language_repaired' }],
    })
    const { chat: stored } = (await person.get(`/api/v1/chat/${chat.id}`)).json()
    expect(stored.messages[1]).toEqual(done.message)
  })

  test('counts what both calls used', async () => {
    const { person, chat } = await app.createScene()
    const calls = watchCalls()
    // Short enough to be noticed only at its end: then the endpoint reports both.
    const done = await (await app.send(person, chat, { fault: 'language=en,tokens=40', response_language: 'th' })).done()
    const reported = calls().map(({ usage }) => usage)
    expect(reported).toHaveLength(2)
    const sum = (of: 'prompt_tokens' | 'completion_tokens') => reported.reduce((total, usage) => total + (usage?.[of] ?? 0), 0)
    const used = { inputTokens: sum('prompt_tokens'), outputTokens: sum('completion_tokens'), estimated: false }
    expect(await usageOf(chat.id)).toMatchObject([used])
    expect(done.usage).toMatchObject({ input_tokens: used.inputTokens, output_tokens: used.outputTokens, estimated: false })
  })

  test('is sent to readers in another process too', async () => {
    const { person, chat } = await app.createScene()
    const other = await app.startSecondProcess()
    const reader = await app.send(person, chat, { fault: 'language=en,tps=100', response_language: 'th' })
    const elsewhere = await app.rejoin(person, chat.id, other.origin)
    const [done, doneElsewhere] = await Promise.all([reader.done(), elsewhere.done()])
    expect(done.message.notices).toEqual([{ code: 'language_repaired' }])
    expect(doneElsewhere.message).toEqual(done.message)
    expect(shownAfter(elsewhere.events)).toBe(done.message.content)
  })

  test('is left alone when the question asks for that language', async () => {
    const { person, chat } = await app.createScene()
    const calls = watchCalls()
    const content = 'Please translate this into English. [[demo:language=en]]'
    const done = await (await app.send(person, chat, { content, response_language: 'th' })).done()
    expect(done.message.notices).toEqual([])
    expect(calls()).toHaveLength(1)
  })

  test('can be stopped while it is made once more, and keeps what it has', async () => {
    const { person, chat, model } = await app.createScene()
    // The model's name is said in the second call too.
    await app.db.model.update({ where: { id: model.id }, data: { upstreamName: 'demo:tps=60' } })
    const reader = await app.send(person, chat, { fault: 'language=en', response_language: 'th' })
    await until('the second answer', () => {
      const restart = reader.events.findIndex(isRestart)
      return restart >= 0 && shownAfter(reader.events).length > 20
    })
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    const done = await reader.done()
    expect(done.status).toBe('stopped')
    expect(shownAfter(reader.events)).toBe(done.message.content)
    expect(done.message.content).toMatch(/\p{Script=Thai}/u)
    expect((await replyOf(chat.id)).content).toBe(done.message.content)
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'stopped', estimated: true }])
  })
})

describe('a reply in Simplified Chinese', () => {
  const traditional = [
    '## 織物品質與檢測軟體',
    '皇后的頭髮很乾燥，這塊**面料**的經緯密度會影響染色牢度。請看 https://example.com/软件/说明 與 `数据库` 變數。',
    '```python\n软件 = "质量"  # 变量\n```',
    '> 原文：织物在干燥后收缩，软件记录数据。',
    '報告寫道：「织物在干燥后收缩，强度下降。」這個軟體很好。',
  ].join('\n\n')

  test('is streamed and stored in Traditional, its code, links and quotations as they were', async () => {
    const { person, chat } = await app.createScene()
    const calls = watchCalls()
    const reader = await app.send(person, chat, { fault: 'simplified', response_language: 'zhHant' })
    const done = await reader.done()
    expect(done.message).toMatchObject({ content: traditional, notices: [] })
    expect(reader.text()).toBe(traditional)
    expect(await replyOf(chat.id)).toMatchObject({
      content: traditional,
      reasoning: '使用者想了解這個問題。我應該先說明織物的質量，再介紹檢測軟體。',
    })
    expect(calls()).toHaveLength(1)
  })

  test('is Simplified where another language than Traditional Chinese asks for it', async () => {
    const { person, chat } = await app.createScene()
    const content = '请用中文回答 [[demo:simplified]]'
    const done = await (await app.send(person, chat, { content, response_language: 'en' })).done()
    expect(done.message.content).toContain('这个软件很好')
  })

  test('has a title in Traditional', async () => {
    const { person, chat } = await app.createScene()
    await app.db.chat.update({ where: { id: chat.id }, data: { responseLanguage: 'zhHant' } })
    const response = await person.post(`/api/v1/chat/${chat.id}/title`, { content: '什么是织布机？ [[demo:simplified]]' })
    expect(response.json().chat.title).toBe('織物品質與軟體')
  })
})
