import type { PrismaClient } from '@heddle/db/client'
import { offeredModels } from './offered-models.ts'

export type ModelRepository = ReturnType<typeof createModelRepository>

export type OfferedModelRow = Awaited<ReturnType<ModelRepository['findOffered']>>[number]

export function createModelRepository(db: PrismaClient) {
  return {
    /** With their endpoints. */
    findOffered: (tenantId: string) =>
      db.model.findMany({ ...offeredModels(tenantId), include: { endpoint: { select: { isFromEnvironment: true } } } }),

    /** Returns the graph of the latest version; undefined when none is published. */
    async findPublishedGraph(workflowId: string): Promise<unknown> {
      const latest = { where: { workflowId }, select: { graph: true }, orderBy: { number: 'desc' } } as const
      return (await db.workflowVersion.findFirst(latest))?.graph
    },
  }
}
