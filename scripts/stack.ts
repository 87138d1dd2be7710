// All processes on one machine: PostgreSQL, the demonstration model, the API and the worker.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase } from '@heddle/db/client'
import { applyMigrations } from '@heddle/db/migrator/migrator'
import { seedAndReport } from '@heddle/seed/seed'
import type { Config } from '@heddle/config/config'
import { type Child, type ChildOptions, startChild } from './child.ts'
import { ensureDatabase } from './database.ts'
import { keepPostgresRunning } from './kept-postgres.ts'
import { claimPort } from './port.ts'
import { readOrCreateSecretKey } from './secret-key.ts'
import { StartError } from './start-lock.ts'

const root = join(import.meta.dirname, '..')

export type StackOptions = {
  readonly config: Config
  /** The port of the API. */
  readonly port: number
  /** The folder of the built web application, if the API serves it. */
  readonly webDir?: string | undefined
  /** Restarts the API and the worker when their code changes, and prints their logs. */
  readonly watch?: boolean
  readonly log: (text: string) => void
  /** Aborted to cancel the start. */
  readonly signal: AbortSignal
}

type Part = {
  readonly name: string
  readonly ended: Promise<string>
  readonly stop: () => Promise<void>
  readonly readLogTail: () => Promise<string>
}

export type Stack = {
  readonly address: string
  /** Resolves with a sentence when a part has ended by itself. */
  readonly broken: Promise<string>
}

/** The started parts, which are stopped in reverse order. */
export class Parts {
  readonly #parts: Part[] = []
  #stopping = false
  #reportBroken!: (sentence: string) => void
  readonly broken = new Promise<string>((resolve) => {
    this.#reportBroken = resolve
  })

  add<T extends Part>(part: T): T {
    this.#parts.push(part)
    void part.ended.then(async (how) => {
      if (this.#stopping) return
      const words = await part.readLogTail()
      this.#reportBroken(`The ${part.name} has ${how}.${words ? ` Its last words:\n${words}` : ''}`)
    })
    return part
  }

  /** Stops the API and the worker together, and afterwards what they depend on. */
  async stop() {
    this.#stopping = true
    const isServing = ({ name }: Part) => name === 'API' || name === 'worker' || name === 'web server'
    await Promise.all(this.#parts.filter(isServing).map((part) => part.stop()))
    for (const part of this.#parts.toReversed()) await part.stop()
  }
}

async function startDatabase({ config, log, signal }: StackOptions, parts: Parts) {
  if (config.databaseUrl) return config.databaseUrl
  log('Starting PostgreSQL …')
  const server = await keepPostgresRunning(config.dataDir, log)
  parts.add({
    name: 'embedded PostgreSQL',
    ended: server.ended.then(() => 'ended too often'),
    stop: server.stop,
    readLogTail: async () => `See ${join(config.dataDir, 'postgres.log')}.`,
  })
  signal.throwIfAborted()
  return ensureDatabase(server)
}

async function prepareDatabase(url: string, { config, log }: StackOptions) {
  const applied = await applyMigrations(url)
  if (applied.length > 0) log(`Applied ${applied.length === 1 ? 'a migration' : `${applied.length} migrations`}: ${applied.join(', ')}.`)
  const db = createDatabase({ url, poolSize: 1 })
  try {
    if ((await db.user.count()) > 0) return
  } finally {
    await db.$disconnect()
  }
  await seedAndReport(url, config)
}

async function waitUntilReady(url: string, child: Child, signal: AbortSignal) {
  for (;;) {
    signal.throwIfAborted()
    if (!child.isRunning())
      throw new StartError(`The ${child.name} has ${await child.ended}. Its last words:\n${await child.readLogTail()}`)
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await delay(50)
  }
}

/** Returns the address at which this machine reaches a server that listens on `host`. */
const toOwnAddress = (host: string) =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host

/** Starts the configured parts; resolves when the API is ready. */
export async function startStack(options: StackOptions, parts: Parts): Promise<Stack> {
  const { config, port, webDir, watch = false, signal } = options
  const secretKey = config.secretKey ?? (await readOrCreateSecretKey(config.dataDir))
  const databaseUrl = await startDatabase(options, parts)
  signal.throwIfAborted()
  await prepareDatabase(databaseUrl, options)
  signal.throwIfAborted()

  const start = (name: string, args: readonly string[], extra: ChildOptions['env']) => {
    const logFile = join(config.dataDir, 'logs', `${name.toLowerCase().replaceAll(' ', '-')}.log`)
    return parts.add(startChild({ name, args, cwd: root, env: { ...process.env, ...extra }, ...(watch ? {} : { logFile }) }))
  }

  let modelUrl = config.model.baseUrl
  if (modelUrl === undefined) {
    const modelPort = await claimPort('127.0.0.1', 0)
    const model = start('demonstration model', ['packages/demo-model/src/main.ts', '--host=127.0.0.1', `--port=${modelPort}`], {})
    modelUrl = `http://127.0.0.1:${modelPort}/v1`
    await waitUntilReady(`${modelUrl}/models`, model, signal)
  }

  const env = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey,
    MODEL_BASE_URL: modelUrl,
    PORT: String(port),
    HOST: config.host,
    DATA_DIR: config.dataDir,
    WEB_DIR: webDir,
  }
  const node = watch ? ['--watch-preserve-output', '--watch'] : []
  const api = start('API', [...node, 'apps/api/src/main.ts'], env)
  start('worker', [...node, 'apps/api/src/worker.ts'], env)
  const address = `http://${toOwnAddress(config.host)}:${port}`
  await waitUntilReady(`${address}/readyz`, api, signal)
  return { address, broken: parts.broken }
}
