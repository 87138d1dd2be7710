// What a Sentry-compatible service receives of failures, byte by byte: a server of this test takes its place.
import { createChat } from '@heddle/db/factories/chat'
import { createUser } from '@heddle/db/factories/user'
import type { PublicConfig } from '@heddle/contracts/system/system'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLogger } from '../logging/log.ts'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import { createForm } from '../../../test/files/form.ts'
import { type ErrorReceiver, startErrorReceiver } from '../../../test/servers/error-receiver.ts'
import { until } from '../../../test/until.ts'
import { createErrorReports, type ErrorReports } from './error-reports.ts'

const canary = 'canary-7f3a'
const publicHost = 'chat.example.org'

/** Errors as libraries throw them: their messages quote what they were given. */
const failures: Record<string, (api: TestApp) => unknown> = {
  text: () => {
    throw new Error(`Could not understand ${canary}-question`, { cause: new SyntaxError(`Unexpected token in ${canary}-file-text`) })
  },
  code: () => (JSON.parse('null') as { name: string }).name.trim(),
  json: () => JSON.parse(`${canary}-answer`),
  prisma: ({ db }) => db.user.findMany({ where: JSON.parse(`{"${canary}-field": "${canary}-value"}`) }),
  database: ({ dependencies }) => dependencies.pool.query('SELECT $1 FROM missing', [`${canary}-parameter`]),
}

let receiver: ErrorReceiver
let reports: ErrorReports
let api: TestApp
beforeAll(async () => {
  receiver = await startErrorReceiver()
  const settings = {
    dsn: receiver.dsn,
    environment: 'laboratory',
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0.5,
    replaysOnErrorSampleRate: 1,
    sendPersonalData: true,
  }
  reports = createErrorReports({ settings, publicOrigin: undefined })
  api = await createTestApp({
    config: { errorReporting: settings },
    errorReports: reports,
    log: createLogger({ logLevel: 'error' }, { destination: { write: () => {} }, onFailure: reports.report }),
    files: {
      put: () => Promise.reject(new Error(`No place for ${canary}-file-text`)),
      open: () => Promise.reject(new Error('There is none')),
      remove: async () => {},
    },
    extend: (app) =>
      app.route<{ Params: { name: string } }>({
        method: 'POST',
        url: '/api/broken/:name',
        config: { policy: 'signed_in' },
        handler: ({ params }) => failures[params.name]?.(api),
      }),
  })
})
afterAll(async () => {
  await api.close()
  await reports.close()
  await receiver.close()
})
beforeEach(() => receiver.clear())

const findEvents = (count: number) =>
  until('the reports', () => (receiver.items('event').length >= count ? receiver.items('event') : undefined))

async function createPerson() {
  const user = await createUser(api.db, { email: `${canary}@heddle.test`, name: { default: `${canary}-name` } })
  return api.as(user)
}

describe('what is reported', () => {
  test('is where and when it failed, for whom, and nothing that anyone wrote', async () => {
    const person = await createPerson()
    const headers = {
      ...person.headers,
      host: publicHost,
      cookie: `session=${canary}-cookie; other=${canary}`,
      'x-api-key': `${canary}-key`,
      'user-agent': `${canary}-agent`,
      'sentry-trace': `${'a'.repeat(32)}-${'b'.repeat(16)}-1`,
    }
    const requestIds: unknown[] = []
    for (const name of Object.keys(failures)) {
      const url = `/api/broken/${name}?q=${canary}-keyword`
      const response = await api.app.inject({ method: 'POST', url, headers, payload: { content: `${canary}-question`, password: canary } })
      expect(response.statusCode).toBe(500)
      requestIds.push(response.headers['x-request-id'])
    }
    const { id } = await createChat(api.db, { ownerId: person.user.id, title: `${canary}-title` })
    const form = createForm([{ name: `${canary}.txt`, content: `${canary}-file-text` }])
    const upload = { method: 'POST', url: `/api/v1/chat/${id}/file`, payload: form.payload } as const
    const refused = await api.app.inject({ ...upload, headers: { ...headers, ...form.headers } })
    expect(refused.statusCode).toBe(500)
    requestIds.push(refused.headers['x-request-id'])

    const events = await findEvents(requestIds.length)
    const text = events.find(({ tags }) => (tags as Record<string, string>)['request_id'] === requestIds[0])
    expect(text).toMatchObject({
      level: 'error',
      message: 'Request failed',
      environment: 'laboratory',
      release: expect.stringMatching(/^\d/),
      user: { id: person.user.id },
      tags: { code: 'UNKNOWN', route: '/api/broken/:name' },
      contexts: { trace: { trace_id: 'a'.repeat(32), parent_span_id: 'b'.repeat(16) } },
      exception: {
        values: [
          { type: 'SyntaxError', value: '' },
          { type: 'Error', value: '' },
        ],
      },
    })
    expect(JSON.stringify(text?.['exception'])).toContain('"apps/api/src/platform/error-reporting/error-reports.test.ts"')
    expect(new Set(events.map(({ tags }) => (tags as Record<string, string>)['request_id']))).toEqual(new Set(requestIds))
    expect(JSON.stringify(events)).toContain('Cannot read properties of null (reading …)')

    const traces = await until('the traces', () =>
      receiver.items('transaction').length >= requestIds.length ? receiver.items('transaction') : undefined,
    )
    expect(traces[0]).toMatchObject({
      transaction: 'POST /api/broken/:name',
      contexts: { trace: { trace_id: 'a'.repeat(32), op: 'http.server' } },
    })
    const sent = receiver.received.join('\n')
    for (const secret of [canary, person.token, person.user.email ?? '', '0123-password', process.cwd()]) expect(sent).not.toContain(secret)
  })

  test('names no user where personal data is not to be sent', async () => {
    const quiet = createErrorReports({ settings: { ...reports.settings, sendPersonalData: false }, publicOrigin: `https://${publicHost}` })
    const log = createLogger({ logLevel: 'error' }, { destination: { write: () => {} }, onFailure: quiet.report })
    log.error({ err: new Error(canary), task: 'sweep', chatId: canary }, 'Repeated task failed')
    await quiet.close()
    const event = receiver.items('event').find(({ message }) => message === 'Repeated task failed')
    expect(event).toMatchObject({ level: 'error', tags: { task: 'sweep' } })
    expect(event).not.toHaveProperty('user')
    expect(receiver.received.join('')).not.toContain(canary)
  })
})

