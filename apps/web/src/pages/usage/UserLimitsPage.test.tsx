import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildConfig, buildSession, id } from '#testing/wire.ts'
import { UserLimitsPage } from './UserLimitsPage.tsx'

const state = {
  scope: 'user',
  target: null,
  metric: 'requests',
  flow: null,
  currency: null,
  amount: 20,
  interval: 'day',
  interval_seconds: null,
  used: 3,
  remaining: 17,
  blocks: true,
  is_warning: false,
  is_reached: false,
  resets_at: '2030-01-01T00:00:00.000Z',
}

/** A time of today as the page writes it, in whatever zone the test runs. */
const at = (time: string) => new Date(`2026-11-20T${time}:00`).toISOString()

test('names the limit that blocks and its group, and what another limit has replaced', async () => {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const weaving = { id: id(70), name: { default: 'Weaving' } }
  const reached = { ...state, amount: 5, used: 5, remaining: 0, is_warning: true, is_reached: true }
  const spent = {
    ...reached,
    scope: 'model',
    target: { id: id(71), name: { default: 'loom' } },
    metric: 'cost',
    currency: 'TWD',
    interval: 'month',
  }
  serve(async (request) => {
    const path = getPath(request)
    if (path === '/api/v1/auth/me') return respond(buildSession({ role: 'A' }))
    if (path === '/api/v1/config') return respond(buildConfig())
    if (path === `/api/v1/usage/limit/user/${id(5)}`)
      return respond({
        user: { id: id(5), name: { default: 'Wanda' } },
        may_send: false,
        limits: [
          { id: id(60), holds: true, state: { ...reached, scope: 'group', target: weaving } },
          { id: id(61), holds: false, state },
        ],
        refusals: [
          { ...state, rule_id: id(60), scope: 'group', target: weaving, amount: 5, count: 3, first_at: at('08:05'), last_at: at('09:30') },
        ],
      })
    if (path !== '/api/v1/usage/limit/near/query') return refuse(404, 'NOT_FOUND')
    expect(await request.json()).toMatchObject({ scopes: ['assistant', 'model'] })
    return respond({ limits: [{ rule_id: id(62), subject: { kind: 'model', ...spent.target }, state: spent }] })
  })
  await renderWithApp(
    <Routes>
      <Route path="/usage/user/:id/limit" element={<UserLimitsPage />} />
    </Routes>,
    { path: `/usage/user/${id(5)}/limit` },
  )
  expect(await screen.findByRole('heading', { name: 'Usage limits for Wanda' })).toBeInTheDocument()
  expect(
    await screen.findByText(
      /^New messages are blocked because this limit has been reached: 5 requests per day \(Each member of Weaving\)\. It resets at /,
    ),
  ).toBeVisible()
  const own = within(screen.getByRole('table', { name: 'User limits' }))
  expect(own.getByRole('row', { name: /^Each member of Weaving 5 requests per day 5 0 .* Reached/ })).toBeInTheDocument()
  expect(own.getByRole('row', { name: /^Every user 20 requests per day 3 17 .* Replaced$/ })).toBeInTheDocument()
  const refused = within(screen.getByRole('table', { name: 'Rejected messages' }))
  expect(refused.getByRole('row', { name: /^Each member of Weaving 5 requests per day 3 .*08:05 .*09:30$/ })).toBeInTheDocument()
  const shared = within(await screen.findByRole('table', { name: 'Experts and models near their limits' }))
  expect(shared.getByRole('row', { name: /^Model loom NT\$5\.00 per month NT\$5\.00 NT\$0\.00 / })).toBeInTheDocument()
})
