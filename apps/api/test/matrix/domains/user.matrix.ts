import { createSecondFactor } from '@heddle/db/factories/second-factor'
import { byId, type MatrixPart, newEmail, newPassword, revisionOf } from '../part.ts'
import { createMemberOf, type MatrixWorld, ownPassword } from '../world.ts'

async function addFactor<User extends { readonly id: string }>(db: MatrixWorld['db'], user: User): Promise<User> {
  await createSecondFactor(db, { userId: user.id })
  return user
}

export const userMatrix = {
  bodies: {
    createUser: ({ thing, target: { id } }) => ({
      user: { email: newEmail(), name: 'Ada', ...(thing.includes('group') && { parents: [{ id, role: 'U' }] }) },
      password: newPassword,
    }),
    importUsers: () => ({ csv: `name,email\nAda,${newEmail()}\n` }),
    updateUserProfile: async ({ db, target: { id } }) => ({
      user: { name: 'Ada', revision: await revisionOf(db.user.findUnique({ where: { id } })) },
    }),
    updateUserEmail: () => ({ email: newEmail(), current_password: ownPassword }),
    updateUserRole: () => ({ role: 'A' }),
    updateUserStatus: () => ({ status: 'disabled' }),
    updateUserStatuses: ({ target: { id } }) => ({ user_ids: [id], status: 'disabled' }),
    resetPassword: () => ({ password: newPassword }),
  },
  things: {
    themselves: byId(async (_world, { user }) => user),
    'a user of the tenant': byId(({ createPerson }) => createPerson()),
    'a member of their group': byId(async (world, actor) => createMemberOf(world, await world.createGroupOf(actor))),
    'a user with a factor': byId(async ({ db, createPerson }) => addFactor(db, await createPerson())),
    'an administrator with a factor': byId(async ({ db, createPerson }) => addFactor(db, await createPerson({ role: 'A' }))),
    'an administrator': byId(({ createPerson }) => createPerson({ role: 'A' })),
    'a super user': byId(({ createPerson }) => createPerson({ role: 'S' })),
    'a deleted user': byId(({ createPerson }) => createPerson({ status: 'deleted' })),
    'a user of another tenant': byId(({ createPerson, elsewhere }) => createPerson({ tenantId: elsewhere.id })),
  },
} satisfies MatrixPart
