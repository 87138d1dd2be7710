// The processes as an operator sees them: started from the command line, asked to stop by a signal.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { codeCache } from '../../../../scripts/processes/code-cache.ts'
import { testSecretKey } from '../../test/application/test-app.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function run(program: 'main.ts' | 'worker.ts' | 'main-and-worker.ts', environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [new URL(`./${program}`, import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...codeCache,
      DATABASE_URL: database.url,
      SECRET_KEY: testSecretKey,
      MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
      HOST: '127.0.0.1',
      PORT: '0',
      ...environment,
    },
  })
  children.push(child)
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return { child, output, exited }
}

async function expectPortIsNeeded(program: 'main.ts' | 'main-and-worker.ts') {
  const other = createServer()
  onTestFinished(() => void other.close())
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const { port } = other.address() as AddressInfo
  const { output, exited } = run(program, { PORT: String(port) })
  expect(await exited).toBe(1)
  expect(output.out).toContain('Process did not start')
}

describe('the API process', { timeout: 60_000 }, () => {
  test('says where it listens, serves, and stops cleanly at SIGTERM', async () => {
    const { child, output, exited } = run('main.ts')
    await expect.poll(() => output.out).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(output.out) ?? []
    expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ ok: true, database: true })
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(output.out).toContain('Process has stopped')
    expect(output.err).toBe('')
  })

  test('refuses to start with a weak secret in production, in one sentence', async () => {
    const { output, exited } = run('main.ts', { NODE_ENV: 'production', SECRET_KEY: 'change-me-change-me-change-me-change-me' })
    expect(await exited).toBe(1)
    expect(output.err).toMatch(/^SECRET_KEY is weak: .*\n$/)
    expect(output.out).toBe('')
  })

  test('fails at once where its port is taken', () => expectPortIsNeeded('main.ts'))
})

describe('one process for both', { timeout: 60_000 }, () => {
  test('serves, runs the jobs, and stops cleanly', async () => {
    const { child, output, exited } = run('main-and-worker.ts')
    await expect.poll(() => output.out).toContain('Worker has started')
    await expect.poll(() => output.out).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(output.out) ?? []
    expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ ok: true, database: true })
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(output.out).toContain('Process has stopped')
    expect(output.err).toBe('')
  })

  test('fails where its port is taken, although the jobs could run', () => expectPortIsNeeded('main-and-worker.ts'))
})

describe('the worker process', { timeout: 60_000 }, () => {
  test('starts its jobs, serves its metrics, and stops cleanly', async () => {
    const { child, output, exited } = run('worker.ts', { METRICS_PORT: '0' })
    await expect.poll(() => output.out).toContain('Worker has started')
    await expect.poll(() => output.out).toContain('Metrics are served')
    const [, port = ''] = /"address":"127\.0\.0\.1","family":"IPv4","port":(\d+)/.exec(output.out) ?? []
    const read = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers })
    expect(await (await read('/metrics')).text()).toMatch(/^heddle_database_connections_max\{part="worker"\} \d+$/m)
    expect((await read('/metrics', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(404)
    expect((await read('/')).status).toBe(404)
    child.kill('SIGINT')
    expect(await exited).toBe(0)
    expect(output.out).toContain('Process has stopped')
  })

  test('waits for a database that is away, and stops cleanly meanwhile', async () => {
    const { child, output, exited } = run('worker.ts', { DATABASE_URL: 'postgresql://user@127.0.0.1:1/none' })
    await expect.poll(() => output.out).toContain('Queue of jobs waits for the database')
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(output.out).toContain('Process has stopped')
  })
})
