// Connects as the owner of the database, as the migrator does: the role of the application may be what is missing.
import { readMigrationState } from '@heddle/db/migrator/migration-state'
import pg from 'pg'
import { type DatabaseFacts, readDatabaseFacts } from './database.sql.ts'
import { describeError, type Finding, findingsOf } from './finding.ts'

const timeoutMs = 5_000
const minVersion = 18
/** Tokens and leases expire by the clocks of several machines. */
const maxClockDifferenceMs = 2_000

export type DatabaseCheck = {
  readonly findings: readonly Finding[]
  /** Whether the application can read its tables. */
  readonly isUsable: boolean
}

const database = findingsOf('Database')

export async function checkDatabase(url: string, now: () => Date): Promise<DatabaseCheck> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  // A server that ends the connection fails the query too.
  client.on('error', () => {})
  try {
    await client.connect()
    return await examine(client, url, now)
  } catch (error) {
    return { findings: [database.wrong(explainFailure(error, new URL(url)))], isUsable: false }
  } finally {
    await client.end().catch(() => {})
  }
}

function explainFailure(error: unknown, { host, pathname }: URL): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `No machine has the name in ${host}: correct DATABASE_URL.`
  if (code === '28P01' || code === '28000') return `${host} refuses the login: correct user and password in DATABASE_URL.`
  if (code === '3D000') return `${host} has no database ${pathname.slice(1)}: create it, or correct DATABASE_URL.`
  return `${host} cannot be used (${describeError(error)}): start PostgreSQL, or correct DATABASE_URL.`
}

async function examine(client: pg.Client, url: string, now: () => Date): Promise<DatabaseCheck> {
  const before = now().getTime()
  const facts = await readDatabaseFacts(client)
  const middle = (before + now().getTime()) / 2
  const migrations = checkMigrations(await readMigrationState(client), facts)
  const findings = [checkServer(facts, url), migrations, checkClock(facts.time.getTime() - middle), checkWorker(facts), checkVector(facts)]
  return { findings, isUsable: migrations.state === 'ok' }
}

function checkServer({ version }: DatabaseFacts, url: string): Finding {
  const major = Math.floor(version / 10_000)
  const name = `PostgreSQL ${major}.${version % 10_000} at ${new URL(url).host}`
  return major < minVersion ? database.wrong(`${name} is too old: upgrade it to ${minVersion}.`) : database.ok(`${name} answers.`)
}

function checkMigrations(
  { pending, incompatible, failed, unknown }: Awaited<ReturnType<typeof readMigrationState>>,
  { hasRole, login }: DatabaseFacts,
): Finding {
  const { ok, wrong } = findingsOf('Migrations')
  const migrate = 'run `pnpm db:migrate`, or `docker compose up migrate`'
  if (unknown.length > 0) return wrong(`The database is of a later release (${unknown.join(', ')}): run that release, or restore a backup.`)
  if (failed.length > 0) return wrong(`${failed.join(', ')} did not finish: ${migrate}, which says why.`)
  const stop = incompatible.length > 0 ? 'stop the processes of the release before, which does not run on the new schema, and ' : ''
  if (pending.length > 0) return wrong(`${pending.length} are pending, from ${pending[0]} on: ${stop}${migrate}.`)
  if (!hasRole) return wrong(`The login may not act as the application: run GRANT heddle_app TO "${login}" as an administrator.`)
  return ok('All are applied.')
}

function checkClock(differenceMs: number): Finding {
  const { ok, wrong } = findingsOf('Clock')
  const seconds = (Math.abs(differenceMs) / 1_000).toFixed(1)
  return Math.abs(differenceMs) > maxClockDifferenceMs
    ? wrong(`This machine is ${seconds} s ${differenceMs > 0 ? 'behind' : 'ahead of'} the database: set both by NTP.`)
    : ok(`This machine and the database differ by ${seconds} s.`)
}

function checkWorker({ workers }: DatabaseFacts): Finding {
  const { ok, wrong } = findingsOf('Worker')
  if (workers > 0) return ok(workers === 1 ? 'One waits for jobs.' : `${workers} wait for jobs.`)
  return wrong('None is connected: run `docker compose up -d worker`, or `pnpm start`, which has one, and read its log.')
}

function checkVector({ vectorVersion }: DatabaseFacts): Finding {
  const { ok, note } = findingsOf('pgvector')
  if (vectorVersion !== null) return ok(`Version ${vectorVersion} is installed.`)
  return note('It is not installed: all works, and large collections are searched slower (docs/operating.md, pgvector).')
}
