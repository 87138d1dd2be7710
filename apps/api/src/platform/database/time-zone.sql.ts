// Time zones as the database knows them. Prisma cannot say it: their names are in a view of the system, and a day is a cast.
import type { Pool } from 'pg'

const namesByPool = new WeakMap<Pool, Promise<ReadonlySet<string>>>()

/** The names that the database knows, which reads hundreds of files to say so: once a process. */
function zoneNames(pool: Pool): Promise<ReadonlySet<string>> {
  const known = namesByPool.get(pool)
  if (known) return known
  const read = pool.query<{ name: string }>('SELECT name FROM pg_timezone_names').then(({ rows }) => new Set(rows.map(({ name }) => name)))
  namesByPool.set(pool, read)
  read.catch(() => namesByPool.delete(pool))
  return read
}

/** What browsers still call zones that the database may know by their newer names alone. */
const renamed: Readonly<Record<string, string>> = {
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
}

/** The database's name of an IANA time zone; null for anything else, such as an offset, which it would count the other way round. */
export async function findTimeZone(pool: Pool, name: string): Promise<string | null> {
  const names = await zoneNames(pool)
  return [name, renamed[name]].find((one) => one !== undefined && names.has(one)) ?? null
}

/**
 * SQL of the day on which an instant falls for a tenant; both are parameters of the statement. A validity is compared with it, and PostgreSQL
 * computes it once a statement.
 */
export const tenantDaySql = ({ tenantId, at }: { readonly tenantId: string; readonly at: string }): string =>
  `(SELECT (${at}::timestamptz AT TIME ZONE time_zone)::date FROM tenant WHERE id = ${tenantId}::uuid)`
