// Who asks, in the permission matrix: six kinds of users, another one for each case so that no case disturbs another.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat } from '@heddle/db/factories/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser, createUsers, type UserOverrides } from '@heddle/db/factories/user'
import { hashGeneratedPassword } from '@heddle/security/password'
import type { Caller, TestApp } from '../application/test-app.ts'

export const actorNames = ['S', 'A', 'owner', 'member', 'colleague', 'outsider'] as const
type ActorName = (typeof actorNames)[number]

export type MatrixActor = Caller & { readonly name: ActorName }

export type Owner = { readonly id: string; readonly tenantId: string }

export const ownPassword = 'as it was until now'

/** How many users of a kind are created at once: three statements for all of them, instead of three for each. */
const batchSize = 50

export type MatrixWorld = Awaited<ReturnType<typeof createMatrixWorld>>

/** A new user of the tenant who is a member of the group. */
export async function createMemberOf({ db, createPerson }: MatrixWorld, groupId: string) {
  const user = await createPerson()
  await createMembership(db, { groupId, userId: user.id })
  return user
}

/** A tenant with a group of an owner and members, and two tenants besides: the outsider's, and one without any of these users. */
export async function createMatrixWorld(api: TestApp) {
  const { db } = api
  const [here, outside, elsewhere] = [await createTenant(db), await createTenant(db), await createTenant(db)]
  for (const { id: tenantId } of [here, outside]) await createModel(db, { tenantId, name: 'demo', isDefault: true })
  const group = await createGroup(db, { tenantId: here.id })
  const assistantOfChats = new Map<string, string>()
  const passwordHash = await hashGeneratedPassword(ownPassword)
  const assistants = {
    public: await createAssistant(db, { tenantId: here.id, groupId: group.id, isPublic: true }),
    private: await createAssistant(db, { tenantId: here.id, groupId: group.id }),
  }

  /** A user whom the actors ask for. */
  const createPerson = (overrides: UserOverrides = {}) => createUser(db, { tenantId: here.id, ...overrides })

  async function createActors(name: ActorName): Promise<MatrixActor[]> {
    // A super user, and still a stranger here.
    const role = name === 'outsider' ? 'S' : name === 'S' || name === 'A' ? name : 'U'
    const users = await createUsers(db, batchSize, { tenantId: name === 'outsider' ? outside.id : here.id, role, passwordHash })
    if (name === 'owner' || name === 'member') {
      const memberships = users.map(({ id: userId }) => ({
        groupId: group.id,
        userId,
        role: name === 'owner' ? ('O' as const) : ('U' as const),
      }))
      await db.membership.createMany({ data: memberships })
    }
    return (await api.asEach(users)).map((caller) => ({ ...caller, name }))
  }

  const waiting = new Map<ActorName, MatrixActor[]>()
  for (const name of actorNames) waiting.set(name, await createActors(name))

  /** Returns a user of this kind whom no case has had. */
  async function takeActor(name: ActorName): Promise<MatrixActor> {
    const actors = waiting.get(name) ?? []
    waiting.set(name, actors)
    if (actors.length === 0) actors.push(...(await createActors(name)))
    const actor = actors.pop()
    if (!actor) throw new Error(`No actor "${name}" was created`)
    return actor
  }

  /** A new group that is to the actor what the group of the world is. */
  async function createGroupOf({ name, user }: MatrixActor) {
    const { id: groupId } = await createGroup(db, { tenantId: here.id })
    await createMembership(db, { groupId, userId: name === 'owner' ? user.id : (await createPerson()).id, role: 'O' })
    if (name === 'member') await createMembership(db, { groupId, userId: user.id })
    return groupId
  }

  /** A chat with an assistant of the owner's tenant, which all of these chats have. */
  async function createChatOf({ id: ownerId, tenantId }: Owner, explicitlyPublic = false) {
    const assistantId = assistantOfChats.get(tenantId) ?? (await createAssistant(db, { tenantId, isPublic: true })).id
    assistantOfChats.set(tenantId, assistantId)
    return createChat(db, { ownerId, explicitlyPublic, assistantId })
  }

  return { api, db, here, outside, elsewhere, assistants, createPerson, takeActor, createGroupOf, createChatOf }
}
