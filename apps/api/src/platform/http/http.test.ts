// What holds for every route, seen on the wire: how it fails, and which headers it carries.
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { createUser } from '@heddle/db/factories/user'
import type { Response } from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../logging/log.ts'
import { createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'
import { until } from '../../../test/until.ts'
import { openWire, type Wire } from '../../../test/application/wire.ts'

const lines: Record<string, unknown>[] = []
const webDir = mkdtempSync(join(tmpdir(), 'heddle-web-'))
let api: TestApp
let wire: Wire

beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Heddle</title>')
  writeFileSync(join(webDir, 'assets', 'main-abc123.js'), 'export {}')
  writeFileSync(join(webDir, 'assets', 'main-abc123.js.br'), brotliCompressSync('export {}'))
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()))
      done()
    },
  })
  api = await createTestApp({
    config: { webDir },
    log: createLogger({ logLevel: 'info' }, { destination: sink }),
    extend: (app) => {
      app.route({
        method: 'GET',
        url: '/api/broken',
        config: { policy: 'public' },
        handler: () => {
          throw new Error('connection string with a hidden word')
        },
      })
      app.route<{ Params: { status: string } }>({
        method: 'GET',
        url: '/api/refused/:status',
        config: { policy: 'public' },
        handler: ({ params }) => {
          throw Object.assign(new Error('What a plugin refuses'), { statusCode: Number(params.status) })
        },
      })
    },
  })
  wire = await openWire(api.app)
})
afterAll(async () => {
  await api.close()
  rmSync(webDir, { recursive: true })
})

const readCode = ({ body }: Response): string => body.detail.code
const login = () => wire.post('/api/v1/auth/login')

