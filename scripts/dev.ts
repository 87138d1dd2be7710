// `pnpm dev`: as `start`, but the API restarts and the page reloads when their code changes.
import { startChild } from './child.ts'
import { claimPort } from './port.ts'
import { runUntilStopped } from './run.ts'
import { startStack } from './stack.ts'
import { viteBin, webSourceDir } from './web-build.ts'

/** Where apps/web/vite.config.ts looks for the API. */
const apiPort = 3000

await runUntilStopped(async ({ config, parts, signal, say }) => {
  const port = await claimPort('127.0.0.1', apiPort)
  const webPort = await claimPort(config.host, config.port === apiPort ? 5173 : config.port)
  await startStack({ config: { ...config, host: '127.0.0.1' }, port, watch: true, say, signal }, parts)
  const args = [viteBin, '--host', config.host, '--port', String(webPort), '--strictPort', '--clearScreen', 'false']
  parts.add(startChild({ name: 'web server', args, cwd: webSourceDir, env: process.env }))
  say(`\n${config.productName} is ready: http://${config.host}:${webPort}/`)
})
