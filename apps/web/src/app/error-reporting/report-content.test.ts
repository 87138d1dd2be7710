import { expect, test } from 'vitest'
import { reduceBreadcrumb, reduceError, reduceReplay, reduceTransaction, stripEnvelope } from './report-content.ts'

const here = window.location.origin
const secret = 'canary'

test('an error is reported by its type and stack, without message, values and addresses', () => {
  const frames = [{ filename: '/assets/start.js', lineno: 2 }]
  const values = [
    { type: 'Error', value: secret, stacktrace: { frames } },
    { type: 'TypeError', value: `x is not a function of '${secret}'` },
    { type: 'UnhandledRejection', value: `Non-Error promise rejection captured with value: ${secret}` },
  ]
  const event = {
    type: undefined,
    message: secret,
    extra: { __serialized__: secret },
    request: { url: `/?q=${secret}` },
    exception: { values },
  }
  const reported = reduceError(event)
  expect(JSON.stringify(reported)).not.toContain(secret)
  expect(reported.exception?.values).toMatchObject([
    { type: 'Error', stacktrace: { frames } },
    { value: 'x is not a function of …' },
    { value: '' },
  ])
})

test('a breadcrumb is a call or a navigation on this site, by its path', () => {
  const call = { method: 'POST', url: `${here}/api/v1/chat/query?q=${secret}`, status_code: 200, input: [secret] }
  expect(reduceBreadcrumb({ category: 'fetch', message: secret, data: call })?.data).toEqual({
    method: 'POST',
    url: '/api/v1/chat/query',
    status_code: 200,
  })
  expect(reduceBreadcrumb({ category: 'navigation', data: { from: `/chat?q=${secret}`, to: `/chat#${secret}` } })?.data).toEqual({
    from: '/chat',
    to: '/chat',
  })
  expect(reduceBreadcrumb({ category: 'fetch', data: { url: `https://${secret}.example/a` } })?.data).toMatchObject({ url: '' })
  expect(reduceBreadcrumb({ category: 'ui.click', message: `button[aria-label="${secret}"]` })).toBeNull()
  expect(reduceBreadcrumb({ category: 'fetch', data: { url: '/api/v1/observability/envelope' } })).toBeNull()
})

test('a transaction has the calls of a page and their times', () => {
  const span = {
    span_id: '1',
    trace_id: '2',
    start_timestamp: 1,
    status: 'ok',
    op: 'http.client',
    description: `GET /api/v1/me?q=${secret}`,
  }
  const data = { 'http.method': 'GET', url: `/api/v1/me?q=${secret}`, 'http.query': secret, 'http.response.status_code': 200 }
  const trace = { span_id: '3', trace_id: '2', data: { 'sentry.op': 'pageload', 'lcp.element': secret } }
  const spans = [
    { ...span, data },
    { ...span, op: 'ui.interaction.click', description: secret, data: {} },
  ]
  const reported = reduceTransaction({
    type: 'transaction',
    transaction: `/chat?q=${secret}`,
    contexts: { trace, culture: { locale: secret } },
    spans,
  })
  expect(JSON.stringify(reported)).not.toContain(secret)
  expect(reported).toMatchObject({
    transaction: '/chat',
    spans: [{ description: 'GET /api/v1/me', data: { 'http.response.status_code': 200 } }],
  })
})

test('a replay names pages by their paths, and its recording keeps no address of another site', () => {
  const event = { type: 'replay_event' as const, urls: [`${here}/chat?q=${secret}`, `https://${secret}.example/`] }
  expect(reduceReplay(event)).toMatchObject({ urls: ['/chat', ''] })
  const nodes = [
    { attributes: { href: `https://${secret}.example/a?b="${secret}"` } },
    { href: `${here}/chat?q=${secret}` },
    { text: '織物' },
  ]
  const recording = `{"segment_id":0}\n${JSON.stringify(nodes)}`
  const [header, item = '{}', ...payload] = stripEnvelope(
    `{"dsn":"d"}\n{"type":"replay_recording","length":${recording.length}}\n${recording}`,
  ).split('\n')
  expect(header).toBe('{"dsn":"d"}')
  expect(JSON.parse(payload[1] ?? '')).toEqual([{ attributes: { href: '' } }, { href: '/chat' }, { text: '織物' }])
  expect(JSON.parse(item)).toEqual({ type: 'replay_recording', length: new TextEncoder().encode(payload.join('\n')).length })
})
