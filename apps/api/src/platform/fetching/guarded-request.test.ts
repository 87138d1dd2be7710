// What a workflow's request may reach: nothing of a corpus of addresses reaches the canary, a real server on loopback.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { HttpRequest } from '@heddle/workflow/model/ports'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forbiddenHosts } from '../../../test/confinement/forbidden-hosts.ts'
import { isAllowedAddress } from './address-rules.ts'
import { type GuardedRequestOptions, type HostPermission, sendGuarded } from './guarded-request.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let seen: {
  host: string | undefined
  url: string | undefined
  method: string | undefined
  headers: IncomingMessage['headers']
  body: string
}[] = []
let answer: Answer
const servers: Server[] = []
let port = 0

/** Listens on an address of the own machine. */
async function listen(host: string, at: number): Promise<number> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      seen.push({ host: request.headers.host, url: request.url, method: request.method, headers: request.headers, body })
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(at, host, resolve))
  servers.push(server)
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  port = await listen('127.0.0.1', 0)
})
afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))))
beforeEach(() => {
  seen = []
  answer = (_request, response) => response.end('canary')
})

const anyHost: HostPermission = { allowsPrivate: false, secretHeader: null }
const privateHost: HostPermission = { allowsPrivate: true, secretHeader: null }
const allowAll = () => anyHost
const toLoopback = async () => [{ address: '127.0.0.1', family: 4 }]
const signal = new AbortController().signal

const get = (url: string, options: Partial<GuardedRequestOptions> = {}, request: Partial<HttpRequest> = {}) =>
  sendGuarded({ method: 'GET', url, headers: {}, body: null, ...request }, signal, { findPermission: allowAll, maxMs: 5_000, ...options })

describe('a request to an address that is not global, although its host is on the list', () => {
  test.each(forbiddenHosts)('http://%s/ reaches nothing', async (host) => {
    await expect(get(`http://${host}:${port}/`)).rejects.toMatchObject({ code: 'WORKFLOW_HTTP_FORBIDDEN' })
    expect(seen).toEqual([])
  })

  test.each(['localhost', 'metadata.google.internal', 'public.example.org'])(
    'http://%s/, by the answer of its name server, reaches nothing',
    async (host) => {
      await expect(get(`http://${host}:${port}/`, { lookUp: toLoopback })).rejects.toMatchObject({ code: 'WORKFLOW_HTTP_FORBIDDEN' })
      expect(seen).toEqual([])
    },
  )

  test('reaches nothing when only one of several addresses is not global', async () => {
    const lookUp = async () => [{ address: '93.184.215.14', family: 4 }, ...(await toLoopback())]
    await expect(get(`http://mixed.example.org:${port}/`, { lookUp })).rejects.toMatchObject({ code: 'WORKFLOW_HTTP_FORBIDDEN' })
    expect(seen).toEqual([])
  })
})

test.each([
  ['8.8.8.8', true],
  ['1.1.1.1', true],
  ['172.32.0.1', true],
  ['2606:4700::1111', true],
  ['2001:4860:4860::8888', true],
  ['not an address', false],
])('%s is global: %s', (address, isGlobal) => expect(isAllowedAddress(address, false)).toBe(isGlobal))

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['10.1.2.3', true],
  ['fd12::1', true],
  ['169.254.169.254', false],
  ['fe80::1', false],
  ['fd00:ec2::254', false],
  ['fd20:ce::254', false],
  ['100.100.100.200', false],
  ['::ffff:127.0.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
])('%s is private and may be allowed: %s', (address, isAllowed) => expect(isAllowedAddress(address, true)).toBe(isAllowed))

