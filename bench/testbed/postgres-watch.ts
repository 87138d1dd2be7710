// What PostgreSQL does and waits for, as it tells itself: activity, counters and statements.
import pg from 'pg'
import { execute } from '../../scripts/testing/execute.ts'

/** Settings of a server that can be watched. */
export const watchableSettings = { shared_preload_libraries: 'pg_stat_statements' }

/** Counts the statements of all sessions, or none, which costs nothing. */
export async function setStatementTracking(url: string, value: 'top' | 'none') {
  await execute(url, `ALTER SYSTEM SET pg_stat_statements.track = ${value}`)
  await execute(url, 'SELECT pg_reload_conf()')
}

/** A process that works or waits within a statement or a transaction, without those that rest. */
export type Activity = {
  /** What it waits for; `running` for nothing. */
  readonly event: string
  readonly kind: string
  readonly milliseconds: number
  readonly query: string
}

/** Sums since the start of the server. */
export type Counters = {
  readonly walBytes: number
  readonly fullPageImages: number
  readonly checkpoints: number
  readonly checkpointPages: number
  readonly checkpointSyncMs: number
  readonly newBackends: number
}

export type Statement = {
  readonly query: string
  readonly calls: number
  readonly totalMs: number
  readonly maxMs: number
  /** Of the time of all statements, 0 to 1. */
  readonly share: number
}

const activitySql = `
  SELECT CASE WHEN state LIKE 'idle in transaction%' THEN 'idle in transaction'
      ELSE coalesce(wait_event_type || ':' || wait_event, 'running') END AS event,
    backend_type AS kind, coalesce(extract(epoch FROM clock_timestamp() - query_start) * 1000, 0)::float8 AS milliseconds,
    left(trim(regexp_replace(query, '\\s+', ' ', 'g')), 80) AS query
  FROM pg_stat_activity
  WHERE pid <> pg_backend_pid() AND CASE WHEN backend_type = 'client backend' THEN state <> 'idle' ELSE wait_event_type <> 'Activity' END`

// The counters of a backend reach pg_stat_wal up to a second later.
const countersSql = `
  SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS "walBytes", wal_fpi::float8 AS "fullPageImages",
    num_done::float8 AS checkpoints, buffers_written::float8 AS "checkpointPages", sync_time AS "checkpointSyncMs",
    (SELECT sum(sessions)::float8 FROM pg_stat_database) AS "newBackends"
  FROM pg_stat_wal, pg_stat_checkpointer`

// Without those of the watch.
const statementsSql = `
  SELECT regexp_replace(query, '\\s+', ' ', 'g') AS query, calls::float8, total_exec_time AS "totalMs", max_exec_time AS "maxMs",
    total_exec_time / nullif(sum(total_exec_time) OVER (), 0) AS share
  FROM pg_stat_statements
  WHERE query NOT LIKE '%pg_stat_%' AND toplevel
  ORDER BY total_exec_time DESC`

/** Begins to count statements, on a connection of its own. */
export async function watchPostgres(url: string) {
  await execute(url, 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
  await setStatementTracking(url, 'top')
  await execute(url, 'SELECT pg_stat_statements_reset()')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    readActivity: async () => (await client.query<Activity>(activitySql)).rows,
    async readCounters() {
      const [counters] = (await client.query<Counters>(countersSql)).rows
      if (!counters) throw new Error('PostgreSQL has no counters.')
      return counters
    },
    /** Returns those since the watch began, the costliest first. */
    readStatements: async () => (await client.query<Statement>(statementsSql)).rows,
    async close() {
      await client.end()
      await setStatementTracking(url, 'none')
    },
  }
}
