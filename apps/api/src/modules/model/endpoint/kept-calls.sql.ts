// What is kept of the calls of endpoints: the last test of their models, and that they were used. Prisma cannot say it: the latest row
// of each, and whether there is one in the tables of usage.
import type { Queryable } from '@heddle/db/client'

/** The error code of the last test; null when it succeeded, or when a call was answered after it. */
export type KeptCall = { readonly errorCode: string | null }

/** Returns what is known by the id of the endpoint; one that no kept call is about is missing. */
export async function findKeptCalls(on: Queryable, endpoints: readonly { readonly id: string }[]): Promise<Map<string, KeptCall>> {
  const ids = endpoints.map(({ id }) => id)
  const rows = await on.$queryRaw<(KeptCall & { id: string })[]>`
    SELECT e.id::text, CASE WHEN NOT later.was_answered THEN t.error_code END AS "errorCode"
    FROM model_endpoint e
    LEFT JOIN LATERAL (
      SELECT t.tested_at, t.result #>> '{error,code}' AS error_code FROM model m JOIN model_test t ON t.model_id = m.id
      WHERE m.endpoint_id = e.id ORDER BY t.tested_at DESC LIMIT 1) t ON true
    -- Of the last day: what is older says little.
    CROSS JOIN LATERAL (SELECT t.error_code IS NOT NULL AND EXISTS (
      SELECT FROM usage_call c WHERE c.tenant_id = e.tenant_id AND c.created_at > greatest(t.tested_at, now() - interval '1 day')
        AND c.endpoint_id = e.id AND c.first_token_ms IS NOT NULL) AS was_answered) later
    WHERE e.id = ANY (${ids}::uuid[]) AND (t.tested_at IS NOT NULL OR EXISTS (
      SELECT FROM usage_key k WHERE k.tenant_id = e.tenant_id AND k.endpoint_id = e.id AND k.outcome = 'completed'))`
  return new Map(rows.map(({ id, errorCode }) => [id, { errorCode }]))
}
