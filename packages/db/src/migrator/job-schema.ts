// The schema of pg-boss, installed and upgraded by the owner of the database: the application's role owns nothing and could
// not do it. Queues are rows there, and are written here too.
import { jobQueues, jobSchema } from '../job-queues.ts'
import type pg from 'pg'
import { getConstructionPlans, getMigrationPlans, PgBoss } from 'pg-boss'
import release from 'pg-boss/package.json' with { type: 'json' }
import { MigrationError } from './migration-error.ts'

async function findVersion(owner: pg.Client): Promise<number | null> {
  const { rows: found } = await owner.query<{ isInstalled: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "isInstalled"', [
    `${jobSchema}.version`,
  ])
  if (!found[0]?.isInstalled) return null
  const { rows } = await owner.query<{ version: number }>(`SELECT version FROM ${jobSchema}.version`)
  return rows[0]?.version ?? null
}

const grants = `
  GRANT USAGE ON SCHEMA ${jobSchema} TO heddle_app;
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${jobSchema} TO heddle_app`

/** A script is sent whole, and in one no index can be built concurrently; a table of jobs is small enough to be locked for it. */
const upgradeScript = (version: number) => getMigrationPlans(jobSchema, version).replaceAll(' CONCURRENTLY', '')

/** Makes the queues of the list; one that is there gets its options, except for the policy, which pg-boss never changes. */
async function writeQueues(owner: pg.Client) {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => owner.query(text, values) },
    schema: jobSchema,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  for (const [name, { policy, ...options }] of Object.entries(jobQueues)) {
    await boss.createQueue(name, { policy, ...options })
    await boss.updateQueue(name, options)
  }
  await boss.stop({ graceful: false, close: false })
}

/** Installs or upgrades the schema of the jobs on a connection of the owner. Throws a `MigrationError` when it is of a later release. */
export async function migrateJobSchema(owner: pg.Client): Promise<void> {
  const version = await findVersion(owner)
  const wanted = release.pgboss.schema
  if (version !== null && version > wanted)
    throw new MigrationError(`The schema ${jobSchema} has version ${version}; this release knows ${wanted}.`)
  if (version === null) await owner.query(getConstructionPlans(jobSchema))
  else if (version < wanted) await owner.query(upgradeScript(version))
  await owner.query(grants)
  await writeQueues(owner)
}
