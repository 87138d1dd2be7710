// The life of `pnpm start` and `pnpm dev`: one thing is started, and stopped by Ctrl-C, by a signal, or by the death of a part.
import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError, loadConfig, type Config } from '@heddle/config/config'
import { MigrationError } from '@heddle/db/migrator/migration-error'
import { isChainWhole, readLaunchers } from './processes.ts'
import { Parts } from './stack.ts'
import { StartError, takeStartLock } from './start-lock.ts'

export type Run = {
  readonly config: Config
  readonly parts: Parts
  readonly signal: AbortSignal
  /** Whether the last one was killed: what it left may still be ending. */
  readonly wasAbandoned: boolean
  readonly say: (text: string) => void
}

const launcherCheckMs = 500

const isForPeople = (error: unknown): error is Error =>
  error instanceof StartError || error instanceof ConfigError || error instanceof MigrationError

/** A package manager that is killed does not tell its children: without this no one could stop us. */
async function endWithLaunchers(end: (reason: string) => void, signal: AbortSignal) {
  const launchers = await readLaunchers()
  while (!signal.aborted) {
    if (!(await isChainWhole(launchers))) return end('The package manager has ended')
    await delay(launcherCheckMs, undefined, { ref: false })
  }
}

/** Aborts when this process is told to end; says who told it. */
function watchForEnd(say: (text: string) => void) {
  const ending = new AbortController()
  const end = (reason: string) => {
    if (ending.signal.aborted) return
    ending.abort(new StartError(reason))
    say('Stopping …')
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => end(name))
  void endWithLaunchers(end, ending.signal)
  return ending
}

/** Runs `start`, waits for the end, stops everything, and sets the exit code. */
export async function runUntilStopped(start: (run: Run) => Promise<void>): Promise<void> {
  const say = (text: string) => console.log(text)
  const ending = watchForEnd(say)
  const parts = new Parts()
  let release = async () => {}
  let starting = Promise.resolve()
  try {
    const config = loadConfig()
    const lock = await takeStartLock(config.dataDir)
    release = lock.release
    const ended = new Promise<undefined>((done) => ending.signal.addEventListener('abort', () => done(undefined)))
    starting = start({ config, parts, signal: ending.signal, wasAbandoned: lock.wasAbandoned, say })
    const broken = await Promise.race([parts.broken, ended, starting.then(() => Promise.race([parts.broken, ended]))])
    if (broken !== undefined) throw new StartError(broken)
  } catch (error) {
    if (!ending.signal.aborted) {
      console.error(isForPeople(error) ? error.message : error)
      process.exitCode = 1
    }
    ending.abort(error)
  } finally {
    // It gives up at its next step, and adds no part any more.
    await starting.catch(() => {})
    await parts.stop()
    await release()
  }
}
