// `pnpm dev`: like `start`, but the API restarts and the page reloads when their code changes.
import { startChild } from './processes/child.ts'
import { claimPort } from './processes/port.ts'
import { runUntilStopped } from './starting/run.ts'
import { startStack } from './starting/stack.ts'
import { viteBin, webSourceDir } from './starting/builds.ts'

/** The port of the API in apps/web/vite.config.ts. */
const apiPort = 3000

await runUntilStopped(async ({ preparation, parts, signal, log }) => {
  const { host, port: wantedPort, productName } = preparation.settings
  const port = await claimPort('127.0.0.1', apiPort)
  const webPort = await claimPort(host, wantedPort === apiPort ? 5173 : wantedPort)
  await startStack({ preparation, host: '127.0.0.1', port, watch: true, log, signal }, parts)
  const args = [viteBin, '--host', host, '--port', String(webPort), '--strictPort', '--clearScreen', 'false']
  parts.add(startChild({ name: 'web server', args, cwd: webSourceDir, env: process.env }))
  log(`\n${productName} is ready: http://${host}:${webPort}/`)
})
