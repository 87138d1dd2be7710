// Prepares a start; run by preparation.ts in a process of its own. Sends the settings, builds the web application when it is asked to, and
// migrates and seeds the database when it runs. An error is its output.
import { once } from 'node:events'
import { type Config, ConfigError, loadConfig } from '@heddle/config/config'
import { createDatabase } from '@heddle/db/client'
import { MigrationError } from '@heddle/db/migrator/migration-error'
import { applyMigrations } from '@heddle/db/migrator/migrator'
import { seedAndReport } from '@heddle/seed/seed'
import { ensureDatabase } from '../database/database.ts'
import { findRunningPostgres } from '../database/embedded-postgres.ts'
import { StartError } from '../processes/start-lock.ts'
import { buildReader, buildWeb } from './builds.ts'

/** The part of the configuration that `start` itself needs. */
export type LaunchSettings = Pick<Config, 'dataDir' | 'databaseUrl' | 'host' | 'port' | 'productName' | 'secretKey' | 'webDir'> & {
  readonly modelBaseUrl: string | undefined
}

export type Prepared = { readonly databaseUrl: string; readonly webDir: string | undefined }

/** The messages of `start`, in this order. */
export type Instruction = { readonly step: 'begin'; readonly buildsWeb: boolean } | { readonly step: 'use-database' }

/** The messages to `start`, in this order. */
export type Report = { readonly settings: LaunchSettings } | { readonly prepared: Prepared }

async function receive() {
  const [instruction] = (await once(process, 'message')) as [Instruction]
  return instruction
}

const report = (message: Report) => new Promise<void>((sent) => process.send?.(message, () => sent()))

async function findDatabase({ databaseUrl, dataDir }: Config) {
  if (databaseUrl !== undefined) return databaseUrl
  const url = await findRunningPostgres(dataDir)
  if (!url) throw new StartError('The embedded PostgreSQL has ended.')
  return ensureDatabase({ url })
}

async function prepareDatabase(config: Config) {
  const url = await findDatabase(config)
  const applied = await applyMigrations(url)
  if (applied.length > 0)
    console.log(`Applied ${applied.length === 1 ? 'a migration' : `${applied.length} migrations`}: ${applied.join(', ')}.`)
  const db = createDatabase({ url, poolSize: 1 })
  try {
    if ((await db.user.count()) > 0) return url
  } finally {
    await db.$disconnect()
  }
  await seedAndReport(url, config)
  return url
}

async function prepare(signal: AbortSignal) {
  const config = loadConfig()
  const { dataDir, databaseUrl, host, port, productName, secretKey, webDir: givenWebDir, model } = config
  await report({
    settings: { dataDir, databaseUrl, host, port, productName, secretKey, webDir: givenWebDir, modelBaseUrl: model.baseUrl },
  })
  const begin = await receive()
  const buildingWeb = begin.step === 'begin' && begin.buildsWeb ? buildWeb(console.log, signal) : Promise.resolve(givenWebDir)
  const building = Promise.all([buildingWeb, buildReader(console.log, signal)])
  const [[webDir], url] = await Promise.all([building, receive().then(() => prepareDatabase(config))])
  await report({ prepared: { databaseUrl: url, webDir } })
}

const isForPeople = (error: unknown): error is Error =>
  error instanceof StartError || error instanceof ConfigError || error instanceof MigrationError

const ending = new AbortController()
process.once('SIGTERM', () => {
  ending.abort()
  process.exit(1)
})
// `end-with-parent.ts` lets the channel not keep a process alive.
process.channel?.ref()
try {
  await prepare(ending.signal)
  process.exit(0)
} catch (error) {
  console.error(isForPeople(error) ? error.message : error)
  process.exit(1)
}
