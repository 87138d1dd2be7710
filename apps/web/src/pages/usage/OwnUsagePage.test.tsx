import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildUsagePeriod, buildUsageReport } from '#testing/usage.ts'
import { buildConfig, buildSession } from '#testing/wire.ts'
import { OwnUsagePage } from './OwnUsagePage.tsx'

const limit = {
  scope: 'user',
  target: null,
  metric: 'requests',
  flow: null,
  currency: null,
  interval: 'day',
  interval_seconds: null,
  amount: 200,
  used: 150,
  remaining: 50,
  blocks: true,
  is_warning: true,
  is_reached: false,
  resets_at: '2026-11-24T00:00:00.000Z',
}

async function renderPage(path: string, report = buildUsageReport()) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const queries: string[] = []
  serve((request) => {
    const address = getPath(request)
    if (address === '/api/v1/auth/me') return respond(buildSession())
    if (address === '/api/v1/config') return respond(buildConfig())
    if (address === '/api/v1/usage/limit') return respond({ may_send: true, limits: [limit] })
    if (address !== '/api/v1/usage/me') return refuse(404, 'NOT_FOUND')
    queries.push(new URL(request.url).search)
    return respond({ usage: report })
  })
  return { ...(await renderWithApp(<OwnUsagePage />, { path })), queries }
}

test('asks for the days of the address, by weeks when they are many', async () => {
  const { queries } = await renderPage('/usage/me?range=2026-01-01..2026-06-30')
  await screen.findByText('2026-01-01 to 2026-06-30 (Asia/Taipei).', { exact: false })
  await expect.poll(() => queries).toEqual(['?from=2026-01-01&to=2026-06-30&interval=week&top=100'])
})

test('shows the sums beside those of the days before', async () => {
  const total = buildUsagePeriod({ requests: 12, input_tokens: 1_000, output_tokens: 200, cost: [{ currency: 'USD', amount: '0.0042' }] })
  const previous = { from: '2026-11-01', to: '2026-11-02', total: buildUsagePeriod({ requests: 8, input_tokens: 600 }) }
  await renderPage('/usage/me', buildUsageReport({ total, previous }))
  const readTile = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement
  expect(await readTile('Requests')).toHaveTextContent('Requests12Previous period: 8 (+50%)')
  expect(await readTile('Tokens')).toHaveTextContent('Tokens1,200Previous period: 600 (+100%)')
  expect(await readTile('Cost')).toHaveTextContent('Cost$0.0042Previous period: –')
})

test('says in a table what a chart shows, the latest day first', async () => {
  const series = [
    { day: '2026-11-03', ...buildUsagePeriod({ input_tokens: 100, cached_tokens: 30, output_tokens: 50, reasoning_tokens: 20 }) },
    { day: '2026-11-04', ...buildUsagePeriod() },
  ]
  const { user } = await renderPage('/usage/me', buildUsageReport({ series }))
  const chart = within(await screen.findByRole('region', { name: 'Tokens' }))
  await user.click(chart.getByRole('button', { name: 'Table' }))
  const [, ...rows] = within(chart.getByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['2026-11-040000', '2026-11-0370303020'])
})

test('names what is left of a limit, and when it resets', async () => {
  await renderPage('/usage/me')
  const line = await screen.findByRole('listitem')
  expect(line).toHaveTextContent('Your requests50 left (150 of 200 used)')
  expect(line).toHaveTextContent(/Resets at 2026-11-2\d \d\d:\d\d/)
})

test('keeps a chosen range in the address', async () => {
  const { user, router } = await renderPage('/usage/me')
  await user.click(await screen.findByRole('combobox', { name: 'Period' }))
  await user.click(await screen.findByRole('option', { name: 'Last 7 days' }))
  await waitFor(() => expect(router.state.location.search).toBe('?range=7d'))
})
