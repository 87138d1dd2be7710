// `pnpm start`: the product on this machine, from nothing.
import { claimPort } from './port.ts'
import { runUntilStopped } from './run.ts'
import { startStack } from './stack.ts'
import { buildWeb } from './web-build.ts'

const abandonedPatienceMs = 15_000

await runUntilStopped(async ({ config, parts, signal, wasAbandoned, say }) => {
  const port = await claimPort(config.host, config.port, wasAbandoned ? abandonedPatienceMs : 0)
  const webDir = config.webDir ?? (await buildWeb(say, signal))
  signal.throwIfAborted()
  const { address } = await startStack({ config, port, webDir, say, signal }, parts)
  say(`\n${config.productName} is ready: ${address}/`)
  say('Sign in with an account and the password that the first start showed (`pnpm db:reset` empties everything and makes new ones).')
  if (config.model.baseUrl === undefined) say('A demonstration model answers; MODEL_BASE_URL connects a real one.')
  say(`Logs are in ${config.dataDir}/logs. Ctrl-C stops it all.`)
})
