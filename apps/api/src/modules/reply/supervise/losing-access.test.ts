// What a user may no longer do ends within five seconds, also when it began before.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChatShare } from '@heddle/db/factories/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { until } from '../../../../test/until.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const usageOf = (chatId: string) => app.db.usageEvent.findMany({ where: { chatId } })
const lastReply = (chatId: string) => app.db.message.findFirstOrThrow({ where: { chatId, role: 'assistant' }, orderBy: { id: 'desc' } })

let number = 0
/** Another one each time, so that its model call can be told from the others. */
const endless = () => `endless,tps=${10 + (number += 1)}`

/** Runs `act`, and resolves once `ended` has; fails when that takes five seconds. */
async function endsInTime(act: () => Promise<unknown>, ended: () => Promise<unknown>) {
  await act()
  const lostAt = Date.now()
  await ended()
  expect(Date.now() - lostAt).toBeLessThan(5_000)
}

/** A member of a group with a private assistant of it, who has a chat with that. */
async function createMember({ role = 'U', inGroup = true }: { role?: 'U' | 'A'; inGroup?: boolean } = {}) {
  const { id: tenantId } = await createTenant(app.db)
  await createModel(app.db, { tenantId, name: 'gpt-4o', isDefault: true })
  const { id: groupId } = await createGroup(app.db, { tenantId })
  const person = await app.createPerson({ tenantId, role })
  const userId = person.user.id
  if (inGroup) await createMembership(app.db, { groupId, userId })
  const assistant = await createAssistant(app.db, { tenantId, groupId })
  return { person, userId, groupId, assistant, tenantId, chat: await app.startChat(person, assistant.id) }
}

type Member = Awaited<ReturnType<typeof createMember>>

async function expectStoppedWithText(chatId: string, fault: string, shown: string) {
  const reply = await until('the reply to be stopped', async () => {
    const row = await lastReply(chatId)
    return row.status === 'stopped' ? row : null
  })
  expect(reply.content.length).toBeGreaterThan(0)
  expect(reply.content.startsWith(shown)).toBe(true)
  expect(app.callsOf(fault)).toMatchObject([{ aborted: true }])
  expect(await usageOf(chatId)).toMatchObject([{ outcome: 'stopped', messageId: reply.id }])
}

// Most of the time passes in waiting.
describe.concurrent('an open stream', () => {
  type Person = { user: { id: string }; session: { id: string } }
  const cases: [string, (person: Person) => Promise<unknown>][] = [
    ['a disabled user', ({ user }) => app.db.user.update({ where: { id: user.id }, data: { status: 'disabled' } })],
    ['a deleted user', ({ user }) => app.db.user.update({ where: { id: user.id }, data: { status: 'deleted' } })],
    ['who has to change the password', ({ user }) => app.db.user.update({ where: { id: user.id }, data: { mustChangePassword: true } })],
    ['a session that was ended', ({ session }) => app.db.session.update({ where: { id: session.id }, data: { revokedAt: new Date() } })],
    ['a raised token version', ({ user }) => app.db.user.update({ where: { id: user.id }, data: { tokenVersion: { increment: 1 } } })],
  ]
  test.each(cases)('of %s ends within 5 s', async (_, lose) => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: endless() })
    await reader.hasText()
    await endsInTime(
      () => lose(person),
      () => reader.ended,
    )
    await app.db.runningReply.updateMany({ where: { message: { chatId: chat.id } }, data: { stopRequestedAt: new Date() } })
    await until('the reply to be stopped', async () => (await lastReply(chat.id)).status === 'stopped')
    expect(reader.events.some(({ type }) => type === 'done')).toBe(false)
  })

  test('of each reader ends when the share does by which it is read, and the reply goes on', async () => {
    const { person, chat, tenantId } = await app.createScene()
    const [member, named, other] = [
      await app.createPerson({ tenantId }),
      await app.createPerson({ tenantId }),
      await app.createPerson({ tenantId }),
    ]
    const { id: groupId } = await createGroup(app.db, { tenantId })
    await createMembership(app.db, { groupId, userId: member.user.id })
    const setPublic = (isPublic: boolean) => person.put(`/api/v1/chat/${chat.id}/access_control`, { explicitly_public: isPublic })
    await setPublic(true)
    await createChatShare(app.db, { chatId: chat.id, groupIds: [groupId] })
    const { id } = await createChatShare(app.db, { chatId: chat.id, userIds: [named.user.id] })
    const running = await app.send(person, chat, { fault: endless() })
    await running.hasText()
    const streams: Awaited<ReturnType<typeof app.rejoin>>[] = []
    for (const reader of [member, named, other]) {
      const stream = await app.rejoin(reader, chat.id)
      await stream.hasText()
      streams.push(stream)
    }
    const question = await app.db.message.findFirstOrThrow({ where: { chatId: chat.id, role: 'user' } })
    await endsInTime(
      async () => {
        await setPublic(false)
        await app.db.membership.deleteMany({ where: { groupId } })
        // This reader still reads the chat, up to before the reply.
        await app.db.chatShare.update({ where: { id }, data: { untilMessageId: question.id } })
      },
      () => Promise.all(streams.map(({ ended }) => ended)),
    )
    expect(streams.flatMap(({ events }) => events).some(({ type }) => type === 'done')).toBe(false)
    expect((await lastReply(chat.id)).status).toBe('generating')
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    await running.done()
  })

  test('goes on for who is signed out elsewhere only', async () => {
    const { person, chat } = await app.createScene()
    const elsewhere = await app.as(person.user)
    const [reader, there] = [await app.send(person, chat, { fault: endless() }), await app.rejoin(elsewhere, chat.id)]
    await there.hasText()
    await endsInTime(
      () => person.delete(`/api/v1/auth/session/${elsewhere.session.id}`),
      () => there.ended,
    )
    const shown = reader.text().length
    await reader.hasText(shown + 10)
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    expect((await reader.done()).status).toBe('stopped')
  })
})

