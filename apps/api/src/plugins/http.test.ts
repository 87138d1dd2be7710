// What holds for every route: how it fails, which headers it carries, how often it may be called.
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { InjectOptions } from 'fastify'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../log.ts'
import { createTestApp, type TestApp, unknownId } from '../testing/test-app.ts'
import { until } from '../testing/until.ts'

const lines: Record<string, unknown>[] = []
const webDir = mkdtempSync(join(tmpdir(), 'heddle-web-'))
let api: TestApp

beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Heddle</title>')
  writeFileSync(join(webDir, 'assets', 'main-abc123.js'), 'export {}')
  writeFileSync(join(webDir, 'assets', 'main-abc123.js.br'), 'compressed')
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()))
      done()
    },
  })
  api = await createTestApp({
    config: { webDir },
    log: createLogger({ logLevel: 'info' }, sink),
    extend: (app) =>
      app.route({
        method: 'GET',
        url: '/api/broken',
        config: { policy: 'public' },
        handler: () => {
          throw new Error('connection string with a hidden word')
        },
      }),
  })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await api.close()
  rmSync(webDir, { recursive: true })
})

const codeOf = (answer: { json: () => { detail: { code: string } } }) => answer.json().detail.code
const login = (options: object) => api.app.inject({ method: 'POST', url: '/api/v1/auth/login', ...options })

