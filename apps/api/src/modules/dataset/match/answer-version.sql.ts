// Versions of approved answers, as they are asked and as they are built. Prisma cannot say it: the rule of who may read a resource is a
// condition in SQL, and so is the tenant's day.
import { qaColumn } from '@heddle/contracts/dataset/kind-columns'
import { tableSchema } from '@heddle/db/table-schema'
import type { Pool } from 'pg'
import { tenantDaySql } from '../../../platform/database/time-zone.sql.ts'
import type { ActorAccess } from '../../../platform/permissions/actor.ts'
import { readableResourceSql } from '../../../platform/permissions/resource.permissions.ts'
import type { QaTexts } from './qa-row.ts'

export type AnswerVersion = {
  readonly datasetId: string
  readonly tenantId: string
  readonly name: unknown
  readonly versionId: string
  readonly number: number
  readonly tableNumber: number
  /** `WordingEmbedding`; null where wordings are compared by words. */
  readonly embedding: unknown
  /** The one that was set for the scores of its model; null for none. */
  readonly threshold: number | null
  /** The tenant's day. */
  readonly today: string
}

const published = `
  SELECT c.id AS "datasetId", c.tenant_id AS "tenantId", c.name, v.id AS "versionId", v.number, v.table_number AS "tableNumber", v.embedding,
    (c.match_thresholds->>coalesce(v.embedding->>'model', ''))::float8 AS threshold,
    ${tenantDaySql({ tenantId: '$1', at: '$3' })}::text AS today
  FROM dataset c JOIN dataset_version v ON v.dataset_id = c.id AND v.number = c.published_version
  WHERE c.id = $2 AND c.kind = 'qa'`

/** Returns the published version of a dataset that the actor may read; null when there is none. */
export async function findReadableAnswers(pool: Pool, actor: ActorAccess, id: string, now: Date): Promise<AnswerVersion | null> {
  const { rows } = await pool.query<AnswerVersion>({
    name: 'find-readable-answers',
    text: `${published} AND ${readableResourceSql({ tenantId: '$1', groupIds: '$4' })}`,
    values: [actor.tenantId, id, now, actor.memberships.map(({ groupId }) => groupId)],
  })
  return rows[0] ?? null
}

/** Returns the published version of a dataset of the tenant, for its administrators. */
export async function findAnswersOfTenant(pool: Pool, tenantId: string, id: string, now: Date): Promise<AnswerVersion | null> {
  const { rows } = await pool.query<AnswerVersion>(`${published} AND c.tenant_id = $1`, [tenantId, id, now])
  return rows[0] ?? null
}

export type UnfilledAnswers = {
  readonly datasetId: string
  readonly tenantId: string
  readonly groupId: string
  readonly createdById: string | null
  readonly number: number
  readonly embedding: unknown
  /** Of the version that is asked meanwhile; null for none. */
  readonly before: { readonly tableNumber: number; readonly embedding: unknown } | null
}

/** Returns a version of approved answers that is to be filled; null for any other. */
export async function findUnfilledAnswers(pool: Pool, versionId: string): Promise<UnfilledAnswers | null> {
  const { rows } = await pool.query<UnfilledAnswers>(
    `SELECT d.id AS "datasetId", d.tenant_id AS "tenantId", d.group_id AS "groupId", v.created_by_id AS "createdById", v.number, v.embedding,
       (SELECT jsonb_build_object('tableNumber', b.table_number, 'embedding', b.embedding) FROM dataset_version b
        WHERE b.dataset_id = d.id AND b.number = d.published_version AND b.id <> v.id) AS before
     FROM dataset_version v JOIN dataset d ON d.id = v.dataset_id
     WHERE v.id = $1 AND d.kind = 'qa' AND v.state IN ('building', 'active')
       AND to_regclass('${tableSchema}.w' || v.table_number) IS NULL`,
    [versionId],
  )
  return rows[0] ?? null
}

export type StoredQaRow = { readonly id: string; readonly rowNo: number; readonly texts: QaTexts }

/** Returns the rows of a version, or of the draft without a number, in their order. */
export async function findRowsOf(
  pool: Pool,
  datasetId: string,
  { number, max }: { readonly number: number | null; readonly max: number },
): Promise<StoredQaRow[]> {
  const { rows } = await pool.query<StoredQaRow>(
    `SELECT r.id, r.row_no AS "rowNo", r.data AS texts FROM dataset_row r
     WHERE r.dataset_id = $1 AND CASE WHEN $2::int IS NULL THEN r.version_to IS NULL
       ELSE r.version_from <= $2 AND (r.version_to IS NULL OR r.version_to > $2) END
     ORDER BY r.row_no, r.id LIMIT $3`,
    [datasetId, number, max],
  )
  return rows
}

const blank = String.raw`'\s+'`
const readSql = (id: string) => `r.data->>'${id}'`
const hashSql = (id: string) => `md5(nullif(btrim(lower(regexp_replace(normalize(${readSql(id)}, NFKC), ${blank}, ' ', 'g'))), ''))`
const reviewedSql = [
  ...[qaColumn.question, qaColumn.wordings, qaColumn.validUntil].map((id) => `'${id}', ${readSql(id)}`),
  ...Object.values(qaColumn.answer).map((id) => `'${id}', ${hashSql(id)}`),
].join(', ')

/** Returns the rows of the draft with what a review compares: of each answer a hash, as answers may be long. */
export async function findReviewedRows(pool: Pool, datasetId: string, max: number): Promise<StoredQaRow[]> {
  const { rows } = await pool.query<StoredQaRow>(
    `SELECT r.id, r.row_no AS "rowNo", jsonb_build_object(${reviewedSql}) AS texts FROM dataset_row r
     WHERE r.dataset_id = $1 AND r.version_to IS NULL ORDER BY r.row_no, r.id LIMIT $2`,
    [datasetId, max],
  )
  return rows
}

/** Returns the tenant's day. */
export async function findToday(pool: Pool, tenantId: string, now: Date): Promise<string> {
  const { rows } = await pool.query<{ today: string }>(`SELECT ${tenantDaySql({ tenantId: '$1', at: '$2' })}::text AS today`, [
    tenantId,
    now,
  ])
  return rows[0]?.today ?? ''
}

/** Writes what the vectors of a version are made with. */
export const setEmbedding = (client: { query: Pool['query'] }, versionId: string, embedding: object) =>
  client.query('UPDATE dataset_version SET embedding = $2 WHERE id = $1', [versionId, embedding])
