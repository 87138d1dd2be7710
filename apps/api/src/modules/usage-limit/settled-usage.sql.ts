// Removes reservations of runs that are gone and counters of intervals that are over. Prisma cannot say it: each is one
// statement that locks the rules first.
import type { Pool } from 'pg'
import { isLongOver } from './usage-interval.sql.ts'

/**
 * Releases what was reserved more than an hour ago by runs that no chat has any more, such as those of a chat that was deleted
 * after its process died. Returns how many reservations it was.
 */
export async function releaseStaleReservations(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`
    WITH stale AS MATERIALIZED (
      SELECT v.run_id, v.rule_id FROM usage_reservation v JOIN usage_limit_rule r ON r.id = v.rule_id
      WHERE v.created_at < now() - interval '1 hour'
        AND NOT EXISTS (SELECT FROM message m WHERE m.run_id = v.run_id AND m.status = 'generating')
      FOR KEY SHARE OF r
    ), released AS (
      DELETE FROM usage_reservation v USING stale WHERE v.run_id = stale.run_id AND v.rule_id = stale.rule_id
      RETURNING v.rule_id, v.subject_id, v.window_start, v.amount
    ), lowered AS (
      INSERT INTO usage_counter AS c (rule_id, subject_id, window_start, reserved)
      SELECT rule_id, subject_id, window_start, sum(amount) FROM released GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (rule_id, subject_id, window_start) DO UPDATE SET reserved = c.reserved - excluded.reserved
    )
    SELECT count(*)::int FROM released`)
  return rows[0]?.count ?? 0
}

/** Removes the counters of intervals that ended more than a day ago and that no run holds. Returns how many it was. */
export async function removeOldCounters(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(`
    WITH over AS MATERIALIZED (
      SELECT c.rule_id, c.subject_id, c.window_start FROM usage_counter c JOIN usage_limit_rule r ON r.id = c.rule_id
      WHERE ${isLongOver('c.window_start')}
        AND NOT EXISTS (
          SELECT FROM usage_reservation v
          WHERE v.rule_id = c.rule_id AND v.subject_id = c.subject_id AND v.window_start = c.window_start)
      FOR KEY SHARE OF r
    )
    DELETE FROM usage_counter c USING over o
    WHERE c.rule_id = o.rule_id AND c.subject_id = o.subject_id AND c.window_start = o.window_start`)
  return rowCount ?? 0
}
