import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { type EvalRunState, Prisma } from '@heddle/db/generated/client'
import type { Origin } from '../../../platform/permissions/actor.ts'
import { type AskedRow, findAskedRows } from './eval-run.sql.ts'

const withNames = {
  dataset: { select: { id: true, name: true, kind: true, publishedVersion: true } },
  workflow: { select: { id: true, name: true } },
  createdBy: { select: { id: true, name: true } },
  nightlyBy: { select: { id: true, name: true } },
} satisfies Prisma.EvalRunInclude

const withoutGraph = { graph: true } as const

/** A run without its graph, which no list needs. */
export type EvalRunRecord = Prisma.EvalRunGetPayload<{ include: typeof withNames; omit: typeof withoutGraph }>

export type RunFilters = { readonly workflow_id?: string | undefined; readonly state?: EvalRunState | undefined }

/** The run of a set: one of another set does not exist for the caller. */
export type RunKey = { readonly id: string; readonly datasetId: string; readonly tenantId: string }

/** What two runs that tell the same have in common. */
export type AskedRun = {
  readonly datasetId: string
  readonly datasetVersion: number
  readonly workflowId: string
  readonly graphHash: string
  readonly modelName: string
  readonly judgeModel: string | null
  readonly repeats: number
  readonly rowCount: number
}

/** For whom a run is repeated each night, and the request that asked for it. */
export type NightlyMark = { readonly nightlyById: string; readonly nightlyOrigin: Origin }

const activeStates: readonly EvalRunState[] = ['queued', 'running']

export type EvalRunRepository = ReturnType<typeof createEvalRunRepository>

export function createEvalRunRepository(db: PrismaClient) {
  return {
    find: (key: Omit<RunKey, 'datasetId'> & Partial<RunKey>, on: Queryable = db): Promise<EvalRunRecord | null> =>
      on.evalRun.findFirst({ where: key, include: withNames, omit: withoutGraph }),

    /** The latest first. */
    findPage: (
      datasetId: string,
      { workflow_id: workflowId, state }: RunFilters,
      { before, take }: { before: string | undefined; take: number },
    ): Promise<EvalRunRecord[]> =>
      db.evalRun.findMany({
        where: {
          datasetId,
          ...(workflowId !== undefined && { workflowId }),
          ...(state !== undefined && { state }),
          ...(before !== undefined && { id: { lt: before } }),
        },
        include: withNames,
        omit: withoutGraph,
        orderBy: { id: 'desc' },
        take,
      }),

    /** Returns the last completed run of a set with a workflow. */
    findLastCompleted: (datasetId: string, workflowId: string) =>
      db.evalRun.findFirst({
        where: { datasetId, workflowId, state: 'completed' },
        select: { id: true, judgeModel: true },
        orderBy: { id: 'desc' },
      }),

    findVersion: (workflowId: string, number: number) =>
      db.workflowVersion.findUnique({
        where: { workflowId_number: { workflowId, number } },
        select: { number: true, graph: true, graphHash: true },
      }),

    /** Runs of a tenant are created one after another, so that their count holds. */
    async lockRuns(tx: Queryable, tenantId: string) {
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`eval_run ${tenantId}`}, 0))::text`
    },

    countActive: (tx: Queryable, tenantId: string) => tx.evalRun.count({ where: { tenantId, state: { in: [...activeStates] } } }),

    /** Returns the id of a run that waits, or goes on with what the resources have now, and asks the same; undefined without one. */
    async findAlike(tx: Queryable, { repeats, ...same }: AskedRun, resourceStates: Prisma.InputJsonObject): Promise<string | undefined> {
      const open = [{ state: 'queued' }, { state: 'running', resourceStates: { equals: resourceStates } }] as const
      const where = { ...same, repeats: { gte: repeats }, OR: [...open] }
      return (await tx.evalRun.findFirst({ where, select: { id: true }, orderBy: { id: 'desc' } }))?.id
    },

    async create(tx: Queryable, data: Prisma.EvalRunUncheckedCreateInput, rows: readonly AskedRow[]) {
      const { id } = await tx.evalRun.create({ data, select: { id: true } })
      await tx.evalRunRow.createMany({ data: rows.map((row) => ({ runId: id, rowId: row.id, rowNo: row.rowNo, cells: row.cells })) })
      return id
    },

    markNightly: (tx: Queryable, id: string, { nightlyById, nightlyOrigin }: NightlyMark) =>
      tx.evalRun.update({ where: { id }, data: { nightlyById, nightlyOrigin: { ...nightlyOrigin } } }),

    /** Takes the mark from runs; false when none of them has it. */
    async unmark(
      tx: Queryable,
      where: Pick<Prisma.EvalRunWhereInput, 'id' | 'datasetId' | 'workflowId' | 'nightlyById'>,
    ): Promise<boolean> {
      const data = { nightlyById: null, nightlyOrigin: Prisma.DbNull }
      return (await tx.evalRun.updateMany({ where: { nightlyById: { not: null }, ...where }, data })).count > 0
    },

    /** Deletes the oldest ended runs of a set that are beyond those that are kept. */
    async deleteOld(tx: Queryable, datasetId: string) {
      const old = await tx.evalRun.findMany({
        where: { datasetId, state: { notIn: [...activeStates] }, nightlyById: null },
        select: { id: true },
        orderBy: { id: 'desc' },
        skip: limits.evalRunsKept,
      })
      if (old.length > 0) await tx.evalRun.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } })
    },

    /** Ends a run that waits or goes on as cancelled; false when it has ended. */
    async cancel(tx: Queryable, { id }: Pick<RunKey, 'id'>): Promise<boolean> {
      const data = { state: 'cancelled', endedAt: new Date() } as const
      return (await tx.evalRun.updateMany({ where: { id, state: { in: [...activeStates] } }, data })).count === 1
    },

    async delete(tx: Queryable, id: string) {
      await tx.evalRun.delete({ where: { id } })
    },

    findRows: findAskedRows,
  }
}
