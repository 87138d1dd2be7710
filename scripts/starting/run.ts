// The lifecycle of `pnpm start` and `pnpm dev`: runs until Ctrl-C, a signal, or the end of a part.
import { setTimeout as delay } from 'node:timers/promises'
import { type Preparation, startPreparation } from './preparation.ts'
import { isChainIntact, readLaunchers } from '../processes/processes.ts'
import { Parts } from './stack.ts'
import { StartError, takeStartLock } from '../processes/start-lock.ts'

export type ProgramRun = {
  readonly preparation: Preparation
  readonly parts: Parts
  readonly signal: AbortSignal
  /** Whether the previous run was killed: its processes may still be ending. */
  readonly wasAbandoned: boolean
  readonly log: (text: string) => void
}

const launcherCheckMs = 500

/** Ends this process when its package manager was killed, which does not signal its children. */
async function endWithLaunchers(end: (reason: string) => void, signal: AbortSignal) {
  const launchers = await readLaunchers()
  while (!signal.aborted) {
    if (!(await isChainIntact(launchers))) return end('The package manager has ended')
    await delay(launcherCheckMs, undefined, { ref: false })
  }
}

/** Aborts the returned signal when this process is asked to end, and logs the reason. */
function watchForEnd(log: (text: string) => void) {
  const ending = new AbortController()
  const end = (reason: string) => {
    if (ending.signal.aborted) return
    ending.abort(new StartError(reason))
    log('Stopping …')
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => end(name))
  void endWithLaunchers(end, ending.signal)
  return ending
}

/** Runs `start`, waits for the end, stops everything, and sets the exit code. */
export async function runUntilStopped(start: (run: ProgramRun) => Promise<void>): Promise<void> {
  const log = (text: string) => console.log(text)
  const ending = watchForEnd(log)
  const parts = new Parts()
  let release = async () => {}
  let starting = Promise.resolve()
  try {
    const preparation = await startPreparation(ending.signal)
    const lock = await takeStartLock(preparation.settings.dataDir)
    release = lock.release
    const ended = new Promise<undefined>((done) => ending.signal.addEventListener('abort', () => done(undefined)))
    starting = start({ preparation, parts, signal: ending.signal, wasAbandoned: lock.wasAbandoned, log })
    const broken = await Promise.race([parts.broken, ended, starting.then(() => Promise.race([parts.broken, ended]))])
    if (broken !== undefined) throw new StartError(broken)
  } catch (error) {
    if (!ending.signal.aborted) {
      console.error(error instanceof StartError ? error.message : error)
      process.exitCode = 1
    }
    ending.abort(error)
  } finally {
    // The start gives up at its next step, and adds no more parts.
    await starting.catch(() => {})
    await parts.stop()
    await release()
  }
}
