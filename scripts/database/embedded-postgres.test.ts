import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const run = promisify(execFile)

// To create a cluster takes longer than all that is done with it here.
let used: string
beforeAll(async () => {
  used = await mkdtemp(join(tmpdir(), 'heddle-embedded-'))
  const server = await startEmbeddedPostgres(used)
  await server.stop()
}, 90_000)
afterAll(() => rm(used, { recursive: true }))

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heddle-embedded-'))
})
afterEach(() => rm(directory, { recursive: true }))

/** Puts a cluster that was created before into the directory, with the owners of its files. */
const copyCluster = () => run('cp', ['-a', `${used}/.`, directory])

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const makeTable = 'CREATE TABLE warp AS SELECT 42 AS threads'
const readTable = (url: string) => query(url, 'SELECT threads FROM warp')

const serverProcess = async () => Number((await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Starts a server from another process, and returns functions that end that process. */
async function startElsewhere() {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('embedded-postgres.ts', import.meta.url).href)})
    const server = await startEmbeddedPostgres(${JSON.stringify(directory)})
    process.stdout.write(server.url('postgres') + '\\n')
    setInterval(() => {}, 1e6)`
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return { child, url: url.toString().trim() }
}

// A server starts in a second on an idle machine, and in many on a busy one.
describe('the embedded PostgreSQL', { timeout: 90_000 }, () => {
  test('keeps its data over a restart, in UTF-8 with any LANG', async () => {
    await copyCluster()
    const first = await startEmbeddedPostgres(directory)
    await query(first.url('postgres'), makeTable)
    await expect(
      query(first.url('postgres'), "SELECT lower('Ệ') AS letter, current_setting('server_encoding') AS encoding"),
    ).resolves.toEqual([{ letter: 'ệ', encoding: 'UTF8' }])
    await first.stop()

    const second = await startEmbeddedPostgres(directory)
    await expect(readTable(second.url('postgres'))).resolves.toEqual([{ threads: 42 }])
    await second.stop()
    await expect(findRunningPostgres(directory)).resolves.toBeUndefined()
  })

  test('is taken over when its parent was killed', async () => {
    await copyCluster()
    const { child, url } = await startElsewhere()
    await query(url, makeTable)
    const remaining = await serverProcess()
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(isAlive(remaining)).toBe(true)
    expect((await findRunningPostgres(directory))?.('postgres')).toBe(url)

    const server = await startEmbeddedPostgres(directory)
    expect(isAlive(remaining)).toBe(false)
    await expect(readTable(server.url('postgres'))).resolves.toEqual([{ threads: 42 }])
    await server.stop()
  })

  test('recovers after it was killed', async () => {
    await copyCluster()
    const first = await startEmbeddedPostgres(directory)
    await query(first.url('postgres'), makeTable)
    process.kill(await serverProcess(), 'SIGKILL')
    await first.ended

    const second = await startEmbeddedPostgres(directory)
    await expect(readTable(second.url('postgres'))).resolves.toEqual([{ threads: 42 }])
    await second.stop()
  })

  test('does not mistake another process for itself', async () => {
    await copyCluster()
    const first = await startEmbeddedPostgres(directory)
    await first.stop()
    await writeFile(join(directory, 'postgres/postmaster.pid'), `${process.pid}\n${directory}\n0\n5432\n`)
    const second = await startEmbeddedPostgres(directory)
    await expect(query(second.url('postgres'), 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }])
    await second.stop()
  })

  test('starts again when its creation was interrupted', async () => {
    await mkdir(join(directory, 'postgres'))
    await writeFile(join(directory, 'postgres/half'), '')
    const server = await startEmbeddedPostgres(directory)
    await expect(query(server.url('postgres'), 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }])
    await server.stop()
  })

  test('refuses connections without its password, which only its owner can read', async () => {
    await copyCluster()
    const server = await startEmbeddedPostgres(directory)
    const url = new URL(server.url('postgres'))
    url.password = 'guess'
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
    await server.stop()
    expect((await stat(join(directory, 'postgres.password'))).mode & 0o777).toBe(0o600)
  })
})
