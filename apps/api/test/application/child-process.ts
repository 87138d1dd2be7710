// The API as a process of its own, on the database of a test: with its own memory, and one that can be killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { codeCache } from '../../../../scripts/processes/code-cache.ts'
import { type TestApp, testSecretKey } from './test-app.ts'
import { until } from '../until.ts'

/** Starts it, and kills it at the end of the test that asked. `demo` is the model endpoint that it uses. */
export async function startChildProcess({
  dependencies,
  demo,
}: Pick<TestApp, 'dependencies'> & { readonly demo?: { readonly url: string } }) {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL('../../src/programs/main.ts', import.meta.url))], {
    env: {
      ...codeCache,
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'info',
      SECRET_KEY: testSecretKey,
      DATABASE_URL: dependencies.config.databaseUrl,
      MODEL_BASE_URL: demo?.url ?? 'http://127.0.0.1:9/v1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const origin = await until('its address', () => /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0])
  return { child, origin }
}
