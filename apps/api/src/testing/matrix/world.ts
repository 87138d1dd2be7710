// Who asks, in the permission matrix: six kinds of users, created for each case so that no case disturbs another.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser, type UserOverrides } from '@heddle/db/factories/user'
import { hashGeneratedPassword } from '@heddle/security/password'
import type { Caller, TestApp } from '../test-app.ts'

export const actorNames = ['S', 'A', 'owner', 'member', 'colleague', 'outsider'] as const
type ActorName = (typeof actorNames)[number]

export type MatrixActor = Caller & { readonly name: ActorName }

export const ownPassword = 'as it was until now'

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
  const passwordHash = await hashGeneratedPassword(ownPassword)
  const assistants = {
    public: await createAssistant(db, { tenantId: here.id, groupId: group.id, isPublic: true }),
    private: await createAssistant(db, { tenantId: here.id, groupId: group.id }),
  }

  /** A user whom the actors ask for. */
  const createPerson = (overrides: UserOverrides = {}) => createUser(db, { tenantId: here.id, ...overrides })

  async function createActor(name: ActorName, overrides: UserOverrides = {}): Promise<MatrixActor> {
    // A super user, and still a stranger here.
    const role = name === 'outsider' ? 'S' : name === 'S' || name === 'A' ? name : 'U'
    const user = await createPerson({ tenantId: name === 'outsider' ? outside.id : here.id, role, passwordHash, ...overrides })
    if (name === 'owner' || name === 'member')
      await createMembership(db, { groupId: group.id, userId: user.id, role: name === 'owner' ? 'O' : 'U' })
    return { ...(await api.as(user)), name }
  }

  /** A new group that is to the actor what the group of the world is. */
  async function createGroupOf({ name, user }: MatrixActor) {
    const { id: groupId } = await createGroup(db, { tenantId: here.id })
    await createMembership(db, { groupId, userId: name === 'owner' ? user.id : (await createPerson()).id, role: 'O' })
    if (name === 'member') await createMembership(db, { groupId, userId: user.id })
    return groupId
  }

  return { api, db, here, outside, elsewhere, assistants, createPerson, createActor, createGroupOf }
}
