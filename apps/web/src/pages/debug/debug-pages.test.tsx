import type { DebugBackend, DebugCommon } from '@heddle/contracts/debug/debug'
import { screen, within } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { beforeEach, expect, test, vi } from 'vitest'
import { CrashPage } from '#pages/crash/CrashPage.tsx'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildConfig, buildSession, id } from '#testing/wire.ts'
import { DebugBackendPage } from './DebugBackendPage.tsx'
import { DebugCommonPage } from './DebugCommonPage.tsx'
import { DebugLimitPage } from './DebugLimitPage.tsx'

beforeEach(() => storeSession({ access_token: 'the access token', refresh_token: 'r', expires_in: 600 }))

/** Renders a page of an administrator; the views respond with `views`, by their paths. */
async function open(page: ReactNode, views: Record<string, unknown>) {
  serve((request) => {
    const path = getPath(request)
    if (path === '/api/v1/auth/me') return respond(buildSession({ role: 'A' }))
    if (path === '/api/v1/config') return respond(buildConfig())
    if (path === '/echo') return respond({ ok: true })
    const view = views[path.replace('/api/v1/', '')]
    return view ? respond(view) : refuse(404, 'NOT_FOUND')
  })
  return renderWithApp(
    <ErrorBoundary FallbackComponent={CrashPage}>
      <Suspense>{page}</Suspense>
    </ErrorBoundary>,
  )
}

const common: DebugCommon = {
  version: '1.2.3',
  runtime: 'v26.1.0',
  environment: 'production',
  started_at: '2026-11-23T04:00:00.000Z',
  now: '2026-11-23T05:00:00.000Z',
  time_zone: 'Etc/UTC',
  features: [{ feature: 'error_reporting', is_on: true }],
  settings: [
    { name: 'SECRET_KEY', value: null, is_hidden: true },
    { name: 'MODEL_NAMES', value: 'loom, heddle', is_hidden: false },
    { name: 'HELP_DIR', value: null, is_hidden: false },
  ],
}

test('the general view shows the configuration and names what is stored, and fails on request', async () => {
  // React logs what a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user, container } = await open(<DebugCommonPage />, { 'debug/common': { common } })
  const settings = within(await screen.findByRole('table', { name: 'Configuration' }))
  expect(settings.getByRole('row', { name: 'SECRET_KEY Set, not shown' })).toBeVisible()
  expect(settings.getByRole('row', { name: 'MODEL_NAMES loom, heddle' })).toBeVisible()
  expect(settings.getByRole('row', { name: 'HELP_DIR Not set' })).toBeVisible()
  expect(screen.getByText('Institute').parentElement).toHaveTextContent('Asia/Taipei')
  expect(await screen.findByText(/^Responds, \d+ ms$/)).toBeVisible()
  const stored = within(screen.getByRole('table', { name: 'Browser storage' }))
  expect(stored.getByRole('row', { name: /^access_token Permanent 0\.1 kB$/ })).toBeVisible()
  expect(container).not.toHaveTextContent('the access token')
  await user.click(screen.getByRole('button', { name: 'Cause an error' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Test error of the debug view')
})

test('the service view shows latencies, what could not be read, and errors by request id', async () => {
  const backend: DebugBackend = {
    process: { memory_mb: 300 },
    models: [{ id: id(1), name: 'GPU room', is_from_environment: false, state: 'paused', latency_ms: 1_200, error: 'MODEL_UNAVAILABLE' }],
    database: null,
    queue: {
      latency_ms: 4,
      worker: { is_running: false, last_seen_at: null, delay_seconds: 0 },
      queues: [{ queue: 'knowledge-ingest', waiting: 3, active: 2, failed: 1, delay_seconds: 40 }],
    },
    storage: { latency_ms: 7, state: 'low', free_mb: 500 },
  }
  const error = {
    at: '2026-11-23T05:00:00.000Z',
    level: 'error',
    sentence: 'Request failed',
    request_id: 'd0a7b1de-5bd2-4a3c-8f0e-0c4c6d1a7a11',
    tags: { code: 'UNKNOWN', route: '/api/v1/chat/:id' },
    causes: [{ type: 'DatabaseError', code: '57014', message: '' }],
  }
  await open(<DebugBackendPage />, { 'debug/backend': { backend }, 'debug/error': { errors: [error], since: error.at } })
  const models = within(await screen.findByRole('table', { name: 'Model servers' }))
  expect(models.getByRole('row', { name: /^GPU room .* 1200 ms Paused after failures$/ })).toBeVisible()
  expect(within(screen.getByRole('region', { name: 'Database' })).getByText('Could not be read in time')).toBeVisible()
  const queues = within(screen.getByRole('table', { name: 'Background jobs' }))
  expect(queues.getByRole('row', { name: 'knowledge-ingest 3 2 1 40 s' })).toBeVisible()
  expect(screen.getByText('Low on space')).toBeVisible()
  const errors = within(await screen.findByRole('table', { name: 'Recent errors' }))
  expect(
    await errors.findByRole('row', { name: /Request failed DatabaseError · 57014 UNKNOWN \/api\/v1\/chat\/:id d0a7b1de-/ }),
  ).toBeVisible()
})

test('the limit view shows reservations and buckets', async () => {
  const rule = {
    id: id(60),
    scope: 'user',
    target_id: null,
    target: null,
    metric: 'tokens',
    flow: null,
    currency: null,
    amount: 50_000,
    interval: 'day',
    interval_seconds: null,
    warn_percent: 80,
    blocks: true,
    revision: 0,
    created_at: '2026-11-01T00:00:00.000Z',
  }
  const reservation = { run_id: id(61), created_at: '2026-11-23T05:00:00.000Z', is_own: true, amount: 1_500, rule }
  const bucket = {
    user: { id: id(3), name: { default: 'Wanda' } },
    is_own: true,
    kind: 'calls',
    used: 4,
    max: 20,
    resets_at: rule.created_at,
  }
  await open(<DebugLimitPage />, {
    'debug/limit': { buckets: [bucket], reservations: [reservation], has_more_reservations: false },
    [`usage/limit/user/${id(3)}`]: { user: { id: id(3), name: { default: 'Wanda' } }, may_send: true, limits: [], refusals: [] },
    'usage/limit/near/query': { limits: [] },
  })
  const reservations = within(await screen.findByRole('table', { name: 'Reservations' }))
  expect(reservations.getByRole('row', { name: /^Every user 50,000 tokens per day 1,500 Yes / })).toBeVisible()
  const buckets = within(screen.getByRole('table', { name: 'Call rate' }))
  expect(buckets.getByRole('row', { name: /^Wanda \(you\) API 4 \/ 20 / })).toBeVisible()
  expect(await screen.findByText('No limit is blocking this user right now.')).toBeVisible()
})

test('where the views are off, there is no such page', async () => {
  await open(<DebugBackendPage />, {})
  expect(await screen.findByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible()
})
