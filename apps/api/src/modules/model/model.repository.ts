import type { PrismaClient } from '@heddle/db/client'

export type ModelRepository = ReturnType<typeof createModelRepository>

export type OfferedModelRow = Awaited<ReturnType<ModelRepository['findOffered']>>[number]

export function createModelRepository(db: PrismaClient) {
  return {
    /** The chat models that are enabled, with their endpoints: the default first, then in the tenant's order. */
    findOffered: (tenantId: string) =>
      db.model.findMany({
        where: { tenantId, enabled: true, kind: 'chat', endpoint: { enabled: true } },
        include: { endpoint: { select: { isFromEnvironment: true } } },
        orderBy: [{ isDefault: 'desc' }, { position: 'asc' }, { name: 'asc' }],
      }),

    /** Returns the graph of the latest version; undefined when none is published. */
    async findPublishedGraph(workflowId: string): Promise<unknown> {
      const latest = { where: { workflowId }, select: { graph: true }, orderBy: { number: 'desc' } } as const
      return (await db.workflowVersion.findFirst(latest))?.graph
    },
  }
}
