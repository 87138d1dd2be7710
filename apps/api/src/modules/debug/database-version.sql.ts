// The version of PostgreSQL, by the cheapest statement. Prisma cannot say it: a setting of the server.
import type { Pool } from 'pg'

export async function readDatabaseVersion(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('SHOW server_version')
  return rows[0]?.server_version ?? ''
}
