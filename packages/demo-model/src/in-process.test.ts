import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test('the demonstration model answers in the process that loads it, and ends with that', { timeout: 30_000 }, async () => {
  const model = new URL('in-process.ts?port=0', import.meta.url).href
  const program = `
    const [server] = process.getActiveResourcesInfo().filter((name) => name.includes('Server'))
    console.log(server)
    process.exit(0)`
  const { stdout } = await run(process.execPath, ['--import', model, '--input-type=module', '--eval', program])
  expect(stdout.trim()).toBe('TCPServerWrap')
})
