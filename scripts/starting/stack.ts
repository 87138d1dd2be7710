// All processes on one machine: PostgreSQL, and one with the API, the worker and the demonstration model. What is imported here stays in
// memory as long as the product runs: nothing but Node's own modules and the files beside.
import { join } from 'node:path'
import { startChild } from '../processes/child.ts'
import { keepPostgresRunning } from '../database/kept-postgres.ts'
import { claimPort } from '../processes/port.ts'
import { waitUntilReady } from '../processes/ready.ts'
import type { Preparation } from './preparation.ts'
import { readOrCreateSecretKey } from './secret-key.ts'

const root = join(import.meta.dirname, '../..')
const compileCache = new URL('compile-cache.mjs', import.meta.url).href

export type StackOptions = {
  readonly preparation: Preparation
  /** Where the API listens; the host of the configuration by default. */
  readonly host?: string
  readonly port: number
  /** Whether the API serves the web application. */
  readonly servesWeb?: boolean
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
  readonly databaseUrl: string
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

  /** Stops what serves, and afterwards what it depends on. */
  async stop() {
    this.#stopping = true
    const isServing = ({ name }: Part) => name === 'API' || name === 'web server'
    await Promise.all(this.#parts.filter(isServing).map((part) => part.stop()))
    for (const part of this.#parts.toReversed()) await part.stop()
  }
}

async function startDatabase({ preparation, log }: StackOptions, parts: Parts) {
  const { databaseUrl, dataDir } = preparation.settings
  if (databaseUrl !== undefined) return
  log('Starting PostgreSQL …')
  const server = await keepPostgresRunning(dataDir, log)
  parts.add({
    name: 'embedded PostgreSQL',
    ended: server.ended.then(() => 'ended too often'),
    stop: server.stop,
    readLogTail: async () => `See ${join(dataDir, 'postgres.log')}.`,
  })
}

/** Returns the address at which this machine reaches a server that listens on `host`. */
const toOwnAddress = (host: string) =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host

/** Returns the option with which Node runs the demonstration model at `port`. */
const createModelOption = (port: number) => [
  '--import',
  `${new URL('../../packages/demo-model/src/in-process.ts', import.meta.url).href}?port=${port}`,
]

/** Starts the configured parts; resolves when the API is ready. */
export async function startStack(options: StackOptions, parts: Parts): Promise<Stack> {
  const { preparation, port, servesWeb = false, watch = false, signal } = options
  const { settings } = preparation
  const { dataDir } = settings
  const host = options.host ?? settings.host
  preparation.begin({ buildsWeb: servesWeb && settings.webDir === undefined })
  const secretKey = settings.secretKey ?? (await readOrCreateSecretKey(dataDir))
  await startDatabase(options, parts)
  signal.throwIfAborted()
  const { databaseUrl, webDir } = await preparation.finish()
  signal.throwIfAborted()

  const modelPort = settings.modelBaseUrl === undefined ? await claimPort('127.0.0.1', 0) : undefined
  const env = {
    MALLOC_ARENA_MAX: '2',
    ...process.env,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey,
    MODEL_BASE_URL: settings.modelBaseUrl ?? `http://127.0.0.1:${modelPort}/v1`,
    PORT: String(port),
    HOST: host,
    DATA_DIR: dataDir,
    WEB_DIR: servesWeb ? webDir : undefined,
  }
  const nodeOptions = [
    ...(modelPort === undefined ? [] : createModelOption(modelPort)),
    ...(watch ? ['--watch-preserve-output', '--watch'] : []),
  ]
  const args = ['--import', compileCache, ...nodeOptions, 'apps/api/src/programs/main-and-worker.ts']
  const logFile = watch ? undefined : join(dataDir, 'logs/api.log')
  const api = parts.add(startChild({ name: 'API', args, cwd: root, env, ...(logFile !== undefined && { logFile }) }))
  const address = `http://${toOwnAddress(host)}:${port}`
  await waitUntilReady(`${address}/readyz`, api, { signal })
  return { address, databaseUrl, broken: parts.broken }
}
