import type { UserUsage } from '@heddle/contracts/usage/usage-report'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildUsagePeriod } from '#testing/usage.ts'
import { buildConfig, buildSession, id } from '#testing/wire.ts'
import { UserUsagePage } from './UserUsagePage.tsx'

const buildUsage = (number: number, name: string | null, previous: UserUsage['previous']) => ({
  ...buildUsagePeriod({ requests: 4, input_tokens: 900, output_tokens: 100, cost: [{ currency: 'USD', amount: '0.5' }] }),
  user: { id: id(number), name: name === null ? null : { default: name }, email: name === null ? '' : `${name}@example.org` },
  last_used_on: '2026-11-04',
  previous,
})

const nearUser = { kind: 'user', id: id(8), name: { default: 'Ada' } }
const nearState = {
  scope: 'user',
  target: null,
  metric: 'requests',
  flow: null,
  currency: null,
  interval: 'day',
  interval_seconds: null,
  amount: 200,
  used: 190,
  remaining: 10,
  blocks: true,
  is_warning: true,
  is_reached: false,
  resets_at: '2026-11-24T00:00:00.000Z',
}

async function renderPage(path: string) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const bodies: unknown[] = []
  const exports: string[] = []
  serve(async (request) => {
    const address = getPath(request)
    if (address === '/api/v1/auth/me') return respond(buildSession({ role: 'A' }))
    if (address === '/api/v1/config') return respond(buildConfig())
    if (address === '/api/v1/usage/limit/near/query') return respond({ limits: [{ rule_id: id(7), subject: nearUser, state: nearState }] })
    if (address === '/api/v1/usage/export') {
      exports.push(new URL(request.url).search)
      return new Response('day\n', { headers: { 'content-type': 'text/csv' } })
    }
    if (address !== '/api/v1/usage/user/query') return refuse(404, 'NOT_FOUND')
    bodies.push(await request.json())
    const users = [buildUsage(8, 'Ada', { requests: 2, tokens: 500 }), buildUsage(9, null, { requests: 0, tokens: 0 })]
    return respond({ time_zone: 'Asia/Taipei', previous: { from: '2026-11-01', to: '2026-11-02' }, users })
  })
  const view = await renderWithApp(<UserUsagePage />, { path })
  const table = within(await screen.findByRole('table', { name: 'Usage by user' }))
  await table.findByRole('link', { name: 'Ada' })
  return { ...view, bodies, exports, table }
}

const range = '2026-11-03..2026-11-04'
const days = { from: '2026-11-03', to: '2026-11-04' }

test('lists what each user has used, beside the days before, and leads to the usage of one', async () => {
  const { table, bodies } = await renderPage(`/usage/users?range=${range}&keyword=a`)
  expect(bodies).toEqual([{ ...days, keyword: 'a', sort: 'tokens', direction: 'desc', page_size: 20 }])
  expect(screen.getByText('Compared with 2026-11-01 to 2026-11-02.', { exact: false })).toBeInTheDocument()
  await table.findByText('Near a limit')
  const rows = table.getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'AdaNear a limitAda@example.org41,000$0.500500 (+100%)2026-11-04',
    'Deleted41,000$0.50002026-11-04',
  ])
  expect(table.getByRole('link', { name: 'Ada' })).toHaveAttribute(
    'href',
    `/usage/summary?${new URLSearchParams({ range, user: id(8) }).toString()}`,
  )
})

test('marks who is near a limit', async () => {
  const { table } = await renderPage(`/usage/users?range=${range}`)
  expect(await table.findByRole('rowheader', { name: /^Ada.*Near a limit/ })).toBeInTheDocument()
  expect(table.getByRole('rowheader', { name: 'Deleted' })).toBeInTheDocument()
})

test('sorts by a column on the server', async () => {
  const { user, table, bodies } = await renderPage(`/usage/users?range=${range}`)
  await user.click(table.getByRole('button', { name: 'Failures' }))
  await waitFor(() => expect(bodies.at(-1)).toMatchObject({ sort: 'failures', direction: 'asc' }))
})

test('exports the days of what is shown', async () => {
  const { user, exports } = await renderPage(`/usage/users?range=${range}`)
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Days (CSV)' }))
  await waitFor(() => expect(exports).toEqual(['?from=2026-11-03&to=2026-11-04&table=day&format=csv']))
})
