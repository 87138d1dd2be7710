// Which models a tenant offers, for each statement that reads them: the first one answers where nothing else is chosen.
import type { Prisma } from '@heddle/db/generated/client'

/** Finds the chat models that a tenant offers: the default first, then in the tenant's order. */
export const offeredModels = (tenantId: string) =>
  ({
    where: { tenantId, enabled: true, kind: 'chat', endpoint: { enabled: true } },
    orderBy: [{ isDefault: 'desc' }, { position: 'asc' }, { name: 'asc' }],
  }) satisfies Prisma.ModelFindManyArgs
