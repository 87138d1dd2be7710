// What both processes do alike: start with a checked configuration, and stop cleanly when asked to.
import closeWithGrace from 'close-with-grace'
import type { DatabaseTimeouts } from '@heddle/db/connection'
import { ConfigError, loadConfig, requireServerConfig } from '@heddle/config/config'
import { createDependencies, type ProcessDependencies } from './dependencies.ts'

/** Replies go on for ten, are interrupted and saved, and what is still open is cut after six more. Supervisors have to wait longer. */
const maxSecondsToStop = 20

/** Starts what `start` starts; it returns how to stop it. A wrong configuration is one sentence, not a stack. */
export async function runProcess(timeouts: DatabaseTimeouts, start: (dependencies: ProcessDependencies) => Promise<() => Promise<void>>) {
  const dependencies = openDependencies(timeouts)
  const { log } = dependencies
  let stop = async () => {}
  // Before anything is started: a signal may come while it is.
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
    // Asked to stop while it started: the handler above ends the process.
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
