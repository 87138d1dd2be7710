// Prepares a start in a process that ends before the product runs: the checks of the configuration, Prisma and the migrator take memory
// that `start` would keep.
import { fork } from 'node:child_process'
import type { Instruction, LaunchSettings, Prepared, Report } from './prepare.ts'
import { StartError } from '../processes/start-lock.ts'

const program = new URL('prepare.ts', import.meta.url)
const compileCache = new URL('compile-cache.mjs', import.meta.url).href
const endWithParent = new URL('../processes/end-with-parent.ts', import.meta.url).href

export type Preparation = {
  readonly settings: LaunchSettings
  /** Begins with what needs no database. */
  readonly begin: (options: { readonly buildsWeb: boolean }) => void
  /** Migrates and seeds the database, which runs; resolves when everything is prepared. Throws a `StartError` with what failed. */
  readonly finish: () => Promise<Prepared>
}

/** Reads the configuration; throws a `StartError` when it is invalid. The preparation ends when `signal` is aborted. */
export async function startPreparation(signal: AbortSignal): Promise<Preparation> {
  // Detached, so that Ctrl-C does not reach it.
  const child = fork(program, {
    execArgv: ['--import', compileCache, '--import', endWithParent],
    detached: true,
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const settings = Promise.withResolvers<LaunchSettings>()
  const prepared = Promise.withResolvers<Prepared>()
  // It may fail before anything waits for it.
  prepared.promise.catch(() => {})
  child.on('message', (report: Report) => {
    if ('settings' in report) settings.resolve(report.settings)
    else prepared.resolve(report.prepared)
  })
  const fail = (message: string) => {
    settings.reject(new StartError(message))
    prepared.reject(new StartError(message))
  }
  child.once('error', ({ message }) => fail(message))
  child.once('close', () => fail(errors.trim() || 'The preparation of the start was ended.'))
  const send = (instruction: Instruction) => void child.send(instruction, () => {})
  return {
    settings: await settings.promise,
    begin: ({ buildsWeb }) => send({ step: 'begin', buildsWeb }),
    finish: () => {
      send({ step: 'use-database' })
      return prepared.promise
    },
  }
}
