// Starts a process with a checked configuration and stops it cleanly; shared by the API and the worker.
import closeWithGrace from 'close-with-grace'
import type { DatabaseTimeouts } from '@heddle/db/connection'
import { ConfigError, loadConfig, requireServerConfig } from '@heddle/config/config'
import { createDependencies, type ProcessDependencies } from './dependencies.ts'

/** Replies continue for ten, connections close after six more. Supervisors have to wait longer than this. */
const maxSecondsToStop = 20

/** Runs `start`, which returns how to stop. An invalid configuration prints one sentence instead of a stack. */
export async function runProcess(timeouts: DatabaseTimeouts, start: (dependencies: ProcessDependencies) => Promise<() => Promise<void>>) {
  const dependencies = openDependencies(timeouts)
  const { log } = dependencies
  let stop = async () => {}
  // Before `start`: a signal may come while it runs.
  closeWithGrace({ delay: maxSecondsToStop * 1000, logger: false }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'Process failed')
    else log.info({ signal }, 'Process is stopping')
    dependencies.beginStopping()
    await stop()
    await dependencies.close()
    log.info('Process has stopped')
  })
  try {
    stop = await start(dependencies)
  } catch (error) {
    // Stopped while starting: the handler above ends the process.
    if (dependencies.stopping.aborted) return
    log.fatal({ err: error }, 'Process did not start')
    await dependencies.close()
    process.exit(1)
  }
}

function openDependencies(timeouts: DatabaseTimeouts): ProcessDependencies {
  try {
    return createDependencies(requireServerConfig(loadConfig()), timeouts)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
