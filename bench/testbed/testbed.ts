// What the parts of a measurement share: an embedded PostgreSQL with the migrated database, the demonstration model, and the cores.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyMigrations } from '@heddle/db/migrator/migrator'
import { startEmbeddedPostgres } from '../../scripts/database/embedded-postgres.ts'
import { startUnlimitedApi } from './api.ts'
import { type Cores, pinProcess } from './pinning.ts'
import { setStatementTracking, watchableSettings } from './postgres-watch.ts'
import { type TestbedProcess, startTestbedProcess } from './processes.ts'

export type Testbed = {
  readonly databaseUrl: string
  readonly secretKey: string
  /** Of the demonstration model, ending in `/v1`. */
  readonly modelUrl: string
  readonly postgresPid: number
  /** Fewer rounds. */
  readonly isQuick: boolean
  /** Moves PostgreSQL to the core of the servers and this process to that of the load, or both back to all. */
  setPinned(isPinned: boolean): Promise<void>
  /**
   * Starts an API with the demonstration model and without a rate limit, on the core of the servers while that is pinned. It is the
   * worker too, so that what is left to do after a reply is counted with it.
   */
  startApi(settings?: Readonly<Record<string, string>>): Promise<TestbedProcess>
  /** Starts the pass-through in front of the demonstration model, on the same core. */
  startPassThrough(): Promise<TestbedProcess>
  close(): Promise<void>
}

const listening = /listening on (\S+)/i
const root = join(import.meta.dirname, '../..')

/** `cores` is the result of `findCores`. */
export async function createTestbed(cores: Cores | string, isQuick: boolean): Promise<Testbed> {
  const available = typeof cores === 'string' ? undefined : cores
  const secretKey = `only-for-measuring-${randomUUID()}`
  const directory = await mkdtemp(join(tmpdir(), 'heddle-bench-'))
  const postgres = await startEmbeddedPostgres(directory, watchableSettings)
  const databaseUrl = postgres.url('postgres')
  await setStatementTracking(databaseUrl, 'none')
  await applyMigrations(databaseUrl)
  const model = await startTestbedProcess(join(root, 'packages/demo-model/src/main.ts'), [], {}, listening, available?.load)
  let serverCores: string | undefined
  return {
    databaseUrl,
    secretKey,
    modelUrl: model.url,
    postgresPid: postgres.pid,
    isQuick,
    async setPinned(isPinned) {
      if (!available) return
      serverCores = isPinned ? available.servers : undefined
      await pinProcess(postgres.pid, isPinned ? available.servers : available.all)
      await pinProcess(process.pid, isPinned ? available.load : available.all, true)
    },
    startApi: (settings) =>
      startUnlimitedApi(databaseUrl, secretKey, { MODEL_BASE_URL: model.url, ...settings }, serverCores, 'main-and-worker'),
    startPassThrough: () => startTestbedProcess(join(root, 'bench/load/pass-through.ts'), [model.url], {}, listening, serverCores),
    async close() {
      await model.stop()
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
