// `pnpm start`: runs the product on this machine, from a fresh clone.
import { claimPort } from './port.ts'
import { runUntilStopped } from './run.ts'
import { startStack } from './stack.ts'
import { buildWeb } from './web-build.ts'

const abandonedPatienceMs = 15_000

await runUntilStopped(async ({ config, parts, signal, wasAbandoned, log }) => {
  const port = await claimPort(config.host, config.port, wasAbandoned ? abandonedPatienceMs : 0)
  const webDir = config.webDir ?? (await buildWeb(log, signal))
  signal.throwIfAborted()
  const { address } = await startStack({ config, port, webDir, log, signal }, parts)
  log(`\n${config.productName} is ready: ${address}/`)
  log('Sign in with an account and the password that the first start showed (`pnpm db:reset` empties everything and makes new ones).')
  if (config.model.baseUrl === undefined) log('A demonstration model answers; MODEL_BASE_URL connects a real one.')
  log(`Logs are in ${config.dataDir}/logs. Ctrl-C stops it all.`)
})
