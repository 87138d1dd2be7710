// Catalog and statistics of PostgreSQL, which are no models: Prisma cannot say it.
import type pg from 'pg'

export type DatabaseFacts = {
  /** Of `server_version_num`: 180001 is 18.1. */
  readonly version: number
  readonly login: string
  /** Whether the login may act as the role of the application. */
  readonly hasRole: boolean
  /** By its clock. */
  readonly time: Date
  /** Of pgvector in this database. */
  readonly vectorVersion: string | null
  /** Workers that listen for jobs. */
  readonly workers: number
}

/** Returns what the connection of the owner shows; the role of the application sees no other sessions. */
export async function readDatabaseFacts(client: pg.ClientBase): Promise<DatabaseFacts> {
  const { rows } = await client.query<DatabaseFacts>(`
    SELECT current_setting('server_version_num')::int AS version,
      current_user AS login,
      EXISTS (SELECT FROM pg_roles WHERE rolname = 'heddle_app' AND pg_has_role(oid, 'MEMBER')) AS "hasRole",
      clock_timestamp() AS time,
      (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS "vectorVersion",
      (SELECT count(*)::int FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'heddle jobs') AS workers`)
  const [facts] = rows
  if (!facts) throw new Error('PostgreSQL returned no row')
  return facts
}
