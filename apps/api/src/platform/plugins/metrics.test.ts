import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { until } from '../../../test/until.ts'

let api: ChatApp
beforeAll(async () => {
  api = await createChatApp()
})
afterAll(() => api.close())

/** Returns the value of each series, by its name with its labels. */
async function scrape(): Promise<ReadonlyMap<string, number>> {
  const { body } = await api.app.inject({ url: '/metrics', headers: { host: '127.0.0.1:3000' } })
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

describe('who reads the metrics', () => {
  const local = { host: 'localhost:3000' }
  const read = (headers: Record<string, string>, remoteAddress = '127.0.0.1', app = api.app) =>
    app.inject({ url: '/metrics', headers, remoteAddress })

  test('without a token: this machine, by its own name and past no proxy', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect((await read(local, address)).statusCode).toBe(200)
    const unknown = await api.app.inject({ url: '/metrix' })
    const refused = [
      await read(local, '10.0.0.7'),
      await read(local, '2001:db8::1'),
      await read({ ...local, 'x-forwarded-for': '127.0.0.1' }),
      await read({ ...local, forwarded: 'for=127.0.0.1' }),
      await read({ ...local, via: '1.1 proxy' }),
      await read({ host: 'rebound.example.org' }),
    ]
    for (const response of refused) {
      expect(response.statusCode).toBe(404)
      expect(response.body).toBe(unknown.body)
    }
  })

  test('with a token: who sends it, from anywhere, and no one else', async () => {
    const config = { ...api.dependencies.config, metrics: { token: 'a-token-of-prometheus', port: undefined } }
    const app = await buildApp({ ...api.dependencies, config, metrics: createMetrics() })
    const authorize = (token: string) => read({ host: 'heddle', authorization: `Bearer ${token}` }, '10.0.0.7', app)
    expect((await authorize('a-token-of-prometheus')).headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect((await authorize('another-token-of-it')).statusCode).toBe(404)
    expect((await read(local, '127.0.0.1', app)).statusCode).toBe(404)
    await app.close()
  })
})

test('a request counts for the template of its route', async () => {
  const { person, chat } = await api.createScene()
  await person.get(`/api/v1/chat/${chat.id}`)
  await api.app.inject({ url: `/nowhere/${chat.id}` })
  const metrics = await scrape()
  expect(metrics.get('heddle_http_requests_total{method="GET",route="/api/v1/chat/:id",status="200"}')).toBe(1)
  expect(metrics.get('heddle_http_request_seconds_count{method="GET",route="/api/v1/chat/:id"}')).toBe(1)
  expect(metrics.get('heddle_http_requests_total{method="GET",route="unknown",status="404"}')).toBeGreaterThan(0)
  expect([...metrics.keys()].join('\n')).not.toContain(chat.id)
})

test('replies, their nodes, calls, tokens and streams are counted, and nothing names a tenant, a user or an assistant', async () => {
  const before = await scrape()
  const increase = async (series: string) => ((await scrape()).get(series) ?? 0) - (before.get(series) ?? 0)
  const { person, tenantId, assistant, chat } = await api.createScene()
  const endpoint = new URL(api.demo.url).host

  const slow = await api.send(person, chat, { fault: 'latency=800' })
  await until('the call to run', async () => (await scrape()).get(`heddle_model_endpoint_running{endpoint="${endpoint}"}`) === 1)
  expect(await increase('heddle_replies_running{flow="chat"}')).toBe(1)
  expect(await increase('heddle_event_streams')).toBe(1)
  slow.leave()
  await until('the stream to end', async () => (await increase('heddle_event_streams')) === 0)
  await until('the reply to end', async () => (await increase('heddle_replies_total{flow="chat",outcome="completed"}')) === 1)

  // The first chat's version is raised when the end of its reply is saved, which is after it was counted.
  const other = await api.startChat(person, assistant.id)
  expect((await scrape()).get('heddle_reply_errors_total{flow="chat",code="MODEL_UNAVAILABLE"}')).toBe(0)
  const failing = await api.send(person, other, { fault: 'status=500' })
  await failing.ended
  const metrics = await scrape()
  expect(await increase('heddle_replies_total{flow="chat",outcome="failed"}')).toBe(1)
  expect(await increase('heddle_reply_errors_total{flow="chat",code="MODEL_UNAVAILABLE"}')).toBe(1)
  expect(metrics.get('heddle_replies_running{flow="chat"}')).toBe(0)
  expect(metrics.get(`heddle_model_call_seconds_count{operation="chat",endpoint="${endpoint}",outcome="completed"}`)).toBe(1)
  expect(metrics.get(`heddle_model_call_seconds_count{operation="chat",endpoint="${endpoint}",outcome="MODEL_UNAVAILABLE"}`)).toBe(1)
  expect(metrics.get(`heddle_model_endpoint_up{endpoint="${endpoint}"}`)).toBe(1)
  expect(metrics.get('heddle_workflow_node_seconds_count{type="llm",outcome="finished"}')).toBe(1)
  expect(metrics.get('heddle_workflow_node_seconds_count{type="llm",outcome="failed"}')).toBe(1)
  expect(metrics.get('heddle_reply_tokens_total{model="gpt-4o",type="output"}')).toBeGreaterThan(0)
  expect(metrics.get('heddle_reply_server_calls_total{model="gpt-4o"}')).toBeGreaterThan(2)
  expect(metrics.get('heddle_reply_first_token_seconds_count{model="gpt-4o"}')).toBe(1)

  const series = [...metrics.keys()].join('\n')
  const user = await api.db.user.findUniqueOrThrow({ where: { id: person.user.id } })
  for (const name of [tenantId, user.id, user.name, user.email, assistant.id, chat.id, 'loom']) expect(series).not.toContain(name)
})

test('the queues, sources, connections and disks are read for the scrape', async () => {
  const jobs = await api.dependencies.jobs.open()
  await api.db.$transaction((tx) => jobs.enqueue(tx, 'remove-due-files', {}))
  const metrics = await scrape()
  expect(metrics.get('heddle_jobs{queue="remove-due-files",state="created"}')).toBe(1)
  expect(metrics.get('heddle_job_oldest_waiting_seconds{queue="remove-due-files"}')).toBeGreaterThanOrEqual(0)
  expect(metrics.get('heddle_database_up')).toBe(1)
  expect(metrics.get('heddle_database_connections_max{part="api"}')).toBeGreaterThan(0)
  expect(metrics.get('heddle_database_waiting{part="api"}')).toBe(0)
  expect(metrics.get('heddle_disk_free_bytes{folder="files"}')).toBeGreaterThan(0)
  expect(metrics.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
})
