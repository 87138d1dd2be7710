// What is checked while something is open is what was checked when it began: every case is asked of the predicates, as a
// request does, and of the one query for everybody.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat } from '@heddle/db/factories/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { permissions } from '@heddle/contracts/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anySession } from '../../../test/application/any-session.ts'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'
import { until } from '../../../test/until.ts'
import { type Actor, hasPermission } from './actor.ts'
import { canUseAssistant } from './assistant.permissions.ts'
import { canReadChat } from './chat.permissions.ts'
import { createStreamAuthority } from './stream-authority.ts'
import type { Holder, Right } from './stream-authority.sql.ts'

let api: TestApp
let world: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  api = await createTestApp()
  world = await arrange()
})
afterAll(() => api.close())

const holderNames = ['S', 'A', 'owner', 'member', 'colleague', 'outsider'] as const
const chatNames = ['private chat', 'shared chat', 'chat elsewhere'] as const
const liveShare = { untilMessageId: null, expiresAt: null, isOpened: false }
const assistantNames = ['public', 'private', 'restricted', 'elsewhere'] as const

async function arrange() {
  const { db } = api
  const [{ id: tenantId }, elsewhere] = [await createTenant(db), await createUser(db, { role: 'S' })]
  const [{ id: groupId }, { id: workflowGroupId }] = [await createGroup(db, { tenantId }), await createGroup(db, { tenantId })]
  const closed = await createWorkflow(db, { tenantId, groupId: workflowGroupId, openToAllGroups: false })
  const users = {
    S: await createUser(db, { tenantId, role: 'S' }),
    A: await createUser(db, { tenantId, role: 'A' }),
    owner: await createUser(db, { tenantId }),
    member: await createUser(db, { tenantId }),
    colleague: await createUser(db, { tenantId }),
    outsider: elsewhere,
  }
  await createMembership(db, { groupId, userId: users.owner.id, role: 'O' })
  await createMembership(db, { groupId, userId: users.member.id })
  const callers = {} as Record<(typeof holderNames)[number], Caller>
  for (const name of holderNames) callers[name] = await api.as(users[name])
  return {
    callers,
    chats: {
      'private chat': await createChat(db, { ownerId: users.member.id }),
      'shared chat': await createChat(db, { ownerId: users.member.id, explicitlyPublic: true }),
      'chat elsewhere': await createChat(db, { ownerId: elsewhere.id, explicitlyPublic: true }),
    },
    assistants: {
      public: await createAssistant(db, { tenantId, groupId, isPublic: true }),
      private: await createAssistant(db, { tenantId, groupId }),
      restricted: await createAssistant(db, { tenantId, groupId, workflowId: closed.id }),
      elsewhere: await createAssistant(db, { tenantId: elsewhere.tenantId, isPublic: true }),
    },
  }
}

const toClaim = ({ user, session }: Caller): Holder => ({
  id: user.id,
  tenantId: user.tenantId,
  credential: { kind: 'session', sessionId: session.id, tokenVersion: user.tokenVersion },
})

/** The actor as a request would have it. */
async function findActor({ user }: Caller): Promise<Actor> {
  const { role, language, memberships } = await api.db.user.findUniqueOrThrow({ where: { id: user.id }, include: { memberships: true } })
  const origin = { address: '127.0.0.1', userAgent: undefined }
  return { ...user, ...anySession, role, language, mustChangePassword: false, origin, memberships }
}

const authority = () => createStreamAuthority({ ...api.dependencies, now: () => new Date() })

/** Which of the claims are ended by one check; those that are not are seen to have been checked by one beside them. */
async function listEnded(claims: readonly { holder: Holder; right: Right }[]) {
  const ended = claims.map(() => false)
  const watching = authority()
  const unwatch = claims.map(({ holder, right }, index) => watching.watch(holder, right, () => (ended[index] = true)))
  let isChecked = false
  unwatch.push(watching.watch({ id: unknownId(), tenantId: unknownId() }, {}, () => (isChecked = true)))
  await until('a check', () => isChecked)
  for (const stop of unwatch) stop()
  return ended
}

