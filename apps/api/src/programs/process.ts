// Starts a process with a checked configuration and stops it cleanly; shared by the API and the worker.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import closeWithGrace from 'close-with-grace'
import type { DatabaseTimeouts } from '@heddle/db/connection'
import { ConfigError, loadConfig, requireServerConfig } from '@heddle/config/config'
import type { Dependencies } from '../platform/dependencies.ts'
import { createSharedDependencies, openDatabase, type SharedDependencies } from './create-dependencies.ts'

/** Replies continue for ten, connections close after six more. Supervisors have to wait longer than this. */
const maxSecondsToStop = 20

/** A task of a process, with its own pool of connections, as the time-outs of the tasks differ. */
export type ProcessPart = {
  /** Of its pool in the metrics. */
  readonly name: string
  readonly timeouts: DatabaseTimeouts
  /** Starts the task; returns how to stop it. */
  readonly start: (dependencies: Dependencies) => Promise<() => Promise<void>>
}

/** Runs `parts` until the process is asked to stop. An invalid configuration prints one sentence instead of a stack. */
export async function runProcess(parts: readonly ProcessPart[]) {
  const shared = readSharedDependencies()
  const { config, log } = shared
  const stopTracing = config.tracing && (await import('../platform/telemetry/start-tracing.ts')).startTracing(config.tracing, log)
  const opened = parts.map(({ name, timeouts, start }) => ({ start, database: openDatabase(shared, name, timeouts) }))
  const stops: (() => Promise<void>)[] = []
  const closeDatabases = () => Promise.all(opened.map(({ database }) => database.close()))
  // Before `start`: a signal may come while it runs.
  closeWithGrace({ delay: maxSecondsToStop * 1000, logger: false }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'Process failed')
    else log.info({ signal }, 'Process is stopping')
    shared.beginStopping()
    await Promise.all(stops.map((stop) => stop()))
    await closeDatabases()
    await stopTracing?.()
    await shared.errorReports?.close()
    log.info('Process has stopped')
  })
  try {
    await Promise.all(opened.map(async ({ start, database }) => stops.push(await start({ ...shared, ...database }))))
    releaseStartMemory()
  } catch (error) {
    // Stopped while starting: the handler above ends the process.
    if (shared.stopping.aborted) return
    log.fatal({ err: error }, 'Process did not start')
    shared.beginStopping()
    await closeDatabases()
    await shared.errorReports?.close()
    process.exit(1)
  }
}

/** Collects what loading the modules has left behind, some 60 MB: V8 does so when its heap grows, which it does not in an idle process. */
function releaseStartMemory() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

function readSharedDependencies(): SharedDependencies {
  try {
    return createSharedDependencies(requireServerConfig(loadConfig()))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
