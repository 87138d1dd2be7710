import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepPostgresRunning } from './kept-postgres.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heddle-kept-'))
})
afterEach(() => rm(directory, { recursive: true }))

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

async function kill() {
  const [pid] = (await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

describe('the PostgreSQL of a start', { timeout: 120_000 }, () => {
  test('is restarted after it was killed, at the same address and with its data, up to the limit', async () => {
    const messages: string[] = []
    const server = await keepPostgresRunning(directory, (text) => messages.push(text), { maxRestarts: 1, withinMs: 60_000 })
    const url = server.url('postgres')
    await query(url, 'CREATE TABLE warp AS SELECT 42 AS threads')
    // A backend that outlives its server for a moment, like a long query.
    const busy = query(url, 'SELECT count(*) FROM generate_series(1, 20000000)').catch(() => {})
    await kill()
    const rows = async () => query(url, 'SELECT threads FROM warp').catch(() => delay(50))
    let found = await rows()
    for (const deadline = Date.now() + 60_000; !found && Date.now() < deadline;) found = await rows()
    expect(found).toEqual([{ threads: 42 }])
    // The client may be faster than the start, which polls the server.
    await expect.poll(() => messages).toEqual([expect.stringContaining('Starting it again (1 of 1'), 'PostgreSQL runs again.'])
    await busy
    await kill()
    await server.ended
    expect(messages).toHaveLength(2)
    await server.stop()
  })

  test('is not restarted after it was stopped', async () => {
    const said: string[] = []
    const server = await keepPostgresRunning(directory, (text) => said.push(text))
    await server.stop()
    await server.ended
    expect(said).toEqual([])
  })
})
