import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'

export type TenantRow = Prisma.TenantGetPayload<object>

export type TenantRepository = ReturnType<typeof createTenantRepository>

export function createTenantRepository(db: PrismaClient) {
  return {
    get: (id: string): Promise<TenantRow> => db.tenant.findUniqueOrThrow({ where: { id } }),

    /** The tenant of a host name, else the first of the installation; null before there is one. */
    findByHostname: async (hostname: string): Promise<TenantRow | null> =>
      (await db.tenant.findUnique({ where: { hostname } })) ?? db.tenant.findFirst({ orderBy: { id: 'asc' } }),
  }
}
