// Datasets by words, by links and by workflows. Prisma cannot say it: a search in the values of JSON, containment, and row locks.
import type { DatasetKind } from '@heddle/contracts/dataset/dataset'
import type { Queryable } from '@heddle/db/client'
import { listDatabaseCodes } from '../../platform/database/database-codes.ts'
import { AppError } from '../../platform/errors/app-error.ts'

type DatasetFilters = {
  readonly keyword?: string | undefined
  readonly group_id?: string | undefined
  readonly kind?: DatasetKind | undefined
}

/** Returns the ids of a page of the tenant's datasets, the latest first. */
export async function findDatasetIds(
  on: Queryable,
  tenantId: string,
  { keyword, group_id: groupId, kind }: DatasetFilters,
  { afterId, take }: { readonly afterId: string | undefined; readonly take: number },
): Promise<string[]> {
  const rows = await on.$queryRaw<{ id: string }[]>`
    SELECT d.id FROM dataset d
    WHERE d.tenant_id = ${tenantId}::uuid
      AND (${groupId ?? null}::uuid IS NULL OR d.group_id = ${groupId ?? null}::uuid)
      AND (${kind ?? null}::dataset_kind IS NULL OR d.kind = ${kind ?? null}::dataset_kind)
      AND (${afterId ?? null}::uuid IS NULL OR d.id < ${afterId ?? null}::uuid)
      AND (${keyword || null}::text IS NULL
        OR strpos(fold(localized_values(d.name) || E'\n' || localized_values(d.description)), fold(${keyword || null})) > 0)
    ORDER BY d.id DESC LIMIT ${take}`
  return rows.map(({ id }) => id)
}

/** Edits, publications, restorations and imports of a dataset take turns here. */
export async function lockDataset(tx: Queryable, tenantId: string, id: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM dataset WHERE id = ${id}::uuid AND tenant_id = ${tenantId}::uuid FOR NO KEY UPDATE`
}

/** Locks a dataset to delete it: no other one refers to it meanwhile, and no version that queries it is published. */
export async function lockForDeletion(tx: Queryable, tenantId: string, id: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM dataset WHERE id = ${id}::uuid AND tenant_id = ${tenantId}::uuid FOR UPDATE`
}

const lockNotAvailable = '55P03'

/** Locks for a person who waits for the answer. Throws `DATASET_BUSY` after three seconds: an import of many rows takes longer. */
export async function lockPromptly(tx: Queryable, lock: () => Promise<void>): Promise<void> {
  await tx.$queryRaw`SELECT set_config('lock_timeout', '3s', true)`
  await lock().catch((error: unknown) => {
    throw listDatabaseCodes(error).includes(lockNotAvailable) ? new AppError('DATASET_BUSY') : error
  })
  await tx.$queryRaw`SELECT set_config('lock_timeout', '0', true)`
}

/** Returns the columns of datasets of the tenant that links lead to, which are not deleted in this transaction. */
export async function findLinked(
  tx: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<{ id: string; name: unknown; columns: unknown }[]> {
  return tx.$queryRaw`
    SELECT id, name, columns FROM dataset WHERE id = ANY(${ids}::uuid[]) AND tenant_id = ${tenantId}::uuid ORDER BY id FOR KEY SHARE`
}

/** Returns the tables of the tenant that have one of these names, which are not deleted in this transaction. */
export async function findNamed(
  tx: Queryable,
  tenantId: string,
  names: readonly string[],
): Promise<{ id: string; name: string; columns: unknown }[]> {
  return tx.$queryRaw`
    SELECT id, name->>'default' AS name, columns FROM dataset
    WHERE tenant_id = ${tenantId}::uuid AND kind = 'table' AND name->>'default' = ANY(${names}::text[]) ORDER BY id FOR KEY SHARE`
}

/** How many of the datasets and workflows that use a dataset are named. */
const maxNamed = 100

export type ReferringDataset = {
  readonly id: string
  readonly name: unknown
  /** Of its draft, and of its published version if there is one. */
  readonly definitions: readonly { readonly columns: unknown; readonly measures: unknown }[]
}

/** Returns the datasets whose draft or published version refers to a dataset. */
export async function findReferring(tx: Queryable, tenantId: string, id: string): Promise<ReferringDataset[]> {
  const link = JSON.stringify([{ refers_to: id }])
  return tx.$queryRaw`
    SELECT d.id, d.name, jsonb_build_array(jsonb_build_object('columns', d.columns, 'measures', d.measures))
      || CASE WHEN v.id IS NULL THEN '[]' ELSE jsonb_build_array(jsonb_build_object('columns', v.columns, 'measures', v.measures)) END
      AS definitions
    FROM dataset d
    LEFT JOIN dataset_version v ON v.dataset_id = d.id AND v.number = d.published_version
    WHERE d.tenant_id = ${tenantId}::uuid AND d.id <> ${id}::uuid AND (d.columns @> ${link}::jsonb OR v.columns @> ${link}::jsonb)
    ORDER BY d.id LIMIT ${maxNamed}`
}

/** Returns the workflows whose draft or latest version queries a dataset. Others can only run after they are published again. */
export async function findUsingWorkflows(tx: Queryable, tenantId: string, id: string): Promise<{ id: string; name: unknown }[]> {
  const bound = JSON.stringify({ nodes: [{ config: { datasets: [id] } }] })
  return tx.$queryRaw`
    SELECT w.id, w.name FROM workflow w
    LEFT JOIN LATERAL (SELECT graph FROM workflow_version WHERE workflow_id = w.id ORDER BY number DESC LIMIT 1) v ON true
    WHERE w.tenant_id = ${tenantId}::uuid AND (w.draft @> ${bound}::jsonb OR v.graph @> ${bound}::jsonb)
    ORDER BY w.id LIMIT ${maxNamed}`
}

export type PlanningWorkflow = {
  readonly id: string
  readonly name: unknown
  /** The settings of the nodes with a fixed plan, of its draft and of its latest version. */
  readonly queries: unknown
}

/** Returns the workflows of a tenant whose draft or latest version has a fixed plan. */
export async function findPlanningWorkflows(tx: Queryable, tenantId: string): Promise<PlanningWorkflow[]> {
  const settings = '$.nodes[*].config ? (exists(@.plan))'
  return tx.$queryRaw`
    SELECT w.id, w.name,
      jsonb_path_query_array(w.draft, ${settings}::jsonpath) || coalesce(jsonb_path_query_array(v.graph, ${settings}::jsonpath), '[]') AS queries
    FROM workflow w
    LEFT JOIN LATERAL (SELECT graph FROM workflow_version WHERE workflow_id = w.id ORDER BY number DESC LIMIT 1) v ON true
    WHERE w.tenant_id = ${tenantId}::uuid AND (w.draft @? ${settings}::jsonpath OR v.graph @? ${settings}::jsonpath)
    ORDER BY w.id`
}
