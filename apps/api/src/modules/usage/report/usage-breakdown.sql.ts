// Usage by what it was used with. Prisma cannot say it: see usage-selection.sql.ts.
import type { UsageDimension } from '@heddle/contracts/usage/usage-report'
import type { PoolClient } from 'pg'
import { type FigureRow, figures, sums } from './usage-figures.ts'
import { selected, toSelectionValues, type UsageSelection } from './usage-selection.sql.ts'

export type BreakdownRow = FigureRow & {
  readonly dimension: UsageDimension
  /** From 1; null for what the keys beyond the last rank have used together. */
  readonly rank: number | null
  /** Empty for usage without one. */
  readonly key: string
  /** A localized text; null for what is deleted or has no name. */
  readonly name: unknown
  /** How many keys the row is about. */
  readonly keys: number
}

/** SQL by dimension: the key of a row of `used`, from these further tables; which rows it is about; and the name for a key. */
const dimensions: Readonly<
  Record<UsageDimension, { readonly key: string; readonly from?: string; readonly where?: string; readonly name?: string }>
> = {
  user: { key: 'user_id', name: `SELECT name FROM "user" WHERE id = key::uuid AND status <> 'deleted'` },
  group: { key: 'g', from: 'LEFT JOIN LATERAL unnest(group_ids) g ON true', name: 'SELECT name FROM "group" WHERE id = key::uuid' },
  assistant: { key: 'assistant_id', name: 'SELECT name FROM assistant WHERE id = key::uuid' },
  workflow: {
    key: 'coalesce(v.workflow_id, workflow_version_id)',
    from: 'LEFT JOIN workflow_version v ON v.id = workflow_version_id',
    name: 'SELECT name FROM workflow WHERE id = key::uuid',
  },
  model: { key: 'model_name' },
  endpoint: { key: 'endpoint_id', name: `SELECT jsonb_build_object('default', name) FROM model_endpoint WHERE id = key::uuid` },
  flow: { key: 'flow' },
  error: { key: 'error_code', where: `WHERE outcome IN ('failed', 'interrupted')` },
}

const selectKeyed = (dimension: UsageDimension) => {
  const { key, from = '', where = '' } = dimensions[dimension]
  return `SELECT '${dimension}' AS dimension, coalesce((${key})::text, '') AS key, flow, outcome, currency, ${sums} FROM used ${from} ${where} GROUP BY ${key}, flow, outcome, currency`
}

const selectName = (dimension: UsageDimension) => {
  const { name } = dimensions[dimension]
  return `WHEN '${dimension}' THEN ${name === undefined ? 'NULL' : `(${name})`}`
}

/** By each of the dimensions, of the keys with the most tokens, and of the others together. */
export async function sumByDimensions(
  client: PoolClient,
  selection: UsageSelection,
  by: readonly UsageDimension[],
  top: number,
): Promise<BreakdownRow[]> {
  const { rows } = await client.query<BreakdownRow>(
    `
    WITH used AS MATERIALIZED (
      SELECT s.*, user_id, group_ids, assistant_id, workflow_version_id, model_name, endpoint_id, flow, outcome, error_code, currency
      FROM (SELECT key_id, ${sums} FROM usage_rollup WHERE ${selected} GROUP BY key_id) s JOIN usage_key k ON k.id = s.key_id
      WHERE k.tenant_id = $1
    ), keyed AS MATERIALIZED (
      ${by.map(selectKeyed).join(' UNION ALL ')}
    ), ranked AS (
      SELECT dimension, key, row_number() OVER (PARTITION BY dimension ORDER BY sum(input_tokens + output_tokens) DESC, sum(runs) DESC, key) AS rank
      FROM keyed GROUP BY 1, 2
    ), cut AS (
      SELECT k.*, CASE WHEN r.rank <= $14 THEN r.rank::int END AS rank FROM keyed k JOIN ranked r USING (dimension, key)
    ), summed AS (
      SELECT dimension, rank, min(key) AS key, ${figures} FROM cut GROUP BY dimension, rank, currency
    ), others AS (
      SELECT dimension, count(*)::int AS keys FROM ranked WHERE rank > $14 GROUP BY 1
    )
    SELECT s.*, CASE WHEN s.rank IS NULL THEN o.keys ELSE 1 END AS keys,
      CASE WHEN s.rank IS NOT NULL AND s.key <> '' THEN CASE s.dimension ${by.map(selectName).join(' ')} END END AS name
    FROM summed s LEFT JOIN others o USING (dimension)
    ORDER BY s.dimension, s.rank`,
    [...toSelectionValues(selection), top],
  )
  return rows
}
