import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { byId, type MatrixPart, newEmail, revisionOf, type Target } from '../part.ts'
import { createMemberOf, type MatrixActor, type MatrixWorld } from '../world.ts'

/** A group, and a user for whose membership in it the actor asks. */
const pair =
  (about: Target['about'], create: (world: MatrixWorld, actor: MatrixActor) => Promise<{ groupId: string; userId: string }>) =>
  async (world: MatrixWorld, actor: MatrixActor): Promise<Target> => {
    const { groupId, userId } = await create(world, actor)
    return { id: groupId, userId, about }
  }

const createOtherGroup = async ({ db, here }: MatrixWorld) => (await createGroup(db, { tenantId: here.id })).id
const createGroupElsewhere = async ({ db, elsewhere }: MatrixWorld) => (await createGroup(db, { tenantId: elsewhere.id })).id

export const groupMatrix = {
  bodies: {
    createGroup: () => ({ group: { name: 'Weavers' } }),
    updateGroup: async ({ db, target: { id } }) => ({
      group: { name: 'Weavers', revision: await revisionOf(db.group.findUnique({ where: { id } })) },
    }),
    putGroupMember: () => ({ role: 'U' }),
    findGroupCandidate: () => ({ keyword: newEmail() }),
  },
  things: {
    'their group': byId(async (world, actor) => ({ id: await world.createGroupOf(actor) })),
    'another group of the tenant': byId(async (world) => ({ id: await createOtherGroup(world) })),
    'a group of another tenant': byId(async (world) => ({ id: await createGroupElsewhere(world) })),
    'a group that manages something': byId(async (world) => {
      const groupId = await createOtherGroup(world)
      await createAssistant(world.db, { tenantId: world.here.id, groupId })
      return { id: groupId }
    }),

    'a user of the tenant, into their group': pair('id', async (world, actor) => ({
      groupId: await world.createGroupOf(actor),
      userId: (await world.createPerson()).id,
    })),
    'a user of the tenant, into another group': pair('id', async (world) => ({
      groupId: await createOtherGroup(world),
      userId: (await world.createPerson()).id,
    })),
    'a user of another tenant, into their group': pair('userId', async (world, actor) => ({
      groupId: await world.createGroupOf(actor),
      userId: (await world.createPerson({ tenantId: world.elsewhere.id })).id,
    })),
    'themselves, into a group of another tenant': pair('id', async (world, { user }) => ({
      groupId: await createGroupElsewhere(world),
      userId: user.id,
    })),
    'a member of their group, out of it': pair('id', async (world, actor) => {
      const groupId = await world.createGroupOf(actor)
      return { groupId, userId: (await createMemberOf(world, groupId)).id }
    }),
    'a member of another group, out of it': pair('id', async (world) => {
      const groupId = await createOtherGroup(world)
      return { groupId, userId: (await createMemberOf(world, groupId)).id }
    }),
    'a user of another tenant, out of their group': pair('userId', async (world, actor) => ({
      groupId: await world.createGroupOf(actor),
      userId: (await world.createPerson({ tenantId: world.elsewhere.id })).id,
    })),
    'a member of a group of another tenant': pair('id', async (world) => {
      const groupId = await createGroupElsewhere(world)
      const { id: userId } = await world.createPerson({ tenantId: world.elsewhere.id })
      await createMembership(world.db, { groupId, userId })
      return { groupId, userId }
    }),
  },
} satisfies MatrixPart
