import type { Overview } from '@heddle/contracts/overview/overview'
import type { UsageLimitState } from '@heddle/contracts/usage-limit/usage-limit'
import { screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { refuse, respond, serve } from '#testing/serve.ts'
import { buildUsagePeriod } from '#testing/usage.ts'
import { id } from '#testing/wire.ts'
import { AdminHome } from './AdminHome.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const calm: Overview = {
  models: { endpoints: 1, unavailable: [], untried: [] },
  worker: { is_running: true, last_seen_at: '2026-11-23T08:00:00.000Z', delay_seconds: 0 },
  ingestion: { sources: 0, oldest_at: null },
  storage: { state: 'ok', free_mb: 20_000 },
  backup: { is_recent: true, last_at: '2026-11-22T02:00:00Z' },
  sources: { failed: 0, expired: 0, expiring: 0, expiring_days: 30, collections: [] },
  limits: { near: [], has_more: false },
  feedback: { bad: 0, with_reason: 0, from: '2026-11-16', days: 7 },
  today: { day: '2026-11-23', time_zone: 'Asia/Taipei', usage: buildUsagePeriod() },
}

const nearLimit: UsageLimitState = {
  scope: 'tenant',
  target: null,
  metric: 'requests',
  flow: null,
  currency: null,
  amount: 20,
  interval: 'day',
  interval_seconds: null,
  used: 18,
  remaining: 2,
  blocks: true,
  is_warning: true,
  is_reached: false,
  // Midnight in the time zone of the test.
  resets_at: new Date(2026, 10, 24).toISOString(),
}

async function open(given: Partial<Overview> = {}) {
  serve(() => respond({ overview: { ...calm, ...given } }))
  await renderWithApp(
    <Suspense>
      <AdminHome />
    </Suspense>,
  )
  await screen.findByText('Needs attention')
  return screen.getAllByRole('link').map((link) => `${link.textContent} → ${link.getAttribute('href')}`)
}

test('names what is wrong and what needs attention, each with a link to where it is mended', async () => {
  const links = await open({
    models: { endpoints: 2, unavailable: [{ id: id(1), name: 'GPU room', is_from_environment: false, state: 'paused' }], untried: [] },
    worker: { is_running: false, last_seen_at: null, delay_seconds: 0 },
    storage: { state: 'low', free_mb: 500 },
    backup: { is_recent: false, last_at: null },
    sources: {
      failed: 3,
      expired: 4,
      expiring: 2,
      expiring_days: 30,
      collections: [
        { id: id(2), name: { default: 'Dyes' }, failed: 2, expired: 3, expiring: 2 },
        { id: id(3), name: { default: 'Yarns' }, failed: 1, expired: 0, expiring: 0 },
      ],
    },
    limits: {
      near: [
        {
          rule_id: id(7),
          subject: { kind: 'user', id: id(8), name: { default: 'Lin' } },
          state: { ...nearLimit, used: 20, is_reached: true },
        },
        { rule_id: id(9), subject: { kind: 'tenant', id: id(4), name: { default: 'Institute' } }, state: nearLimit },
      ],
      has_more: true,
    },
    feedback: { bad: 2, with_reason: 1, from: '2026-11-16', days: 7 },
    today: { day: '2026-11-23', time_zone: 'Asia/Taipei', usage: buildUsagePeriod({ requests: 12, active_users: 4 }) },
  })
  expect(links).toEqual([
    'Models1 server paused after failures: GPU room1 server available → /settings/model',
    'Background jobsNot running → /help/overview',
    'File storageOnly 524 MB free → /help/overview',
    'BackupNone recorded → /help/overview',
    `LinUsage limit reached; messages are blocked · resets at 2026-11-24 00:00 → /usage/user/${id(8)}/limit`,
    'Institute90% of a usage limit used · resets at 2026-11-24 00:00 → /settings/limit',
    'More usage limits are nearly or fully reached → /usage/users',
    `Dyes2 sources failed · 3 expired · 2 expire within 30 days → /knowledge/collection/${id(2)}`,
    `Yarns1 source failed → /knowledge/collection/${id(3)}?state=failed`,
    'Other knowledge collections1 expired → /knowledge',
    'Feedback2 bad ratings in the last 7 days · 1 with a reason → /settings/feedback?rating=bad&from=2026-11-16',
    'All usage → /usage/summary?range=today',
  ])
  expect(within(screen.getByText('Requests').parentElement as HTMLElement).getByText('12')).toBeVisible()
})

test('says of each server whether it was tried, and what came of it', async () => {
  const server = (name: string) => ({ id: id(1), name, is_from_environment: false })
  const unavailable = [
    { ...server('GPU room'), state: 'unreachable' as const },
    { ...server('Rented'), state: 'key_refused' as const },
  ]
  const untried = [{ ...server(''), is_from_environment: true }]
  const links = await open({ models: { endpoints: 4, unavailable, untried } })
  expect(links[0]).toBe(
    'Models1 server unreachable: GPU room1 server rejected its key: Rented' +
      '1 server not tried yet: Server from environment variables1 server available → /settings/model',
  )
})

test.each([
  ['unknown, when none was tried', { unavailable: [], untried: 1 }, 'unknown'],
  ['failed, when none can be reached', { unavailable: ['unreachable'], untried: 0 }, 'failed'],
  ['a warning, when one of two cannot be reached', { unavailable: ['unreachable'], untried: 1 }, 'warning'],
] as const)('the level of the models is %s', async (_, { unavailable, untried }, level) => {
  const server = { id: id(1), name: 'GPU room', is_from_environment: false }
  await open({
    models: {
      endpoints: unavailable.length + untried,
      unavailable: unavailable.map((state) => ({ ...server, state })),
      untried: Array.from({ length: untried }, () => server),
    },
  })
  expect(screen.getByRole('link', { name: /^Models/ })).toHaveAttribute('data-level', level)
})

test('says that all is well', async () => {
  const links = await open()
  expect(links.slice(0, 2)).toEqual([
    'Models1 server available → /settings/model',
    'Background jobsRunning, no jobs overdue → /help/overview',
  ])
  expect(screen.getByText('Nothing needs attention.')).toBeVisible()
})

test('says which parts could not be read, and shows the others', async () => {
  const links = await open({ storage: null, sources: null, today: null })
  expect(links[2]).toBe('File storageCouldn’t be read → /help/overview')
  expect(links[3]).toMatch(/^BackupLast on 2026-11-22/)
  expect(screen.queryByText('Nothing needs attention.')).toBeNull()
  expect(screen.getAllByText('Couldn’t be read')).toHaveLength(3)
})

test('shows why nothing could be read, and reads it again', async () => {
  let isDown = true
  serve(() => (isDown ? refuse(503, 'SERVICE_UNAVAILABLE') : respond({ overview: calm })))
  const { user } = await renderWithApp(
    <Suspense>
      <AdminHome />
    </Suspense>,
  )
  await screen.findByRole('alert')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing needs attention.')).toBeVisible()
})