describe.concurrent('a reply of an assistant that its owner may not use any more', () => {
  const demote = ({ userId }: Member) => app.db.user.update({ where: { id: userId }, data: { role: 'U' } })
  const remove = ({ userId, groupId }: Member) => app.db.membership.deleteMany({ where: { userId, groupId } })
  const closeWorkflow = ({ assistant }: Member) =>
    app.db.workflow.update({ where: { id: assistant.workflowId }, data: { openToAllGroups: false, groupId: null } })
  const deleteAssistant = ({ assistant }: Member) => app.db.assistant.delete({ where: { id: assistant.id } })
  const cases: [string, { role?: 'A'; inGroup?: false }, (member: Member) => Promise<unknown>][] = [
    ['demoted', { role: 'A', inGroup: false }, demote],
    ['removed from the group', {}, remove],
    ['shut out of the workflow', {}, closeWorkflow],
    ['left without the assistant', {}, deleteAssistant],
  ]

  test.each(cases)('(%s) is stopped within 5 s, and its reader told', async (_, as, lose) => {
    const member = await createMember(as)
    const { person, chat } = member
    const fault = endless()
    const reader = await app.send(person, chat, { fault })
    await reader.hasText()
    await endsInTime(
      () => lose(member),
      () => reader.ended,
    )
    const done = await reader.done()
    expect([done.status, done.message.content]).toEqual(['stopped', reader.text()])
    await expectStoppedWithText(chat.id, fault, reader.text())
    expect((await person.get(`/api/v1/chat/${chat.id}`)).statusCode).toBe(200)
    const again = await app.send(person, { id: chat.id, version: done.version })
    expect(again.error?.code).toBe('CHAT_CONFIG_MISSING')
  })

  test('is stopped by the administrator who takes the member out, also in another process', async () => {
    const { person, userId, groupId, chat, tenantId } = await createMember()
    const administrator = await app.createPerson({ tenantId, role: 'A' })
    const other = await app.startSecondProcess()
    const fault = endless()
    const reader = await app.send(person, chat, { fault, at: other.origin })
    await reader.hasText()
    await endsInTime(
      () => administrator.delete(`/api/v1/group/${groupId}/user/${userId}`),
      () => reader.ended,
    )
    await expectStoppedWithText(chat.id, fault, reader.text())
    await other.close()
  })

  test('goes on for a member who is removed from the group of a public assistant', async () => {
    const member = await createMember()
    await app.db.assistant.update({ where: { id: member.assistant.id }, data: { isPublic: true } })
    const reader = await app.send(member.person, member.chat, { fault: endless() })
    await reader.hasText()
    const elsewhere = await createMember()
    const ended = await app.send(elsewhere.person, elsewhere.chat, { fault: endless() })
    await Promise.all([remove(member), remove(elsewhere)])
    // By the same check the one has been judged when the other has.
    await ended.done()
    expect((await lastReply(member.chat.id)).status).toBe('generating')
    await member.person.post(`/api/v1/chat/${member.chat.id}/stop_generation`)
    expect((await reader.done()).status).toBe('stopped')
  })
})

describe.concurrent('a reply without a reader', () => {
  const cases: [string, (member: Member) => Promise<unknown>][] = [
    ['who is disabled', ({ userId }) => app.db.user.update({ where: { id: userId }, data: { status: 'disabled' } })],
    ['who is deleted', ({ userId }) => app.db.user.update({ where: { id: userId }, data: { status: 'deleted' } })],
    ['who has to change the password', ({ userId }) => app.db.user.update({ where: { id: userId }, data: { mustChangePassword: true } })],
    ['who is removed from the group', ({ userId }) => app.db.membership.deleteMany({ where: { userId } })],
  ]
  test.each(cases)('of a user %s is stopped within 5 s, with its text', async (_, lose) => {
    const member = await createMember()
    const { person, chat } = member
    const fault = endless()
    const reader = await app.send(person, chat, { fault })
    await reader.hasText()
    reader.leave()
    await reader.ended
    await endsInTime(
      () => lose(member),
      () => until('the upstream to be closed', () => app.callsOf(fault)[0]?.aborted),
    )
    await expectStoppedWithText(chat.id, fault, reader.text())
  })

  test('goes on when its owner signs out', async () => {
    const { person, chat } = await createMember()
    const reader = await app.send(person, chat, { fault: endless() })
    await reader.hasText()
    await endsInTime(
      () => app.db.session.update({ where: { id: person.session.id }, data: { revokedAt: new Date() } }),
      () => reader.ended,
    )
    expect((await lastReply(chat.id)).status).toBe('generating')
    const again = await app.as(person.user)
    const back = await app.rejoin(again, chat.id)
    await back.hasText()
    await again.post(`/api/v1/chat/${chat.id}/stop_generation`)
    expect((await back.done()).status).toBe('stopped')
  })
})
