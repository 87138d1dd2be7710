import { createAllowedHost } from '@heddle/db/factories/allowed-host'
import { createTenant } from '@heddle/db/factories/tenant'
import { byId, type MatrixPart, newEmail, newPassword, revisionOf, type Target } from '../part.ts'

const findHost = ({ id: hostId, tenantId: id }: { id: string; tenantId: string }): Target => ({ id, hostId, about: 'hostId' })

export const tenantMatrix = {
  bodies: {
    createTenant: () => ({ tenant: { name: 'Institute' }, administrator: { email: newEmail(), password: newPassword } }),
    createAllowedHost: () => ({ allowed_host: { host: 'api.example.org', secret_header: { name: 'x-key', value: 'secret' } } }),
    updateAllowedHost: async ({ db, target: { hostId = '' } }) => ({
      allowed_host: { allows_private: true, revision: await revisionOf(db.allowedHost.findUnique({ where: { id: hostId } })) },
    }),
    updateTenant: async ({ db, target: { id } }) => ({
      tenant: { product_name: 'Loom', revision: await revisionOf(db.tenant.findUnique({ where: { id } })) },
    }),
  },
  things: {
    'their own tenant': byId(async (_world, { user }) => ({ id: user.tenantId })),
    'server of their own tenant': async ({ db }, { user }) => findHost(await createAllowedHost(db, { tenantId: user.tenantId })),
    'server of another tenant': async ({ db }) => findHost(await createAllowedHost(db)),
    'server of another tenant, in their own': async ({ db }, { user }) => ({ ...findHost(await createAllowedHost(db)), id: user.tenantId }),
    'another tenant': byId(({ db }) => createTenant(db)),
  },
} satisfies MatrixPart
