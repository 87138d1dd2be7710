import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'

const itemColumns = {
  number: true,
  note: true,
  restoredFrom: true,
  gate: true,
  publishedAt: true,
  author: { select: { id: true, name: true } },
} as const

export type VersionItemRow = Prisma.WorkflowVersionGetPayload<{ select: typeof itemColumns }>
export type VersionRow = VersionItemRow & { readonly id: string; readonly graph: unknown }

export type VersionRepository = ReturnType<typeof createVersionRepository>

export function createVersionRepository(db: PrismaClient) {
  return {
    /** The latest first. */
    findPage: (workflowId: string, { before, take }: { before: number | undefined; take: number }): Promise<VersionItemRow[]> =>
      db.workflowVersion.findMany({
        where: { workflowId, ...(before !== undefined && { number: { lt: before } }) },
        select: itemColumns,
        orderBy: { number: 'desc' },
        take,
      }),

    find: (workflowId: string, number: number, on: Queryable = db): Promise<VersionRow | null> =>
      on.workflowVersion.findUnique({
        where: { workflowId_number: { workflowId, number } },
        select: { ...itemColumns, id: true, graph: true },
      }),

    findGraph: async (id: string): Promise<unknown> =>
      (await db.workflowVersion.findUnique({ where: { id }, select: { graph: true } }))?.graph,

    /** The latest version with the graph of this hash. */
    findNumberByHash: async (workflowId: string, graphHash: string, on: Queryable): Promise<number | null> =>
      (await on.workflowVersion.findFirst({ where: { workflowId, graphHash }, select: { number: true }, orderBy: { number: 'desc' } }))
        ?.number ?? null,

    create: (
      tx: Queryable,
      version: Pick<
        Prisma.WorkflowVersionUncheckedCreateInput,
        'workflowId' | 'number' | 'graph' | 'authorId' | 'note' | 'restoredFrom' | 'gate'
      >,
    ): Promise<VersionItemRow> => tx.workflowVersion.create({ data: version, select: itemColumns }),
  }
}