describe('a refused request', () => {
  test('names each field that is wrong', async () => {
    const response = await login().send({ email: 'a@heddle.test', password: 7 })
    expect(response.status).toBe(400)
    const { detail } = response.body
    expect(detail).toMatchObject({ code: 'BAD_REQUEST', message: 'The request parameters are invalid.' })
    expect(detail.params.fields[0]).toEqual({ path: expect.stringMatching(/^body/), message: expect.any(String) })
  })

  test.each([
    ['that is no JSON', () => login().type('json').send('{"email":'), 400, 'BAD_REQUEST'],
    ['without a body', () => login(), 400, 'BAD_REQUEST'],
    ['of another media type', () => login().type('text/csv').send('a,b'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['that is too large', () => login().send({ email: 'x'.repeat(300_000), password: 'y' }), 413, 'PAYLOAD_TOO_LARGE'],
  ])('%s has its code', async (_name, send, status, code) => {
    const response = await send()
    expect([response.status, readCode(response)]).toEqual([status, code])
  })

  test.each([
    ['is no HTTP', 'weave me a cloth\r\n\r\n', 400],
    ['has too many headers', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('that %s has its code too', async (_name, bytes, status) => {
    const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(bytes)
    const response = await text(socket)
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(response.slice(response.indexOf('{')))).toMatchObject({ detail: { code: 'BAD_REQUEST' } })
  })

  test.each([
    [400, 400, 'BAD_REQUEST'],
    [403, 403, 'FORBIDDEN'],
    [405, 400, 'BAD_REQUEST'],
    [416, 400, 'BAD_REQUEST'],
    [429, 429, 'RATE_LIMITED'],
    [499, 400, 'BAD_REQUEST'],
    [500, 500, 'UNKNOWN'],
    [302, 500, 'UNKNOWN'],
  ])('that a plugin refuses with %i has status %i and its code', async (status, expected, code) => {
    const response = await wire.get(`/api/refused/${status}`)
    expect([response.status, readCode(response)]).toEqual([expected, code])
  })

  test.each([
    ['/api/v1/auth/login', { email: 'a\0@heddle.test', password: 'p' }],
    ['/api/v1/auth/login', { account: 'a\0', password: 'p' }],
    ['/api/v1/assistant/query', { keyword: 'a\0' }],
    ['/api/v1/chat', { chat: { assistant_id: unknownId(), title: 'a\0' } }],
    ['/api/v1/chat', { chat: { assistant_id: unknownId(), model: { name: 'a\0' } } }],
    [`/api/v1/chat/${unknownId()}/title`, { name: 'a\0' }],
    [`/api/v1/chat/${unknownId()}/message_stream`, { content: 'a', client_message_id: unknownId(), version: 2 ** 31 }],
  ])('to %s with %j, which the database cannot hold, is BAD_REQUEST', async (url, body) => {
    const { headers } = await api.as(await createUser(api.db))
    const response = await wire.post(url).set(headers).send(body)
    expect([response.status, readCode(response)]).toEqual([400, 'BAD_REQUEST'])
  })

  test('whose caller leaves in the middle of its body is no failure of ours', async () => {
    lines.length = 0
    const call = login().type('json').set('content-length', '100')
    call.write('{"a')
    await new Promise((resolve) => api.app.server.once('request', resolve))
    call.abort()
    const refusal = await until('the line in the log', () => lines.find(({ route }) => route === '/api/v1/auth/login'))
    expect(refusal).toMatchObject({ level: 30, code: 'BAD_REQUEST' })
  })

  test('of a user who held the body back until disabled changes nothing', async () => {
    let clock = Date.now()
    let isAdmitted = false
    const slow = await createTestApp({
      now: () => new Date(clock),
      extend: (app) =>
        app.addHook('preParsing', async ({ method }) => {
          isAdmitted ||= method === 'PUT'
        }),
    })
    try {
      const admin = await slow.as(await createUser(slow.db, { role: 'S' }))
      const user = await createUser(slow.db, { tenantId: admin.user.tenantId })
      const slowWire = await openWire(slow.app)
      const call = slowWire.put(`/api/v1/user/${user.id}/role`).set(admin.headers).type('json').set('content-length', '12')
      call.write('{"role"')
      await until('the caller to be known', () => isAdmitted || undefined)
      await slow.db.user.update({ where: { id: admin.user.id }, data: { status: 'disabled' } })
      clock += 2_000
      call.write(':"A"}')
      expect(readCode(await call)).toBe('AUTH_SESSION_ENDED')
      expect(await slow.db.user.findUnique({ where: { id: user.id } })).toMatchObject({ role: 'U' })
    } finally {
      await slow.close()
    }
  })

  test('to an address that does not exist is answered in JSON, also where pages are served', async () => {
    const response = await wire.get('/api/v1/nothing').set('accept', 'text/html')
    expect([response.status, readCode(response)]).toEqual([404, 'NOT_FOUND'])
    const malformed = await wire.get('/api/v1/%zz')
    expect([malformed.status, readCode(malformed)]).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('an unexpected failure', () => {
  test('answers with an id and nothing of the inside, and is logged once', async () => {
    lines.length = 0
    const response = await wire.get('/api/broken')
    expect(response.status).toBe(500)
    const { detail } = response.body
    expect(detail).toEqual({
      code: 'UNKNOWN',
      message: 'An unknown error occurred.',
      params: { request_id: response.headers['x-request-id'] },
    })
    const errors = lines.filter(({ level }) => level === 50)
    expect(errors).toMatchObject([{ reqId: detail.params.request_id, err: { message: 'connection string with a hidden word' } }])
  })
})

describe('the log', () => {
  test('holds no password, no token and no cookie', async () => {
    lines.length = 0
    const caller = await api.as(await createUser(api.db))
    await login().set('cookie', 'a=the-cookie').send({ email: 'who@heddle.test', password: 'the word itself' })
    await wire.get('/api/v1/auth/me').set(caller.headers)
    const written = JSON.stringify(lines)
    expect(written).toContain('Request was answered')
    for (const secret of ['the word itself', 'who@heddle.test', 'the-cookie', caller.token]) expect(written).not.toContain(secret)
  })

  test('redacts what should not have been given to it', () => {
    const written: string[] = []
    const log = createLogger({ logLevel: 'info' }, { destination: { write: (line) => written.push(line) } })
    log.info(
      { password: 'p1', headers: { authorization: 'p2', cookie: 'p3' }, req: { headers: { authorization: 'p4' } } },
      'Something happened',
    )
    expect(written.join('')).not.toMatch(/p[1-4]/)
  })
})

describe('the headers', () => {
  test('allow scripts of our own only, and no framing', async () => {
    const { headers } = await wire.get('/').set('accept', 'text/html')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'self'(;|$)/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('the proxy of a deployment', async () => {
  const caddyfile = await readFile(new URL('../../../../../docker/Caddyfile', import.meta.url), 'utf8')

  test('gives the pages the same policy', async () => {
    const { headers } = await wire.get('/').set('accept', 'text/html')
    const policy = /Content-Security-Policy "([^"]+)"/.exec(caddyfile)?.[1]
    expect(policy?.replaceAll('; ', ';')).toBe(headers['content-security-policy'])
  })

  test('takes the same addresses for the page, and the same for files that may be missing', async () => {
    const isFile = new RegExp(/@page not path_regexp (\S+)/.exec(caddyfile)?.[1] ?? 'none')
    for (const url of ['/', '/login/sso/campus', '/chat/0199', '/assets/gone-1.js', '/assets/gone', '/gone.css', '/chat/gone.map']) {
      const { status } = await wire.get(url).set('accept', 'text/html,*/*')
      expect([url, isFile.test(url)]).toEqual([url, status === 404])
    }
  })

  test('speaks of TLS for its own host only, as the service does, until the subdomains are chosen', async () => {
    const proxied = await createTestApp({ config: { trustProxy: ['127.0.0.1'] } })
    const answer = await proxied.app.inject({ url: '/healthz', headers: { 'x-forwarded-proto': 'https' } })
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
    await proxied.close()
    const values = [...caddyfile.matchAll(/Strict-Transport-Security "([^"]+)"/g)].map(([, value]) => value)
    expect(values).toEqual(['{$HSTS:max-age=31536000}', '{$HSTS:max-age=31536000}'])
    const compose = await readFile(new URL('../../../../../docker-compose.yml', import.meta.url), 'utf8')
    expect(compose).toContain('HSTS: ${HSTS:-max-age=31536000}')
  })
})

describe('the XSRF pair', () => {
  const logout = (headers: Record<string, string>) => wire.post('/api/v1/auth/logout').set(headers).send({ refresh_token: 'none' })

  test('is asked for only where the cookie is', async () => {
    expect((await logout({})).status).toBe(200)
    expect((await logout({ cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' })).status).toBe(200)
    const unlike: Record<string, string>[] = [{}, { 'x-xsrf-token': 'abd' }, { 'x-xsrf-token': '' }]
    for (const headers of unlike) {
      const response = await logout({ cookie: 'XSRF-TOKEN=abc', ...headers })
      expect([response.status, readCode(response)]).toEqual([403, 'XSRF_MISMATCH'])
    }
  })

  test('stays the same for a second tab', async () => {
    const [first = ''] = (await wire.get('/echo')).get('set-cookie') ?? []
    const [cookie = ''] = first.split(';')
    expect(cookie).toMatch(/^XSRF-TOKEN=./)
    expect((await wire.get('/echo').set('cookie', cookie)).get('set-cookie')).toEqual([first])
  })
})

describe('the web application', () => {
  test('is one page, never kept, at every address that asks for a page', async () => {
    for (const url of ['/', '/login', '/chat/0199?x=1', '/index.html']) {
      const response = await wire.get(url).set('accept', 'text/html,*/*')
      expect([url, response.status, response.headers['cache-control']]).toEqual([url, 200, 'no-cache'])
      expect(response.text).toContain('<title>Heddle</title>')
    }
  })

  test('keeps hashed files for ever, and sends them compressed', async () => {
    const plain = await wire.get('/assets/main-abc123.js')
    expect([plain.status, plain.headers['cache-control'], plain.headers['content-encoding'], plain.text]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      undefined,
      'export {}',
    ])
    const compressed = await wire.get('/assets/main-abc123.js').set('accept-encoding', 'br')
    expect([compressed.headers['content-encoding'], compressed.text]).toEqual(['br', 'export {}'])
  })

  test.each(['/assets/gone-1.js', '/..%2f..%2fetc/passwd', '/..%2fx', '/%00', '/assets/', '///etc/passwd', '/.env', '/api/'])(
    'has nothing at %s, which is no failure of the service',
    async (url) => {
      lines.length = 0
      const response = await wire.get(url)
      expect([response.status, readCode(response), response.headers['cache-control']]).toEqual([404, 'NOT_FOUND', 'no-store'])
      expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([])
    },
  )
})

describe('the probes', () => {
  test('say that the process lives, and whether it can serve', async () => {
    expect((await wire.get('/healthz')).body).toEqual({ ok: true })
    expect((await wire.get('/readyz')).body).toEqual({ ok: true, database: true })
  })

  test('stop saying so when the process begins to stop', async () => {
    const other = await createTestApp()
    other.beginStopping()
    const answer = await other.app.inject({ url: '/readyz' })
    expect([answer.statusCode, answer.json()]).toEqual([503, { ok: false, database: true }])
    await other.close()
  })

  test('tell the application what it needs before anyone signs in', async () => {
    expect((await wire.get('/api/v1/config')).body).toMatchObject({
      product_name: 'Heddle',
      default_language: 'zhHant',
      limits: { max_file_mb: 20, requests_per_second: 100_000 },
    })
  })
})
