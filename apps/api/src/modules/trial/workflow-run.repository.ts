import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Pool } from 'pg'
import { type ModelPrices, toMicros } from './run-cost.ts'
import { findRunResources, type RunResource } from './run-resource.sql.ts'

const itemColumns = {
  id: true,
  question: true,
  responseLanguage: true,
  version: true,
  nodeId: true,
  user: { select: { id: true, name: true } },
  outcome: true,
  error: true,
  usage: true,
  cost: true,
  ms: true,
  firstTokenMs: true,
  modelName: true,
  createdAt: true,
} as const satisfies Prisma.WorkflowRunSelect

const allColumns = { ...itemColumns, text: true, sources: true, notices: true, trace: true, values: true } as const

export type WorkflowRunItemRow = Prisma.WorkflowRunGetPayload<{ select: typeof itemColumns }>
/** A run with the resources of its nodes, and whether its reader may read them now. */
export type WorkflowRunRow = Prisma.WorkflowRunGetPayload<{ select: typeof allColumns }> & {
  readonly resources: readonly RunResource[]
}

export type WorkflowRunRepository = ReturnType<typeof createWorkflowRunRepository>

export function createWorkflowRunRepository(db: PrismaClient, pool: Pool) {
  async function findRun(readerId: string, where: Prisma.WorkflowRunWhereInput): Promise<WorkflowRunRow | null> {
    const run = await db.workflowRun.findFirst({ where, select: allColumns })
    const resources = run && (await findRunResources(pool, run.id, readerId))
    return resources && { ...run, resources }
  }

  return {
    /** The latest first. */
    findPage: (workflowId: string, { before, take }: { before: string | undefined; take: number }): Promise<WorkflowRunItemRow[]> =>
      db.workflowRun.findMany({
        where: { workflowId, ...(before !== undefined && { id: { lt: before } }) },
        select: itemColumns,
        orderBy: { id: 'desc' },
        take,
      }),

    find: (readerId: string, workflowId: string, id: string) => findRun(readerId, { workflowId, id }),

    /** A run that the user started. */
    findOwn: ({ id: userId, tenantId }: { id: string; tenantId: string }, id: string) =>
      findRun(userId, { id, userId, workflow: { tenantId } }),

    /** What an assistant of the workflow answers by; null when the workflow is gone. */
    findPublished: (workflowId: string) =>
      db.workflow.findUnique({
        where: { id: workflowId },
        select: {
          name: true,
          allowedModels: true,
          allowUserPrompt: true,
          allowFiles: true,
          tenant: { select: { filesWithAnyAssistant: true } },
          versions: { select: { id: true }, orderBy: { number: 'desc' }, take: 1 },
        },
      }),

    /** The prices that hold now. */
    async loadPrices(tenantId: string): Promise<ModelPrices> {
      const prices = await db.modelPrice.findMany({
        where: { model: { tenantId }, validFrom: { lte: new Date() } },
        orderBy: { validFrom: 'desc' },
        distinct: ['modelId'],
      })
      return new Map(
        prices.map(({ modelId, currency, input, cachedInput, output }) => [
          modelId,
          { currency, input: toMicros(input), cachedInput: toMicros(cachedInput), output: toMicros(output) },
        ]),
      )
    },
  }
}
