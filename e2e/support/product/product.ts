// The product as in production: PostgreSQL, model, API and worker, each a separate process.
import { randomBytes, randomUUID } from 'node:crypto'
import { createClient } from '@heddle/db/client'
import { createPool } from '@heddle/db/connection'
import { execute } from '../../../scripts/testing/execute.ts'
import { applyMigrations } from '@heddle/db/migrator/migrator'
import { withDatabaseName } from '@heddle/db/database-name'
import { seed } from '@heddle/seed/seed'
import { type Child, startChild } from '../../../scripts/processes/child.ts'
import { claimPort } from '../../../scripts/processes/port.ts'
import { root } from '../../../scripts/processes/program.ts'
import { waitUntilReady } from '../../../scripts/processes/ready.ts'
import { buildReader } from '../../../scripts/starting/builds.ts'
import { startTestServer } from '../../../scripts/testing/test-server.ts'

/** The running product, for the processes of the tests. */
export type Product = {
  /** Origin of the API that serves the web application. */
  readonly origin: string
  readonly databaseUrl: string
  readonly secretKey: string
  /** Origin of the demonstration model. */
  readonly modelOrigin: string
  readonly webDir: string
  /** Password of the seeded cast. */
  readonly password: string
  readonly logDir: string
}

export type Api = {
  readonly origin: string
  /** Kills it, like a power cut. */
  readonly crash: () => Promise<void>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

export type ApiOptions = {
  /** A free port by default. */
  readonly port?: number
  /** Settings beside those of every process of a run. */
  readonly settings?: Readonly<Record<string, string>>
}

function createEnvironment({ databaseUrl, secretKey, modelOrigin, webDir }: Omit<Product, 'origin'>, port: number) {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey,
    MODEL_BASE_URL: `${modelOrigin}/v1`,
    WEB_DIR: webDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'info',
    // Each browser of a run sends its address, like a proxy.
    TRUST_PROXY: '127.0.0.1',
    REQUESTS_PER_SECOND: '200',
    // Journeys connect model servers on loopback, and each has a tenant of its own.
    PRIVATE_MODEL_SERVERS: 'any',
  }
}

/** Starts an API process, which keeps its port over restarts. */
export async function startApi(product: Omit<Product, 'origin'>, options: ApiOptions = {}): Promise<Api> {
  const port = options.port ?? (await claimPort('127.0.0.1', 0))
  const origin = `http://127.0.0.1:${port}`
  let child: Child | undefined
  const api: Api = {
    origin,
    start: async () => {
      child = startChild({
        name: 'API',
        args: ['apps/api/src/programs/main.ts'],
        cwd: root,
        env: { ...createEnvironment(product, port), ...options.settings },
        logFile: `${product.logDir}/api-${port}.log`,
      })
      await waitUntilReady(`${origin}/readyz`, child)
    },
    crash: async () => child?.crash(),
    stop: async () => child?.stop(),
  }
  await api.start()
  return api
}

async function startModel(logDir: string) {
  const port = await claimPort('127.0.0.1', 0)
  const args = ['packages/demo-model/src/main.ts', `--port=${port}`]
  const child = startChild({ name: 'demonstration model', args, cwd: root, env: process.env, logFile: `${logDir}/model.log` })
  const origin = `http://127.0.0.1:${port}`
  await waitUntilReady(`${origin}/v1/models`, child)
  return { origin, child }
}

async function seedDatabase(databaseUrl: string, password: string) {
  await applyMigrations(databaseUrl)
  const pool = createPool(databaseUrl, 2)
  const db = createClient(pool)
  try {
    await seed({ db, pool }, { password })
    // No tour beside the pages of the journeys.
    await db.user.updateMany({ data: { tourOfferedAt: new Date() } })
  } finally {
    await db.$disconnect()
    await pool.end()
  }
}

/** Starts the product on its own database. `stop` ends all processes in reverse order. */
export async function startProduct(webDir: string, logDir: string): Promise<{ product: Product; stop: () => Promise<void> }> {
  const steps: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const step of steps.toReversed()) await step()
  }
  try {
    await buildReader()
    const server = await startTestServer()
    steps.push(server.stop)
    const name = `heddle_e2e_${randomUUID().replaceAll('-', '')}`
    await execute(server.url, `CREATE DATABASE "${name}"`)
    steps.push(() => execute(server.url, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`))
    const databaseUrl = withDatabaseName(server.url, name)
    const password = randomBytes(12).toString('base64url')
    await seedDatabase(databaseUrl, password)

    const model = await startModel(logDir)
    steps.push(() => model.child.stop())
    const secretKey = randomBytes(48).toString('base64url')
    const rest = { databaseUrl, secretKey, modelOrigin: model.origin, webDir, password, logDir }
    const worker = startChild({
      name: 'worker',
      args: ['apps/api/src/programs/worker.ts'],
      cwd: root,
      env: createEnvironment(rest, 0),
      logFile: `${logDir}/worker.log`,
    })
    steps.push(() => worker.stop())
    const api = await startApi(rest)
    steps.push(api.stop)
    return { product: { ...rest, origin: api.origin }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
