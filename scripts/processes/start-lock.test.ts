import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimPort } from './port.ts'
import { readOrCreateSecretKey } from '../starting/secret-key.ts'
import { StartError, takeStartLock } from './start-lock.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heddle-start-'))
})
afterEach(() => rm(directory, { recursive: true }))

describe('a start', () => {
  test('creates a secret once, readable only by its owner', async () => {
    const made = await readOrCreateSecretKey(directory)
    expect(made.length).toBeGreaterThanOrEqual(32)
    await expect(readOrCreateSecretKey(directory)).resolves.toBe(made)
    expect((await stat(join(directory, 'secret.key'))).mode & 0o777).toBe(0o600)
  })

  test('reports in one sentence that its port is in use', async () => {
    const server = createServer()
    const port = await new Promise<number>((done) => {
      server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port))
    })
    await expect(claimPort('127.0.0.1', port)).rejects.toThrow(
      new StartError(`Port ${port} on 127.0.0.1 is in use: stop what uses it, or set PORT to another one.`),
    )
    const waiting = claimPort('127.0.0.1', port, 10_000)
    server.close()
    await expect(waiting).resolves.toBe(port)
  })

  test('locks the data folder, also after a killed start', async () => {
    const first = await takeStartLock(directory)
    expect(first.wasAbandoned).toBe(false)
    await first.release()
    await writeFile(join(directory, 'start.pid'), '999999')
    await expect(takeStartLock(directory)).resolves.toMatchObject({ wasAbandoned: true })
  })
})
