import { createTenant } from '@heddle/db/factories/tenant'
import { byId, type MatrixPart, newEmail, newPassword, revisionOf } from '../../testing/matrix/part.ts'

export const tenantMatrix = {
  bodies: {
    createTenant: () => ({ tenant: { name: 'Institute' }, administrator: { email: newEmail(), password: newPassword } }),
    updateTenant: async ({ db, target: { id } }) => ({
      tenant: { product_name: 'Loom', revision: await revisionOf(db.tenant.findUnique({ where: { id } })) },
    }),
  },
  things: {
    'their own tenant': byId(async (_world, { user }) => ({ id: user.tenantId })),
    'another tenant': byId(({ db }) => createTenant(db)),
  },
} satisfies MatrixPart
