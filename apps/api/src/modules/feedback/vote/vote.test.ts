// Votes on replies beside each other, and what administrators read of them.
import type { VotePair } from '@heddle/contracts/feedback/vote'
import type { MessageStatus } from '@heddle/contracts/message/message'
import type { ComparisonVote } from '@heddle/contracts/reply/comparison'
import { createMessage } from '@heddle/db/factories/chat'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unknownId } from '../../../../test/application/test-app.ts'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { type JudgedReply, toPairVotes } from './vote.rules.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

type Scene = Awaited<ReturnType<typeof createScene>>

async function createScene() {
  const scene = await app.createScene()
  return { ...scene, admin: await app.createPerson({ tenantId: scene.tenantId, role: 'A' }) }
}

/** A comparison of a chat with a completed reply of each of these models, but for the last. */
async function compare(
  { chat }: Pick<Scene, 'chat'>,
  names: readonly string[],
  { isBlind = false, last = 'completed' }: { isBlind?: boolean; last?: MessageStatus } = {},
) {
  const { id: comparisonId } = await app.db.comparison.create({ data: { chatId: chat.id, isBlind, size: names.length } })
  const { id: parentId } = await createMessage(app.db, { chatId: chat.id, parentId: null, depth: 0 })
  const replies: { id: string }[] = []
  for (const [comparisonPosition, modelName] of names.entries())
    replies.push(
      await createMessage(app.db, {
        chatId: chat.id,
        parentId,
        depth: 1,
        role: 'assistant',
        comparisonId,
        comparisonPosition,
        modelName,
        status: comparisonPosition === names.length - 1 ? last : 'completed',
      }),
    )
  return { id: comparisonId, replies }
}

const vote = ({ person, chat }: Pick<Scene, 'person' | 'chat'>, comparisonId: string, value: ComparisonVote) =>
  person.post(`/api/v1/chat/${chat.id}/comparison/${comparisonId}/vote`, { vote: value })

const summarize = async ({ admin }: Pick<Scene, 'admin'>, filters: object = {}) =>
  (await admin.post('/api/v1/feedback/vote/summary/query', filters)).json<{ pairs: VotePair[] }>().pairs

describe('votes', () => {
  test('are counted by pair, whatever the positions were, with the interval of the share', async () => {
    const scene = await createScene()
    for (const names of [
      ['b', 'a'],
      ['a', 'b'],
      ['a', 'b'],
    ] as const)
      await vote(scene, (await compare(scene, names)).id, 'first')
    await vote(scene, (await compare(scene, ['a', 'b'], { isBlind: true })).id, 'equal')
    await vote(scene, (await compare(scene, ['a', 'b'])).id, 'skipped')
    await vote(scene, (await compare(scene, ['a', 'a'])).id, 'first')
    const name = (await app.db.assistant.findUniqueOrThrow({ where: { id: scene.assistant.id } })).name
    const assistant = { id: scene.assistant.id, name }
    expect(await summarize(scene)).toEqual([
      {
        first: { assistant, model_name: 'a' },
        second: { assistant, model_name: 'b' },
        first_wins: 2,
        second_wins: 1,
        equal: 1,
        all_bad: 0,
        share: { mean: 2 / 3, low: expect.closeTo(0.207655, 5) as number, high: expect.closeTo(0.938508, 5) as number },
      },
    ])
    expect(await summarize(scene, { is_blind: true })).toMatchObject([{ first_wins: 0, second_wins: 0, equal: 1, share: null }])
    expect(await summarize(scene, { from: '2999-01-01T00:00:00Z' })).toEqual([])
    expect(await summarize(await createScene())).toEqual([])
  })

  test('outlive the chat, without it', async () => {
    const scene = await createScene()
    await vote(scene, (await compare(scene, ['a', 'b'])).id, 'all_bad')
    await scene.person.delete(`/api/v1/chat/${scene.chat.id}`)
    expect(await summarize(scene)).toMatchObject([{ all_bad: 1 }])
    expect(await app.db.comparison.count({ where: { chatId: scene.chat.id } })).toBe(0)
  })

  const three: JudgedReply[] = ['x', 'y', 'z'].map((modelName, position) => ({
    position,
    modelName,
    assistantId: null,
    assistantName: null,
  }))
  const say = (given: ComparisonVote, replies = three) =>
    toPairVotes(given, replies).map(({ first, second, outcome }) => `${first.modelName}${second.modelName} ${outcome}`)

  test.each<[ComparisonVote, string[]]>([
    ['first', ['xy first', 'xz first']],
    ['third', ['xz second', 'yz second']],
    ['equal', ['xy equal', 'xz equal', 'yz equal']],
    ['all_bad', ['xy all_bad', 'xz all_bad', 'yz all_bad']],
    ['skipped', []],
  ])('on three, %s says of each two', (given, pairs) => expect(say(given)).toEqual(pairs))
})

describe('a vote', () => {
  test('is cast once, also by 10 calls at a time', async () => {
    const scene = await createScene()
    const { id } = await compare(scene, ['a', 'b'])
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => vote(scene, id, index % 2 === 0 ? 'first' : 'second')))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const refused = answers.find(({ statusCode }) => statusCode !== 200)
    expect(refused?.json()).toMatchObject({ detail: { code: 'COMPARISON_CLOSED' } })
    const [pair] = await summarize(scene)
    expect((pair?.first_wins ?? 0) + (pair?.second_wins ?? 0)).toBe(1)
  })

  test.each([
    ['a reply is running', { last: 'generating' as const }, 'first'],
    ['the position has failed', { last: 'failed' as const }, 'second'],
    ['one alone is completed', { last: 'failed' as const }, 'equal'],
    ['there is no such position', {}, 'third'],
  ] as const)('is refused while %s', async (_, options, given) => {
    const scene = await createScene()
    const { id } = await compare(scene, ['a', 'b'], options)
    expect((await vote(scene, id, given)).json()).toMatchObject({ detail: { code: 'CHAT_FEEDBACK_FAILED' } })
    expect(await summarize(scene)).toEqual([])
  })

  test('is refused once the chat has gone on, and of a comparison of another chat', async () => {
    const scene = await createScene()
    const { id, replies } = await compare(scene, ['a', 'b'])
    await createMessage(app.db, { chatId: scene.chat.id, parentId: replies[0]?.id ?? '', depth: 2 })
    expect((await vote(scene, id, 'first')).json()).toMatchObject({ detail: { code: 'COMPARISON_CLOSED' } })
    const other = await compare({ chat: await app.startChat(scene.person, scene.assistant.id) }, ['a', 'b'])
    for (const missing of [other.id, unknownId()])
      expect((await vote(scene, missing, 'first')).json()).toMatchObject({ detail: { code: 'COMPARISON_NOT_FOUND' } })
  })
})
