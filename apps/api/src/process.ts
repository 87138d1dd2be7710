// What both processes do alike: start with a checked configuration, and stop cleanly when asked to.
import closeWithGrace from 'close-with-grace'
import { ConfigError, loadConfig, requireServerConfig } from './config.ts'
import { createDependencies, type ProcessDependencies } from './dependencies.ts'

/** Supervisors wait ten seconds before they kill. */
const mostSecondsToStop = 9

/** Starts what `start` starts; it returns how to stop it. A wrong configuration is one sentence, not a stack. */
export async function runProcess(start: (dependencies: ProcessDependencies) => Promise<() => Promise<void>>) {
  const dependencies = openDependencies()
  const { log } = dependencies
  let stop = async () => {}
  // Before anything is started: a signal may come while it is.
  closeWithGrace({ delay: mostSecondsToStop * 1000, logger: false }, async ({ signal, err }) => {
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
    log.fatal({ err: error }, 'Process did not start')
    await dependencies.close()
    process.exit(1)
  }
}

function openDependencies(): ProcessDependencies {
  try {
    return createDependencies(requireServerConfig(loadConfig()))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