test('of requests to localhost and to IP addresses nothing is sent', async () => {
  const unused = await startErrorReceiver()
  const settings = { ...reports.settings, dsn: unused.dsn }
  const own = createErrorReports({ settings, publicOrigin: 'http://localhost:3000' })
  const local = await createTestApp({
    config: { errorReporting: settings },
    errorReports: own,
    log: createLogger({ logLevel: 'error' }, { destination: { write: () => {} }, onFailure: own.report }),
    extend: (app) => app.get('/api/broken', { config: { policy: 'public' } }, () => failures['text']?.(api)),
  })
  try {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'institute.localhost']) {
      const headers = { host }
      expect((await local.app.inject({ url: '/api/broken', headers })).statusCode).toBe(500)
      expect((await local.app.inject({ url: '/api/v1/config', headers })).json<PublicConfig>().error_reporting).toBeNull()
      const payload = { envelope: `${JSON.stringify({ dsn: unused.dsn })}\n` }
      const passed = await local.app.inject({ method: 'POST', url: '/api/v1/observability/envelope', headers, payload })
      expect(passed.statusCode).toBe(404)
    }
    local.dependencies.log.error({ err: new Error('Of no request') }, 'Repeated task failed')
  } finally {
    await local.close()
    await own.close()
    await unused.close()
  }
  expect(unused.received).toEqual([])
})

describe('the way of the web through the API', () => {
  const headers = { host: publicHost }
  const send = (envelope: string) =>
    api.app.inject({ method: 'POST', url: '/api/v1/observability/envelope', headers, payload: { envelope } })

  test('leads to the configured service', async () => {
    const config = await api.app.inject({ url: '/api/v1/config', headers })
    expect(config.json<PublicConfig>().error_reporting).toEqual({
      dsn: receiver.dsn,
      environment: 'laboratory',
      traces_sample_rate: 1,
      replays_session_sample_rate: 0.5,
      replays_on_error_sample_rate: 1,
      send_personal_data: true,
    })
    const envelope = `${JSON.stringify({ dsn: receiver.dsn })}\n{"type":"event"}\n{"message":"From a page"}\n`
    expect((await send(envelope)).statusCode).toBe(200)
    const request = receiver.received.find((one) => one.includes('From a page'))
    expect(request?.split('\n')[0]).toBe('/api/7/envelope/?sentry_version=7&sentry_key=0123456789abcdef')
    expect(request?.endsWith(envelope)).toBe(true)
  })

  test.each([
    ['of another service', `${JSON.stringify({ dsn: 'https://0123@elsewhere.example/7' })}\n`],
    ['without a service', '{}\n{"type":"event"}\n{}\n'],
    ['that is none', 'text'],
  ])('refuses an envelope %s', async (_name, envelope) => {
    expect((await send(envelope)).statusCode).toBe(400)
    expect(receiver.items('event')).toEqual([])
  })
})
