// `pnpm db:migrate`, `pnpm db:migration NAME` and `pnpm db:reset`.
import { execFileSync } from 'node:child_process'
import { ConfigError, loadConfig } from '@heddle/config/config'
import { withConfiguredDatabase } from './configured-database.ts'
import { MigrationError } from '@heddle/db/migrator/migration-error'
import { applyMigrations, resetDatabase } from '@heddle/db/migrator/migrator'
import { seedAndReport } from '@heddle/seed/seed'

const usage = 'Usage: migrate.ts up | new NAME | reset'

async function up() {
  const applied = await withConfiguredDatabase(loadConfig(), (url) => applyMigrations(url, { log: console.log }))
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`)
}

async function writeNew(name: string | undefined) {
  if (!name || !/^[a-z][a-z0-9_]*$/.test(name))
    throw new MigrationError('Name the migration in snake_case: pnpm db:migration add_chat_color')
  const { withScratchServer } = await import('../scripts/database/database.ts')
  const { writeMigration } = await import('@heddle/db/migration-writer/migration-writer')
  const file = await withScratchServer((url) => writeMigration(url, name))
  if (file === null) return console.log('The migrations and the schema agree: nothing to write.')
  execFileSync('prisma', ['generate'], { stdio: 'inherit' })
  console.log(
    `Wrote ${file}. Read it, say in its first line whether the release before runs on its schema, add what the schema cannot say, then run pnpm db:migrate.`,
  )
}

async function reset() {
  const config = loadConfig()
  if (config.environment === 'production') throw new MigrationError('A reset deletes everything; it is refused in production.')
  await withConfiguredDatabase(config, async (url) => {
    await resetDatabase(url)
    await applyMigrations(url)
    await seedAndReport(url, config)
  })
}

const [command, name] = process.argv.slice(2)
try {
  if (command === 'up') await up()
  else if (command === 'new') await writeNew(name)
  else if (command === 'reset') await reset()
  else throw new MigrationError(usage)
} catch (error) {
  if (!(error instanceof MigrationError || error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
