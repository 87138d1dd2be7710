// What the conditions of a workflow hang on: the sets and the runs that are kept. Prisma cannot say it: locks, and counts beside what is counted.
import type { GateCondition } from '@heddle/contracts/evaluation/gate'
import { limits } from '@heddle/contracts/limits'
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import { tenantDaySql } from '../../../platform/database/time-zone.sql.ts'
import { offeredModels } from '../../model/offered-models.ts'
import { isReadySql } from '../ready-rows.sql.ts'

export type GateSet = {
  readonly id: string
  readonly name: unknown
  readonly publishedVersion: number | null
  /** Questions of that version that are ready, as far as a run asks them. */
  readonly readyRows: number
}

export type GateRun = {
  readonly id: string
  readonly state: 'queued' | 'running' | 'completed'
  readonly datasetId: string
  readonly datasetVersion: number
  readonly graphHash: string
  readonly repeats: number
  readonly modelName: string
  readonly judgeModel: string | null
  readonly resourceStates: Readonly<Record<string, string>>
  readonly rowCount: number
  readonly answersDone: number
  /** Another one after each change of the run, also by a verdict, with which its figures are stored again. */
  readonly rowVersion: string
}

/** Returns the evaluation sets of the tenant among `ids`; with `locks`, no version of them is published in this transaction. */
export async function findSets(on: Queryable, tenantId: string, ids: readonly string[], locks: boolean): Promise<GateSet[]> {
  const ready = Prisma.sql`SELECT count(*)::int FROM dataset_row r
    WHERE r.dataset_id = d.id AND r.version_from <= d.published_version AND (r.version_to IS NULL OR r.version_to > d.published_version)
      AND ${isReadySql}`
  const sets = await on.$queryRaw<GateSet[]>`
    SELECT d.id, d.name, d.published_version AS "publishedVersion", (${ready}) AS "readyRows" FROM dataset d
    WHERE d.tenant_id = ${tenantId}::uuid AND d.kind = 'eval' AND d.id = ANY(${[...ids]}::uuid[])
    ORDER BY d.id ${locks ? Prisma.sql`FOR SHARE OF d` : Prisma.empty}`
  return sets.map((set) => ({ ...set, readyRows: Math.min(set.readyRows, limits.evalRows) }))
}

/** Returns the runs of the workflow over these sets that have figures or get some, the latest first. */
export const findRuns = (on: Queryable, workflowId: string, datasetIds: readonly string[]): Promise<GateRun[]> =>
  on.$queryRaw<GateRun[]>`
    SELECT r.id, r.state, r.dataset_id AS "datasetId", r.dataset_version AS "datasetVersion", r.graph_hash AS "graphHash", r.repeats,
      r.model_name AS "modelName", r.judge_model AS "judgeModel", r.resource_states AS "resourceStates", r.row_count AS "rowCount",
      CASE r.state WHEN 'completed' THEN r.row_count * r.repeats
        ELSE (SELECT count(*) FROM eval_answer a WHERE a.run_id = r.id AND a.outcome <> 'running') END::int AS "answersDone",
      r.xmin::text AS "rowVersion"
    FROM eval_run r
    WHERE r.workflow_id = ${workflowId}::uuid AND r.dataset_id = ANY(${[...datasetIds]}::uuid[])
      AND r.state IN ('queued', 'running', 'completed')
    ORDER BY r.id DESC`

/** Returns the latest published version; null without one. */
export async function findPublished(on: Queryable, workflowId: string) {
  const select = { number: true, graph: true, graphHash: true } as const
  return on.workflowVersion.findFirst({ where: { workflowId }, select, orderBy: { number: 'desc' } })
}

/** Returns the names of the models that the tenant offers, the default first: a run is asked of the first one that the workflow permits. */
export const findModels = (on: Queryable, tenantId: string): Promise<{ name: string }[]> =>
  on.model.findMany({ ...offeredModels(tenantId), select: { name: true } })

/** Returns the day of the tenant at an instant, as `2026-11-27`. */
export async function findTenantDay(on: Queryable, tenantId: string, at: Date): Promise<string> {
  const [row] = await on.$queryRawUnsafe<{ day: string }[]>(
    `SELECT to_char(${tenantDaySql({ tenantId: '$1', at: '$2' })}, 'YYYY-MM-DD') AS day`,
    tenantId,
    at.toISOString(),
  )
  if (!row) throw new Error('The tenant is gone')
  return row.day
}

/** The ids of the sets that conditions name, each once. */
export const listSets = (conditions: readonly GateCondition[]): string[] => [...new Set(conditions.map(({ dataset_id }) => dataset_id))]
