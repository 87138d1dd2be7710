// What a program that has been taken over by the file it reads can do: each attempt is a real one, in a real process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Confinement, runConfined } from './confined-process.ts'
import { readerLibraries } from './reader-libraries.ts'

const program = fileURLToPath(new URL('../../../test/confinement/confined-probe.ts', import.meta.url))
const repository = fileURLToPath(new URL('../../../../../', import.meta.url))
const never = new AbortController().signal

let folder: string
let file: string
let server: Server
let port: string
let connections = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-test-'))
  file = join(folder, 'file')
  await writeFile(file, 'A loom')
  server = createServer((_request, response) => response.end('hello'))
  server.on('connection', () => (connections += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = String((server.address() as AddressInfo).port)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

type AttemptOptions = Partial<Confinement> & {
  readonly target?: string
  readonly signal?: AbortSignal
  readonly folders?: readonly string[]
}

async function attempt(names: readonly string[], { target = '', signal = never, folders = [], ...limits }: AttemptOptions = {}) {
  const confinement = { milliseconds: 20_000, megabytes: 512, maxBytes: 100_000, ...limits }
  const result = await runConfined({ program, folders, file, args: [names.join(','), target] }, confinement, signal)
  return 'output' in result ? (JSON.parse(result.output.toString()) as unknown) : result
}

const refused = { refused: 'ERR_ACCESS_DENIED' }
const allRefused = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, refused]))

describe('a confined process', () => {
  test('reads its file, and has no variable of ours', async () => {
    expect(await attempt(['reading its file', 'environment'])).toEqual({ 'reading its file': { got: 'A loom' }, environment: { got: {} } })
  })

  test('has no network', async () => {
    const ways = ['fetch', 'http', 'net', 'required net', 'tls', 'http2', 'dns', 'dns resolver', 'udp', 'listening', 'binding', 'inspector']
    expect(await attempt(ways, { target: port })).toEqual(allRefused(ways))
    expect(await attempt(['web socket', 'restoring'], { target: port })).toEqual({
      'web socket': { refused: expect.any(String) },
      restoring: { refused: expect.any(String) },
    })
    expect(await attempt(['unix socket'], { target: join(folder, 'socket') })).toEqual(allRefused(['unix socket']))
  })

  const reading = (path: string) => `reading ${path}`

  test('does not read what is beside its file, with the libraries of the reader either', async () => {
    const ours = [
      'package.json',
      'apps/api/package.json',
      'apps/api/src/app.ts',
      'packages/config/src/config.ts',
      'node_modules/vitest/package.json',
      'apps/api/node_modules/fastify/package.json',
    ].map((path) => join(repository, path))
    const paths = ['/etc/passwd', '/proc/self/environ', ...ours]
    await Promise.all(paths.map((path) => access(path)))
    expect(await attempt(paths.map(reading), { folders: readerLibraries })).toEqual(allRefused(paths.map(reading)))
  })

  const manifests = readerLibraries.map((library) => join(library, 'package.json'))

  test.each(readerLibraries)('reads %s when it is given it, and no other library', async (library) => {
    const own = join(library, 'package.json')
    expect(await attempt(manifests.map(reading), { folders: [library] })).toEqual({
      ...allRefused(manifests.map(reading)),
      [reading(own)]: { got: await readFile(own, 'utf8') },
    })
  })

  test('writes nothing, and starts nothing', async () => {
    const ways = ['writing', 'process', 'worker']
    expect(await attempt(ways)).toEqual(allRefused(ways))
  })

  test('is what keeps these attempts from their end: elsewhere they get there', async () => {
    expect(connections).toBe(0)
    const child = spawn(process.execPath, ['--no-warnings', program, file, 'fetch', port], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    expect(await text(child.stdio[3] as Readable)).toContain('"got"')
    expect(connections).toBe(1)
  })

  test('is ended when it says more than anybody will keep', async () => {
    expect(await attempt(['endless'])).toEqual({ exceeded: 'maxBytes' })
  })

  test('is ended when it computes too long', async () => {
    expect(await attempt(['computing'], { milliseconds: 500 })).toEqual({ exceeded: 'milliseconds' })
  })

  test('is not blamed for the time in which it does not compute, and ended all the same', async () => {
    expect(await attempt(['silence'], { milliseconds: 1_000, elapsedMs: 3_000 })).toEqual({ exceeded: 'elapsedMs' })
  })

  test('is ended once it has answered, also when it does not exit', async () => {
    expect(await attempt(['lingering'], { milliseconds: 10_000 })).toEqual({})
  })

  test('is not begun for a client who has disconnected', async () => {
    await expect(attempt(['silence'], { signal: AbortSignal.abort(new Error('The caller has left')) })).rejects.toThrow(
      'The caller has left',
    )
  })
})
