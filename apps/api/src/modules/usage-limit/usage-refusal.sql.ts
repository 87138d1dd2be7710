// What limits refused, by day. Prisma cannot say it: days and times are those of the clock of the database, a row is raised where it
// is, and a list shares its columns with the other statements about limits.
import { limits } from '@heddle/contracts/limits'
import type { Pool } from 'pg'
import { type LimitState, ruleColumns } from './usage-limit.sql.ts'

export type UsageRefusal = { readonly ruleId: string; readonly subjectId: string; readonly userId: string }

/** The least day that is kept. */
const firstDay = `(now() AT TIME ZONE 'UTC')::date - ${limits.usageRefusalDays - 1}`

/** Counts a refused attempt; nothing when the rule was deleted meanwhile. */
export async function insertRefusal(pool: Pool, { ruleId, subjectId, userId }: UsageRefusal): Promise<void> {
  await pool.query({
    name: 'insert-refusal',
    text: `
      INSERT INTO usage_refusal AS f (rule_id, subject_id, user_id, day, count, first_at, last_at)
      SELECT r.id, $2::uuid, $3::uuid, (now() AT TIME ZONE 'UTC')::date, 1, now(), now()
      FROM (SELECT id FROM usage_limit_rule WHERE id = $1 FOR KEY SHARE) r
      ON CONFLICT (rule_id, subject_id, user_id, day) DO UPDATE
      SET count = f.count + 1, first_at = least(f.first_at, excluded.first_at), last_at = greatest(f.last_at, excluded.last_at)`,
    values: [ruleId, subjectId, userId],
  })
}

export type UserRefusals = Omit<LimitState, 'used'> & {
  readonly subjectId: string
  readonly count: number
  readonly firstAt: Date
  readonly lastAt: Date
}

/** What limits of the tenant have refused to a user in the kept days, by limit: the latest first. */
export async function findRefusals(
  pool: Pool,
  { id, tenantId }: { readonly id: string; readonly tenantId: string },
): Promise<UserRefusals[]> {
  const { rows } = await pool.query<UserRefusals>(
    `
    SELECT ${ruleColumns('t.time_zone', 'f.subject_id')}, f.subject_id AS "subjectId", f.count, f.first_at AS "firstAt", f.last_at AS "lastAt"
    FROM (
      SELECT rule_id, subject_id, sum(count)::int AS count, min(first_at) AS first_at, max(last_at) AS last_at
      FROM usage_refusal WHERE user_id = $1 AND day >= ${firstDay} GROUP BY 1, 2
    ) f
    JOIN usage_limit_rule r ON r.id = f.rule_id AND r.tenant_id = $2
    JOIN tenant t ON t.id = r.tenant_id
    ORDER BY f.last_at DESC, r.id, f.subject_id LIMIT ${limits.usageRefusals}`,
    [id, tenantId],
  )
  return rows
}

/** Removes what was refused before the kept days. */
export const removeOldRefusals = (pool: Pool) => pool.query(`DELETE FROM usage_refusal WHERE day < ${firstDay}`)