describe('one check of everything that is open', () => {
  test('allows what the predicates allow, and nothing else', async () => {
    const cases: { name: string; holder: Holder; right: Right; expected: boolean }[] = []
    for (const name of holderNames) {
      const [holder, actor] = [toClaim(world.callers[name]), await findActor(world.callers[name])]
      for (const chat of chatNames)
        cases.push({
          name: `${name}: ${chat}`,
          holder,
          right: { chatId: world.chats[chat].id },
          expected: canReadChat(actor, {
            ...world.chats[chat],
            share: chat === 'private chat' || actor.id === world.chats[chat].ownerId ? null : liveShare,
          }),
        })
      for (const key of assistantNames) {
        const { id } = world.assistants[key]
        const assistant = await api.db.assistant.findUniqueOrThrow({ where: { id }, include: { workflow: true } })
        cases.push({ name: `${name}: ${key} assistant`, holder, right: { assistantId: id }, expected: canUseAssistant(actor, assistant) })
      }
      for (const permission of permissions)
        cases.push({ name: `${name}: ${permission}`, holder, right: { permission }, expected: hasPermission(actor, permission) })
      cases.push({ name: `${name}: no such assistant`, holder, right: { assistantId: unknownId() }, expected: false })
      cases.push({ name: `${name}: anything`, holder, right: {}, expected: true })
    }
    const ended = await listEnded(cases)
    expect(cases.map(({ name }, index) => [name, !ended[index]])).toEqual(cases.map(({ name, expected }) => [name, expected]))
  })

  test('knows the sessions and the standing of a request', async () => {
    type Change = (caller: Caller) => Promise<unknown>
    const setUser =
      (data: object): Change =>
      ({ user }) =>
        api.db.user.update({ where: { id: user.id }, data })
    const setSession =
      (data: object): Change =>
      ({ session }) =>
        api.db.session.update({ where: { id: session.id }, data })
    const past = new Date(Date.now() - 1_000)
    const changes: Record<string, Change> = {
      nothing: async () => {},
      disabled: setUser({ status: 'disabled' }),
      deleted: setUser({ status: 'deleted' }),
      'must change the password': setUser({ mustChangePassword: true }),
      'another token version': setUser({ tokenVersion: { increment: 1 } }),
      revoked: setSession({ revokedAt: past }),
      expired: setSession({ expiresAt: past }),
      'expired for good': setSession({ absoluteExpiresAt: past }),
    }
    const cases: { name: string; caller: Caller }[] = []
    for (const [name, change] of Object.entries(changes)) {
      const caller = await api.as(await createUser(api.db))
      await change(caller)
      cases.push({ name, caller })
    }
    const answers = await Promise.all(cases.map(({ caller }) => caller.get('/api/v1/preference/user/me')))
    const ended = await listEnded(cases.map(({ caller }) => ({ holder: toClaim(caller), right: {} })))
    expect(cases.map(({ name }, index) => [name, !ended[index]])).toEqual(
      cases.map(({ name }, index) => [name, answers[index]?.statusCode === 200]),
    )
    expect(ended.filter((isEnded) => !isEnded)).toHaveLength(1)
  })

  test('leaves the reply of a chat that is gone the time until the next check to say that it was stopped, but none to a user who is gone', async () => {
    const watching = authority()
    let checks = 0
    const endedAt = Object.fromEntries(holderNames.map((name) => [name, [] as number[]]))
    const unwatch = [
      watching.watch({ id: unknownId(), tenantId: unknownId() }, { chatId: unknownId() }, () => (checks += 1)),
      ...holderNames.map((name) =>
        watching.watch(toClaim(world.callers[name]), { chatId: unknownId() }, () => endedAt[name]?.push(checks)),
      ),
    ]
    await until('three checks', () => checks === 3)
    for (const stop of unwatch) stop()
    expect(endedAt).toEqual(Object.fromEntries(holderNames.map((name) => [name, [2, 3]])))
  })

  test('asks for no session where none is claimed', async () => {
    const caller = await api.as(await createUser(api.db))
    await api.db.session.update({ where: { id: caller.session.id }, data: { revokedAt: new Date() } })
    const { id, tenantId } = caller.user
    const ended = await listEnded([{ holder: { id, tenantId }, right: {} }])
    expect(ended).toEqual([false])
  })
})
