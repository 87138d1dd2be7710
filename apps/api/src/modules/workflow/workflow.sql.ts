// The list of workflows. Prisma cannot say it: the latest version of each beside its draft, and a search in the values of JSON. And the
// saving of a draft, which Prisma would copy value by value, and read twice.
import type { WorkflowState } from '@heddle/contracts/workflow/workflow'
import type { WorkflowGraph, WorkflowLayout } from '@heddle/contracts/workflow/workflow-graph'
import type { Pool } from 'pg'

/** What is shown of a workflow in a list: nothing of its graphs. */
export type WorkflowItemRow = {
  readonly id: string
  readonly name: unknown
  readonly description: unknown
  readonly group: { readonly id: string; readonly name: unknown } | null
  readonly state: WorkflowState
  readonly latestVersion: { readonly number: number; readonly publishedAt: string } | null
  readonly assistantCount: number
  readonly updatedAt: Date
}

export type WorkflowFilters = {
  readonly keyword?: string | undefined
  readonly group_id?: string | undefined
  readonly state?: WorkflowState | undefined
}

type Range = { readonly afterId: string | undefined; readonly take: number }

// Case and width do not matter, in any of the languages of the name and the description.
const listed = `
  SELECT w.id, w.name, w.description, w.group_id, w.updated_at, v.number, v.published_at,
    CASE WHEN v.number IS NULL THEN 'draft' WHEN v.graph_hash = w.draft_hash THEN 'published' ELSE 'changed' END AS state
  FROM workflow w
  LEFT JOIN LATERAL (
    SELECT number, published_at, graph_hash FROM workflow_version WHERE workflow_id = w.id ORDER BY number DESC LIMIT 1
  ) v ON true
  WHERE w.tenant_id = $1 AND ($2::uuid IS NULL OR w.group_id = $2)
    AND ($3::text IS NULL OR EXISTS (
      SELECT FROM (SELECT value FROM jsonb_each_text(w.name) UNION ALL SELECT value FROM jsonb_each_text(w.description)) AS texts
      WHERE strpos(lower(normalize(value, NFKC)), lower(normalize($3, NFKC))) > 0))`

const toValues = (tenantId: string, { keyword, group_id: groupId, state }: WorkflowFilters) => [
  tenantId,
  groupId ?? null,
  keyword || null,
  state ?? null,
]

/** Returns a page of the workflows, the latest first. */
export async function findWorkflowItems(
  pool: Pool,
  tenantId: string,
  filters: WorkflowFilters,
  { afterId, take }: Range,
): Promise<WorkflowItemRow[]> {
  const { rows } = await pool.query<WorkflowItemRow>({
    name: 'find-workflow-items',
    text: `
      SELECT w.id, w.name, w.description, w.state, w.updated_at AS "updatedAt",
        CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'name', g.name) END AS "group",
        CASE WHEN w.number IS NOT NULL THEN json_build_object('number', w.number, 'publishedAt', w.published_at) END AS "latestVersion",
        (SELECT count(*)::int FROM assistant a WHERE a.workflow_id = w.id) AS "assistantCount"
      FROM (${listed}) w LEFT JOIN "group" g ON g.id = w.group_id
      WHERE ($4::text IS NULL OR w.state = $4) AND ($5::uuid IS NULL OR w.id < $5)
      ORDER BY w.id DESC LIMIT $6`,
    values: [...toValues(tenantId, filters), afterId ?? null, take],
  })
  return rows
}

/** Returns how many workflows there are, counted up to `max`. */
export async function countWorkflowItems(pool: Pool, tenantId: string, filters: WorkflowFilters, max: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'count-workflow-items',
    text: `SELECT count(*)::int AS count FROM (SELECT FROM (${listed}) w WHERE $4::text IS NULL OR w.state = $4 LIMIT $5) counted`,
    values: [...toValues(tenantId, filters), max],
  })
  return rows[0]?.count ?? 0
}

export type NewDraft = {
  readonly tenantId: string
  readonly id: string
  /** The one that its editor has seen. */
  readonly revision: number
  readonly editorId: string
  readonly graph: WorkflowGraph
  readonly layout: WorkflowLayout
}

export type UpdatedDraft = { readonly revision: number; readonly updatedAt: Date; readonly hasChanges: boolean }

/** Saves the draft of a workflow that is still at the revision; undefined when it is not, or does not exist. */
export async function updateDraft(
  pool: Pool,
  { tenantId, id, revision, editorId, graph, layout }: NewDraft,
): Promise<UpdatedDraft | undefined> {
  const { rows } = await pool.query<UpdatedDraft>({
    name: 'save-workflow-draft',
    text: `
      UPDATE workflow w SET draft = $4, layout = $5, editor_id = $6, revision = revision + 1, updated_at = now()
      WHERE tenant_id = $1 AND id = $2 AND revision = $3::bigint
      RETURNING revision, updated_at AS "updatedAt", draft_hash IS DISTINCT FROM (
        SELECT graph_hash FROM workflow_version WHERE workflow_id = w.id ORDER BY number DESC LIMIT 1
      ) AS "hasChanges"`,
    values: [tenantId, id, revision, JSON.stringify(graph), JSON.stringify(layout), editorId],
  })
  return rows[0]
}
