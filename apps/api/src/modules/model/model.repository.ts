import type { PrismaClient } from '@heddle/db/client'

export type ModelRepository = ReturnType<typeof createModelRepository>

export function createModelRepository(db: PrismaClient) {
  return {
    /** The default first, then in the tenant's order. */
    findEnabled: (tenantId: string) =>
      db.model.findMany({ where: { tenantId, enabled: true }, orderBy: [{ isDefault: 'desc' }, { position: 'asc' }, { name: 'asc' }] }),
  }
}
