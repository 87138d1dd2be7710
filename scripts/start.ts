// `pnpm start`: runs the product on this machine, from a fresh clone.
import { claimPort } from './processes/port.ts'
import { runUntilStopped } from './starting/run.ts'
import { startStack } from './starting/stack.ts'

const abandonedPatienceMs = 15_000

await runUntilStopped(async ({ preparation, parts, signal, wasAbandoned, log }) => {
  const { host, port: wantedPort, productName, modelBaseUrl, dataDir } = preparation.settings
  const port = await claimPort(host, wantedPort, wasAbandoned ? abandonedPatienceMs : 0)
  const { address } = await startStack({ preparation, port, servesWeb: true, log, signal }, parts)
  log(`\n${productName} is ready: ${address}/`)
  log('Sign in with an account and the password that the first start showed (`pnpm db:reset` empties everything and makes new ones).')
  if (modelBaseUrl === undefined) log('A demonstration model answers; MODEL_BASE_URL connects a real one.')
  log(`Logs are in ${dataDir}/logs. Ctrl-C stops it all.`)
})
