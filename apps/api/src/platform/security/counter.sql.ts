// Counters that begin again after a time, in PostgreSQL, by whose clock all replicas count. Prisma cannot say it: one statement counts, or
// begins again, so that of several at once each is told its own number.
import type { Pool } from 'pg'

/** What has been counted, and in how long it is forgotten. */
export type CounterState = { readonly count: number; readonly remainingMs: number }

type CounterOptions = {
  /** Before the keys of this counter in the table. */
  readonly prefix: string
  /** What is counted beyond it is too much. */
  readonly max: number
  readonly seconds: number
}

const now = '(extract(epoch FROM statement_timestamp()) * 1000)::bigint'
const returned = `points AS count, (expire - ${now})::float8 AS "remainingMs"`

const addQuery = `
  INSERT INTO rate_limit AS r (key, points, expire) VALUES ($1, 1, ${now} + $2)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN r.expire > ${now} THEN r.points + 1 ELSE 1 END,
    expire = CASE WHEN r.expire > ${now} THEN r.expire ELSE excluded.expire END
  RETURNING ${returned}`

export type Counter = ReturnType<typeof createCounter>

export function createCounter(pool: Pool, { prefix, max, seconds }: CounterOptions) {
  const toKey = (key: string) => `${prefix}:${key}`

  return {
    max,

    async find(key: string): Promise<CounterState | null> {
      const { rows } = await pool.query<CounterState>(`SELECT ${returned} FROM rate_limit WHERE key = $1 AND expire > ${now}`, [toKey(key)])
      return rows[0] ?? null
    },

    /** Counts one more, and returns how many there are with it. The first one says in how many seconds all are forgotten. */
    async add(key: string, forSeconds = seconds): Promise<CounterState> {
      const { rows } = await pool.query<CounterState>({ name: 'add-to-counter', text: addQuery, values: [toKey(key), forSeconds * 1_000] })
      return rows[0] ?? { count: 1, remainingMs: forSeconds * 1_000 }
    },

    /** Begins again with one, whatever has been counted. */
    async restart(key: string) {
      await pool.query(
        `INSERT INTO rate_limit (key, points, expire) VALUES ($1, 1, ${now} + $2)
         ON CONFLICT (key) DO UPDATE SET points = 1, expire = excluded.expire`,
        [toKey(key), seconds * 1_000],
      )
    },

    async remove(key: string) {
      await pool.query('DELETE FROM rate_limit WHERE key = $1', [toKey(key)])
    },
  }
}

/** Removes the rows of all counters that have begun to be forgotten. */
export async function removeEndedCounts(pool: Pool) {
  await pool.query(`DELETE FROM rate_limit WHERE expire <= ${now}`)
}
