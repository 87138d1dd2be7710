// The users with what they have used, page by page. Prisma cannot say it: see usage-selection.sql.ts.
import type { userUsageSorts } from '@heddle/contracts/usage/usage-report'
import { fold } from '@heddle/text/language/folding'
import type { PoolClient } from 'pg'
import { escapeLike } from '../../../platform/database/like-literal.ts'
import { type FigureRow, figures, sums } from './usage-figures.ts'
import { selected, toSelectionValues, type UsageSelection } from './usage-selection.sql.ts'

export type UserUsageOrder = { readonly sort: (typeof userUsageSorts)[number]; readonly direction: 'asc' | 'desc' }

/** Where a row stands: what it is sorted by, as text, and the id. */
export type UserUsagePosition = { readonly value: string; readonly id: string }

export type UserUsageRow = FigureRow & {
  readonly position: UserUsagePosition
  /** Null for a user who was deleted. */
  readonly name: unknown
  readonly email: string | null
  readonly lastUsedOn: string
}

const sorted = {
  tokens: { value: 'p.tokens', type: 'float8' },
  requests: { value: 'p.requests', type: 'float8' },
  failures: { value: 'p.failures', type: 'float8' },
  cost: { value: 'p.cost', type: 'numeric' },
  last_used_on: { value: 'p.last_used_on', type: 'date' },
  name: { value: `coalesce(CASE WHEN u.status <> 'deleted' THEN u.name_key END, '')`, type: 'text' },
} as const satisfies Record<UserUsageOrder['sort'], object>

type UserPage = { readonly keyword: string; readonly after: UserUsagePosition | null; readonly take: number }

/** Returns the rows of `take` users, those of one user after each other: one for each currency. */
export async function findUserUsage(
  client: PoolClient,
  selection: UsageSelection,
  order: UserUsageOrder,
  page: UserPage,
): Promise<UserUsageRow[]> {
  const { value, type } = sorted[order.sort]
  const [beyond, direction] = order.direction === 'asc' ? ['>', 'ASC'] : ['<', 'DESC']
  const { rows } = await client.query<UserUsageRow>(
    `
    WITH used AS MATERIALIZED (
      SELECT user_id, flow, outcome, currency, ${sums}, max(period_start) AS last FROM usage_rollup WHERE ${selected} GROUP BY 1, 2, 3, 4
    ), main AS MATERIALIZED (
      -- Amounts of several currencies have no order: that of the most users is sorted by.
      SELECT currency FROM used WHERE currency IS NOT NULL GROUP BY 1 ORDER BY count(DISTINCT user_id) DESC, 1 LIMIT 1
    ), person AS (
      SELECT user_id, sum(input_tokens + output_tokens) AS tokens, coalesce(sum(runs) FILTER (WHERE flow = 'chat'), 0) AS requests,
        coalesce(sum(runs) FILTER (WHERE outcome IN ('failed', 'interrupted')), 0) AS failures,
        coalesce(sum(cost) FILTER (WHERE currency = (SELECT currency FROM main)), 0) AS cost, (max(last) AT TIME ZONE $2)::date AS last_used_on
      FROM used GROUP BY 1
    ), page AS (
      SELECT p.user_id, p.last_used_on, v.value, row_number() OVER (ORDER BY v.value ${direction}, p.user_id ${direction}) AS number,
        CASE WHEN u.status <> 'deleted' THEN u.name END AS name, CASE WHEN u.status <> 'deleted' THEN u.email END AS email
      FROM person p LEFT JOIN "user" u ON u.id = p.user_id CROSS JOIN LATERAL (SELECT ${value} AS value) v
      WHERE ($14 = '' OR (u.status <> 'deleted' AND u.search_key LIKE $14))
        AND ($15::uuid IS NULL OR (v.value, p.user_id) ${beyond} ($16::${type}, $15))
      ORDER BY number LIMIT $17
    )
    SELECT json_build_object('value', p.value::text, 'id', p.user_id) AS position, p.name, p.email, p.last_used_on::text AS "lastUsedOn", ${figures}
    FROM page p JOIN used USING (user_id)
    GROUP BY p.number, p.user_id, p.value, p.last_used_on, p.name, p.email, currency ORDER BY p.number, currency`,
    [
      ...toSelectionValues(selection),
      page.keyword === '' ? '' : `%${escapeLike(fold(page.keyword))}%`,
      page.after?.id ?? null,
      page.after?.value ?? null,
      page.take,
    ],
  )
  return rows
}

export type PreviousUsageRow = { readonly userId: string; readonly requests: number; readonly tokens: number }

/** What these users have used, as far as the selection has it. */
export async function sumUsageOfUsers(
  client: PoolClient,
  selection: UsageSelection,
  userIds: readonly string[],
): Promise<PreviousUsageRow[]> {
  const { rows } = await client.query<PreviousUsageRow>(
    `
    SELECT user_id AS "userId", coalesce(sum(runs) FILTER (WHERE flow = 'chat'), 0)::float8 AS requests,
      sum(input_tokens + output_tokens)::float8 AS tokens
    FROM usage_rollup WHERE ${selected} AND user_id = ANY ($14) GROUP BY 1`,
    [...toSelectionValues(selection), userIds],
  )
  return rows
}