describe('a refused request', () => {
  test('names each field that is wrong', async () => {
    const answer = await login({ payload: { email: 'a@heddle.test', password: 7 } })
    expect(answer.statusCode).toBe(400)
    const { detail } = answer.json()
    expect(detail).toMatchObject({ code: 'BAD_REQUEST', message: 'The request parameters are invalid.' })
    expect(detail.params.fields[0]).toEqual({ path: expect.stringMatching(/^body/), message: expect.any(String) })
  })

  test.each([
    ['that is no JSON', { headers: { 'content-type': 'application/json' }, payload: '{"email":' }, 400, 'BAD_REQUEST'],
    ['without a body', {}, 400, 'BAD_REQUEST'],
    ['of another media type', { headers: { 'content-type': 'text/csv' }, payload: 'a,b' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['that is too large', { payload: { email: 'x'.repeat(300_000), password: 'y' } }, 413, 'PAYLOAD_TOO_LARGE'],
  ])('%s has its code', async (_name, options, status, code) => {
    const answer = await login(options)
    expect([answer.statusCode, codeOf(answer)]).toEqual([status, code])
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
    const person = await api.as(await createUser(api.db))
    const answer = await person.post(url, body)
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'BAD_REQUEST'])
  })

  test('whose caller leaves in the middle of its body is no failure of ours', async () => {
    lines.length = 0
    const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a')
    await new Promise((resolve) => api.app.server.once('request', resolve))
    socket.destroy()
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
      await slow.app.listen({ host: '127.0.0.1', port: 0 })
      const socket = connect((slow.app.server.address() as AddressInfo).port, '127.0.0.1')
      let answer = ''
      socket.on('data', (chunk) => (answer += String(chunk)))
      socket.write(
        `PUT /api/v1/user/${user.id}/role HTTP/1.1\r\nHost: x\r\nAuthorization: ${admin.headers.authorization}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{"role"',
      )
      await until('the caller to be known', () => isAdmitted || undefined)
      await slow.db.user.update({ where: { id: admin.user.id }, data: { status: 'disabled' } })
      clock += 2_000
      socket.write(':"A"}')
      await until('the answer', () => (answer.includes('}}') ? answer : undefined))
      expect(answer).toContain('AUTH_SESSION_ENDED')
      expect(await slow.db.user.findUnique({ where: { id: user.id } })).toMatchObject({ role: 'U' })
      socket.destroy()
    } finally {
      await slow.close()
    }
  })

  test('to an address that does not exist is answered in JSON, also where pages are served', async () => {
    const answer = await api.app.inject({ url: '/api/v1/nothing', headers: { accept: 'text/html' } })
    expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'NOT_FOUND'])
    const malformed = await api.app.inject({ url: '/api/v1/%zz' })
    expect([malformed.statusCode, codeOf(malformed)]).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('an unexpected failure', () => {
  test('answers with an id and nothing of the inside, and is logged once', async () => {
    lines.length = 0
    const answer = await api.app.inject({ url: '/api/broken' })
    expect(answer.statusCode).toBe(500)
    const { detail } = answer.json()
    expect(detail).toEqual({
      code: 'UNKNOWN',
      message: 'An unknown error occurred.',
      params: { request_id: answer.headers['x-request-id'] },
    })
    const errors = lines.filter(({ level }) => level === 50)
    expect(errors).toMatchObject([{ reqId: detail.params.request_id, err: { message: 'connection string with a hidden word' } }])
  })
})

describe('the log', () => {
  test('holds no password, no token and no cookie', async () => {
    lines.length = 0
    const caller = await api.as(await createUser(api.db))
    await login({ payload: { email: 'who@heddle.test', password: 'the word itself' }, headers: { cookie: 'a=the-cookie' } })
    await caller.get('/api/v1/auth/me')
    const text = JSON.stringify(lines)
    expect(text).toContain('Request was answered')
    for (const secret of ['the word itself', 'who@heddle.test', 'the-cookie', caller.token]) expect(text).not.toContain(secret)
  })

  test('redacts what should not have been given to it', () => {
    const written: string[] = []
    const log = createLogger({ logLevel: 'info' }, { write: (line) => written.push(line) })
    log.info(
      { password: 'p1', headers: { authorization: 'p2', cookie: 'p3' }, req: { headers: { authorization: 'p4' } } },
      'Something happened',
    )
    expect(written.join('')).not.toMatch(/p[1-4]/)
  })
})

describe('the headers', () => {
  test('allow scripts of our own only, and no framing', async () => {
    const { headers } = await api.app.inject({ url: '/', headers: { accept: 'text/html' } })
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

describe('the proxy of a deployment', () => {
  test('gives the pages the same policy', async () => {
    const { headers } = await api.app.inject({ url: '/', headers: { accept: 'text/html' } })
    const caddyfile = await readFile(new URL('../../../../docker/Caddyfile', import.meta.url), 'utf8')
    const policy = /Content-Security-Policy "([^"]+)"/.exec(caddyfile)?.[1]
    expect(policy?.replaceAll('; ', ';')).toBe(headers['content-security-policy'])
  })
})

describe('the XSRF pair', () => {
  const logout = (headers: object) =>
    api.app.inject({ method: 'POST', url: '/api/v1/auth/logout', payload: { refresh_token: 'none' }, headers: { ...headers } })

  test('is asked for only where the cookie is', async () => {
    expect((await logout({})).statusCode).toBe(200)
    expect((await logout({ cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' })).statusCode).toBe(200)
    for (const headers of [{}, { 'x-xsrf-token': 'abd' }, { 'x-xsrf-token': '' }]) {
      const answer = await logout({ cookie: 'XSRF-TOKEN=abc', ...headers })
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'XSRF_MISMATCH'])
    }
  })

  test('stays the same for a second tab', async () => {
    const first = (await api.app.inject({ url: '/echo' })).cookies[0]?.value ?? ''
    const second = await api.app.inject({ url: '/echo', cookies: { 'XSRF-TOKEN': first } })
    expect(second.cookies[0]?.value).toBe(first)
  })
})

describe('the web application', () => {
  test('is one page, never kept, at every address that asks for a page', async () => {
    for (const url of ['/', '/login', '/chat/0199?x=1', '/index.html']) {
      const answer = await api.app.inject({ url, headers: { accept: 'text/html,*/*' } })
      expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, 'no-cache'])
      expect(answer.body).toContain('<title>Heddle</title>')
    }
  })

  test('keeps hashed files for ever, and sends them compressed', async () => {
    const plain = await api.app.inject({ url: '/assets/main-abc123.js' })
    expect([plain.statusCode, plain.headers['cache-control'], plain.body]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'export {}',
    ])
    const compressed = await api.app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br' } })
    expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', 'compressed'])
  })

  test.each(['/assets/gone-1.js', '/..%2f..%2fetc/passwd', '/..%2fx', '/%00', '/assets/', '///etc/passwd', '/.env', '/api/'])(
    'has nothing at %s, which is no failure of the service',
    async (url) => {
      lines.length = 0
      const response = await api.app.inject({ url })
      expect([response.statusCode, codeOf(response)]).toEqual([404, 'NOT_FOUND'])
      expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([])
    },
  )
})

describe('the rate limit', () => {
  test('is a burst of twenty and then five a second, for each user of their own', async () => {
    let clock = Date.now()
    const limited = await createTestApp({ config: { rate: { perSecond: 5, burst: 20 } }, now: () => new Date(clock) })
    try {
      const [one, other] = [await limited.as(await createUser(limited.db)), await limited.as(await createUser(limited.db))]
      const callOften = async (caller: typeof one, times: number) => {
        const statuses = []
        for (let call = 0; call < times; call += 1) statuses.push((await caller.get('/api/v1/auth/me')).statusCode)
        return statuses.filter((status) => status === 200).length
      }
      expect(await callOften(one, 25)).toBe(20)
      const refused = await one.get('/api/v1/auth/me')
      expect([refused.statusCode, codeOf(refused), refused.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '1'])
      expect(await callOften(other, 3)).toBe(3)
      clock += 1_000
      expect(await callOften(one, 10)).toBe(5)
      const guess = () => limited.app.inject({ url: '/api/v1/auth/me', headers: { authorization: 'Bearer nonsense' } })
      const codes = []
      for (let call = 0; call < 21; call += 1) codes.push(codeOf(await guess()))
      expect([codes[19], codes[20]]).toEqual(['AUTH_TOKEN_INVALID', 'RATE_LIMITED'])
    } finally {
      await limited.close()
    }
  })
})

describe('the rate limit of an address', () => {
  const limitedApp = (rate = { perSecond: 5, burst: 20 }) => createTestApp({ config: { webDir, rate }, now: () => new Date(0) })
  const statusesOf = async ({ app }: TestApp, request: string | InjectOptions, times: number) => {
    const statuses = []
    for (let call = 0; call < times; call += 1) statuses.push((await app.inject(request)).statusCode)
    return statuses
  }

  test.each<[string, string | InjectOptions, number]>([
    ['a file that is missing', '/assets/gone-1.js', 404],
    ['an address of the API that does not exist', '/api/v1/nothing', 404],
    ['a method that nothing has', { method: 'DELETE', url: '/nothing' }, 404],
    ['a malformed address', '/%zz', 400],
    ['a way out of the folder', '/..%2fx', 404],
  ])('covers %s', async (_name, request, status) => {
    const limited = await limitedApp()
    const statuses = await statusesOf(limited, request, 22)
    await limited.close()
    expect([statuses[0], statuses[19], statuses[20], statuses[21]]).toEqual([status, status, 429, 429])
  })

  test('leaves a hundred times the room for files and probes, which has an end too', async () => {
    const limited = await limitedApp({ perSecond: 1, burst: 1 })
    const files = await statusesOf(limited, '/assets/main-abc123.js', 60)
    expect(new Set([...files, ...(await statusesOf(limited, '/healthz', 20))])).toEqual(new Set([200]))
    expect((await limited.app.inject('/api/v1/config')).statusCode).toBe(200)
    const others = await statusesOf(limited, '/echo', 21)
    expect([others[19], others[20]]).toEqual([200, 429])
    await limited.close()
  })
})

describe('the probes', () => {
  test('say that the process lives, and whether it can serve', async () => {
    expect((await api.app.inject({ url: '/healthz' })).json()).toEqual({ ok: true })
    expect((await api.app.inject({ url: '/readyz' })).json()).toEqual({ ok: true, database: true })
  })

  test('stop saying so when the process begins to stop', async () => {
    const other = await createTestApp()
    other.beginStopping()
    const answer = await other.app.inject({ url: '/readyz' })
    expect([answer.statusCode, answer.json()]).toEqual([503, { ok: false, database: true }])
    await other.close()
  })

  test('tell the application what it needs before anyone signs in', async () => {
    expect((await api.app.inject({ url: '/api/v1/config' })).json()).toMatchObject({
      product_name: 'Heddle',
      default_language: 'zhHant',
      limits: { max_file_mb: 20 },
    })
  })
})
