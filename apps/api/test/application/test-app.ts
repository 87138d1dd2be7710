// The real application on a database of its own. Only the clock and the model's endpoint are a test's to choose.
import { createClient } from '@heddle/db/client'
import { createPool, type DatabaseTimeouts } from '@heddle/db/connection'
import { createTestDatabase } from '@heddle/db/testing/test-database'
import type { InjectOptions } from 'fastify'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { App } from '../../src/platform/http/app-instance.ts'
import { buildApp } from '../../src/app.ts'
import { deriveKeys } from '@heddle/security/keys'
import { loadConfig, requireServerConfig, type ServerConfig } from '@heddle/config/config'
import type { Dependencies } from '../../src/platform/dependencies.ts'
import { createRecentErrors } from '../../src/platform/logging/recent-errors.ts'
import type { FileStore } from '../../src/platform/files/file-store.ts'
import { createFolderStore } from '../../src/platform/files/folder-store.ts'
import { createJobSender } from '../../src/platform/jobs/job-queue.ts'
import { createMetrics } from '../../src/platform/telemetry/metrics.ts'
import { watchErrors } from './declared-errors.ts'

export const testSecretKey = 'only-for-tests-0123456789abcdefghijklmnop'

export type TestAppOptions = {
  readonly config?: Partial<ServerConfig>
  /** The address of the environment's endpoint; without it, calls fail. */
  readonly modelUrl?: string
  /** A store that fails, say; else a folder of its own. */
  readonly files?: FileStore
  readonly now?: () => Date
  readonly log?: Dependencies['log']
  readonly errorReports?: Dependencies['errorReports']
  readonly recentErrors?: Dependencies['recentErrors']
  /** Another way to the database than the direct one, that of the test itself. */
  readonly through?: { readonly addressOf: (databaseUrl: string) => string; readonly timeouts: DatabaseTimeouts }
  /** How long replies may go on when the application closes; not at all unless given. */
  readonly drainMs?: number
  /** Called before the server is ready: for routes that only a test has. */
  readonly extend?: (app: App) => void
}

type TestUser = { readonly id: string; readonly tenantId: string; readonly tokenVersion: number }

/** A session of a day. */
function createSessionRow({ id: userId }: TestUser, at: Date) {
  const end = new Date(at.getTime() + 24 * 60 * 60 * 1000)
  return { userId, rotatedAt: at, expiresAt: end, absoluteExpiresAt: end }
}

/** Starts the application; call `close` when done. `app.inject` speaks HTTP to it, `dependencies.db` is its database. */
export async function createTestApp({
  config,
  modelUrl = 'http://127.0.0.1:9/v1',
  files,
  now = () => new Date(),
  log,
  errorReports,
  recentErrors = createRecentErrors({ now }),
  through,
  drainMs = 0,
  extend,
}: TestAppOptions = {}) {
  const database = await createTestDatabase()
  const databaseUrl = through?.addressOf(database.url) ?? database.url
  const pool = through ? createPool(databaseUrl, 10, through.timeouts) : database.pool
  // Dropping the database ends idle connections; that is no failure of the test.
  pool.on('error', () => {})
  const db = through ? createClient(pool) : database.db
  const filesDir = await mkdtemp(join(tmpdir(), 'heddle-test-files-'))
  const stopping = new AbortController()
  const fromEnvironment = loadConfig({
    NODE_ENV: 'test',
    SECRET_KEY: testSecretKey,
    DATABASE_URL: databaseUrl,
    FILES_DIR: filesDir,
    MODEL_BASE_URL: modelUrl,
    // Model servers of tests are on loopback, and each of their users may be of a tenant of its own.
    PRIVATE_MODEL_SERVERS: 'any',
    // The limit has a test of its own; elsewhere it would only be in the way.
    REQUESTS_PER_SECOND: '100000',
  })
  const metrics = createMetrics()
  metrics.watchPool('api', pool)
  const logger = log ?? pino({ level: 'silent' })
  const dependencies: Dependencies = {
    config: { ...requireServerConfig(fromEnvironment), ...config },
    keys: deriveKeys(testSecretKey),
    db,
    pool,
    jobs: createJobSender({ pool, log: logger }),
    files: files ?? createFolderStore(filesDir),
    metrics,
    now,
    log: logger,
    errorReports,
    recentErrors,
    stopping: stopping.signal,
    drainMs,
  }
  async function release() {
    stopping.abort(new Error('The process is stopping'))
    await dependencies.jobs.close()
    if (through) {
      await db.$disconnect()
      await pool.end()
    }
    await database.close()
    await rm(filesDir, { recursive: true, force: true })
  }

  async function start() {
    const app = await buildApp(dependencies)
    extend?.(app)
    const assertErrorsDeclared = watchErrors(app)
    await app.ready()
    return { app, assertErrorsDeclared }
  }

  const { app, assertErrorsDeclared } = await start().catch(async (error: unknown) => {
    await release()
    throw error
  })

  /** Returns what calls with the session. */
  function createCaller<U extends TestUser, S extends { readonly id: string }>(user: U, session: S, at: Date) {
    const token = app.accessTokens.issue(
      { userId: user.id, tenantId: user.tenantId, sessionId: session.id, tokenVersion: user.tokenVersion },
      at,
    )
    const headers = { authorization: `Bearer ${token}` }
    const call = (method: InjectOptions['method'], url: string, payload?: object) =>
      app.inject({ method, url, headers, ...(payload && { payload }) })
    return {
      user,
      session,
      token,
      headers,
      get: (url: string) => call('GET', url),
      post: (url: string, payload: object = {}) => call('POST', url, payload),
      put: (url: string, payload: object = {}) => call('PUT', url, payload),
      delete: (url: string) => call('DELETE', url),
    }
  }

  /** Opens a session for `user` and returns what calls with it. */
  async function as<U extends TestUser>(user: U) {
    const at = now()
    return createCaller(user, await database.db.session.create({ data: createSessionRow(user, at) }), at)
  }

  /** Opens a session for each of `users` in one statement. */
  async function asEach<U extends TestUser>(users: readonly U[]) {
    const at = now()
    const sessions = await database.db.session.createManyAndReturn({ data: users.map((user) => createSessionRow(user, at)) })
    const userById = new Map(users.map((user) => [user.id, user]))
    return sessions.flatMap((session) => {
      const user = userById.get(session.userId)
      return user ? [createCaller(user, session, at)] : []
    })
  }

  return {
    app,
    dependencies,
    db: database.db,
    asOwner: database.asOwner,
    as,
    asEach,
    /** What the process does at SIGTERM, before it closes. */
    beginStopping: () => stopping.abort(new Error('The process is stopping')),
    async close() {
      stopping.abort(new Error('The process is stopping'))
      await app.close()
      await release()
      assertErrorsDeclared()
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
export type Caller = Awaited<ReturnType<TestApp['as']>>

/** An id that nothing has. */
export const unknownId = () => randomUUID()
