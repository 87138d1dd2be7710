// The limits that are near or reached. Prisma cannot say it: see usage-limit.sql.ts.
import type { UsageLimitScope } from '@heddle/contracts/usage-limit/usage-limit'
import type { Pool } from 'pg'
import { type LimitState, ruleColumns, selectHoldingRules, warnsAt } from './usage-limit.sql.ts'
import { intervalKey } from './usage-interval.sql.ts'

export type NearLimit = LimitState & {
  readonly subjectKind: 'tenant' | 'user' | 'assistant' | 'model'
  readonly subjectId: string
  readonly subjectName: unknown
  readonly position: NearLimitPosition
}

export type NearLimitPosition = { readonly share: number; readonly ruleId: string; readonly subjectId: string }

export type NearLimitPage = {
  readonly userIds: readonly string[] | null
  readonly scopes: readonly UsageLimitScope[] | null
  readonly after: NearLimitPosition | null
  readonly take: number
}

/** What would hold for the subject of a counter alone: a rule that another has taken the place of says nothing any more. */
const holdsFor = selectHoldingRules({
  tenantId: '$1::uuid',
  userId: 'c.subject_id',
  assistantId: 'c.subject_id',
  usesModel: 'm.id = c.subject_id',
})

/** Returns the counters of a tenant's running intervals that reached the share of their rule that is warned of, the fullest first. */
export async function findNearLimits(pool: Pool, tenantId: string, { userIds, scopes, after, take }: NearLimitPage): Promise<NearLimit[]> {
  const { rows } = await pool.query<NearLimit>({
    name: 'find-near-limits',
    text: `
      SELECT ${ruleColumns('near.time_zone', 'near.subject_id')}, near.used, near.kind AS "subjectKind", near.subject_id AS "subjectId",
        json_build_object('share', near.share, 'ruleId', r.id, 'subjectId', near.subject_id) AS position,
        CASE near.kind
          WHEN 'tenant' THEN (SELECT name FROM tenant WHERE id = near.subject_id)
          WHEN 'user' THEN (SELECT name FROM "user" WHERE id = near.subject_id)
          WHEN 'assistant' THEN (SELECT name FROM assistant WHERE id = near.subject_id)
          ELSE (SELECT jsonb_build_object('default', name) FROM model WHERE id = near.subject_id)
        END AS "subjectName"
      FROM (
        SELECT c.rule_id, c.subject_id, c.used + c.reserved AS used, (c.used + c.reserved)::float8 / r.amount AS share, t.time_zone,
          CASE r.scope WHEN 'group' THEN 'user' ELSE r.scope::text END AS kind
        FROM usage_limit_rule r
        JOIN tenant t ON t.id = r.tenant_id
        JOIN usage_counter c ON c.rule_id = r.id AND c.window_start = ${intervalKey('t.time_zone')}
        WHERE r.tenant_id = $1 AND c.used + c.reserved >= ${warnsAt}
          AND ($2::uuid[] IS NULL OR (r.scope IN ('user', 'group') AND c.subject_id = ANY ($2)))
          AND ($7::text[] IS NULL OR r.scope::text = ANY ($7))
          AND c.rule_id IN (SELECT rule_id FROM (${holdsFor}) h)
      ) near
      JOIN usage_limit_rule r ON r.id = near.rule_id
      WHERE $3::float8 IS NULL OR (-near.share, r.id, near.subject_id) > (-$3::float8, $4::uuid, $5::uuid)
      ORDER BY -near.share, r.id, near.subject_id
      LIMIT $6`,
    values: [tenantId, userIds, after?.share ?? null, after?.ruleId ?? null, after?.subjectId ?? null, take, scopes],
  })
  return rows
}