describe('a host', () => {
  test.each([
    'http://other.example.org/',
    'http://allowed.example.org.evil.org/',
    'ftp://allowed.example.org/',
    'file:///etc/passwd',
    'http://user:secret@allowed.example.org/',
    'http://user@allowed.example.org/',
  ])('is not called as %s', async (url) => {
    const findPermission = (host: string) => (host === 'allowed.example.org' ? privateHost : null)
    await expect(get(url, { findPermission, lookUp: toLoopback })).rejects.toMatchObject({ code: 'WORKFLOW_HTTP_FORBIDDEN' })
    expect(seen).toEqual([])
  })

  test('is looked up once, and the connection is made to the address that was vetted', async () => {
    await listen('127.0.0.2', port)
    let lookUps = 0
    const lookUp = async () => [{ address: (lookUps += 1) === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    let reached = ''
    answer = (request, response) => {
      reached = request.socket.localAddress ?? ''
      response.end('yes')
    }
    const response = await get(`http://rebinding.example.org:${port}/a?b`, { lookUp, findPermission: () => privateHost })
    expect(response).toMatchObject({ status: 200, body: 'yes' })
    expect({ lookUps, reached }).toEqual({ lookUps: 1, reached: '127.0.0.1' })
    expect(seen).toMatchObject([{ host: `rebinding.example.org:${port}`, url: '/a?b' }])
  })

  test('is given its secret, and no other host is', async () => {
    const findPermission = (host: string): HostPermission => ({
      allowsPrivate: true,
      secretHeader: host.startsWith('a.') ? { name: 'X-Key', value: 'secret of a' } : null,
    })
    answer = ({ url }, response) =>
      url === '/' ? response.writeHead(302, { location: `http://b.example.org:${port}/b` }).end() : response.end()
    await get(`http://a.example.org:${port}/`, { findPermission, lookUp: toLoopback }, { headers: { authorization: 'of the author' } })
    expect(seen.map(({ headers }) => [headers['x-key'], headers.authorization])).toEqual([
      ['secret of a', 'of the author'],
      [undefined, undefined],
    ])
  })
})

describe('a redirect', () => {
  const options: Partial<GuardedRequestOptions> = {
    lookUp: toLoopback,
    findPermission: (host) => (host.startsWith('a.') ? privateHost : host.startsWith('public.') ? anyHost : null),
  }
  const redirectTo =
    (location: string, status = 302): Answer =>
    (_request, response) =>
      void response.writeHead(status, { location }).end()

  test.each([
    ['a host that is not on the list', 'http://other.example.org/'],
    ['a host without private addresses', 'http://public.example.org/'],
    ['loopback', 'http://127.0.0.1/'],
    ['a metadata service', 'http://169.254.169.254/latest/meta-data/'],
    ['a file', 'file:///etc/passwd'],
    ['credentials', 'http://user:secret@a.example.org/'],
  ])('to %s is not followed', async (_name, location) => {
    answer = redirectTo(location)
    await expect(get(`http://a.example.org:${port}/`, options)).rejects.toMatchObject({ code: 'WORKFLOW_HTTP_FORBIDDEN' })
    expect(seen).toHaveLength(1)
  })

  test('is followed three times at most', async () => {
    answer = ({ url }, response) => response.writeHead(307, { location: `/${Number(url?.slice(1)) + 1}` }).end()
    await expect(get(`http://a.example.org:${port}/0`, options)).rejects.toMatchObject({ code: 'WORKFLOW_HTTP_INVALID' })
    expect(seen.map(({ url }) => url)).toEqual(['/0', '/1', '/2', '/3'])
  })

  test.each([
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'body'],
  ])('by %i makes a POST a %s', async (status, method, body) => {
    answer = ({ url }, response) => (url === '/' ? redirectTo('/next', status)({} as IncomingMessage, response) : void response.end())
    await get(`http://a.example.org:${port}/`, options, { method: 'POST', body: 'body', headers: { 'x-own': '1' } })
    expect(seen[1]).toMatchObject({ url: '/next', method, body, headers: { 'x-own': '1' } })
  })
})

describe('a response', () => {
  const call = (options: Partial<GuardedRequestOptions> = {}) =>
    get(`http://a.example.org:${port}/`, { lookUp: toLoopback, findPermission: () => privateHost, ...options })
  const respond = (body: Buffer | string, headers: Record<string, string> = {}, status = 200) => {
    answer = (_request, response) => response.writeHead(status, headers).end(body)
  }

  test.each([
    ['identity', Buffer.from('棉')],
    ['gzip', gzipSync('棉')],
    ['br', brotliCompressSync('棉')],
  ])('is unpacked from %s', async (encoding, body) => {
    respond(body, { 'content-encoding': encoding, 'content-type': 'text/plain' })
    expect(await call()).toMatchObject({ status: 200, body: '棉', headers: { 'content-type': 'text/plain' } })
  })

  test('is read in its character set', async () => {
    respond(Buffer.from([0xb4, 0xd6]), { 'content-type': 'text/plain; charset=Big5' })
    expect((await call()).body).toBe('棉')
  })

  test.each([
    ['large', Buffer.alloc(2_000), {}],
    ['large when it is unpacked', gzipSync(Buffer.alloc(1_000_000)), { 'content-encoding': 'gzip' }],
  ])('that is too %s ends early', async (_name, body, headers) => {
    respond(body, headers)
    await expect(call({ maxBytes: 1_000 })).rejects.toMatchObject({ code: 'WORKFLOW_HTTP_TOO_LARGE' })
  })

  test.each([
    [400, 'WORKFLOW_HTTP_REFUSED'],
    [401, 'WORKFLOW_HTTP_REFUSED'],
    [404, 'WORKFLOW_HTTP_REFUSED'],
    [429, 'WORKFLOW_HTTP_UNAVAILABLE'],
    [500, 'WORKFLOW_HTTP_UNAVAILABLE'],
    [503, 'WORKFLOW_HTTP_UNAVAILABLE'],
  ])('of %i fails with %s', async (status, code) => {
    respond('no', { 'retry-after': '2' }, status)
    await expect(call()).rejects.toMatchObject({ code, params: { status, retry_after: 2 } })
  })

  test('does not come to a request whose header cannot be sent', async () => {
    respond('yes')
    const request = { method: 'GET', url: `http://a.example.org:${port}/`, headers: { 'x-name': '中文' }, body: null } as const
    const sent = sendGuarded(request, signal, { lookUp: toLoopback, findPermission: () => privateHost })
    await expect(sent).rejects.toMatchObject({ code: 'WORKFLOW_HTTP_INVALID' })
    expect(seen).toEqual([])
  })

  test('of an unknown encoding, or broken, fails', async () => {
    respond('x', { 'content-encoding': 'zstd-of-tomorrow' })
    await expect(call()).rejects.toMatchObject({ code: 'WORKFLOW_HTTP_INVALID' })
    respond('no gzip', { 'content-encoding': 'gzip' })
    await expect(call()).rejects.toMatchObject({ code: 'WORKFLOW_HTTP_UNAVAILABLE' })
  })

  test('that does not come ends the request in time, and a stop at once', async () => {
    answer = () => {}
    await expect(call({ maxMs: 50 })).rejects.toMatchObject({ code: 'WORKFLOW_HTTP_UNAVAILABLE' })
    const stop = new AbortController()
    const request = { method: 'GET', url: `http://a.example.org:${port}/`, headers: {}, body: null } as const
    const stopped = sendGuarded(request, stop.signal, { lookUp: toLoopback, findPermission: () => privateHost })
    stop.abort(new Error('stopped by the user'))
    await expect(stopped).rejects.toThrow('stopped by the user')
  })
})
