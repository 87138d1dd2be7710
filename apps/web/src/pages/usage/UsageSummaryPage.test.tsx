import type { UsageReport } from '@heddle/contracts/usage/usage-report'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildUsagePeriod, buildUsageReport } from '#testing/usage.ts'
import { buildConfig, buildSession, id } from '#testing/wire.ts'
import { UsageSummaryPage } from './UsageSummaryPage.tsx'

const breakdowns: UsageReport['breakdowns'] = [
  {
    by: 'user',
    rows: [
      { ...buildUsagePeriod({ requests: 2, input_tokens: 20 }), key: id(8), name: { default: 'Ada' } },
      { ...buildUsagePeriod({ requests: 9, input_tokens: 10 }), key: id(9), name: null },
    ],
    other: { ...buildUsagePeriod({ input_tokens: 7 }), keys: 3 },
  },
  { by: 'flow', rows: [{ ...buildUsagePeriod({ requests: 11 }), key: 'chat', name: null }], other: null },
]

async function renderPage(path = '/usage/summary') {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const queries: URLSearchParams[] = []
  serve((request) => {
    const address = getPath(request)
    if (address === '/api/v1/auth/me') return respond(buildSession({ role: 'A' }))
    if (address === '/api/v1/config') return respond(buildConfig())
    if (address === '/api/v1/usage/limit') return respond({ may_send: true, limits: [] })
    if (address !== '/api/v1/usage/summary') return refuse(404, 'NOT_FOUND')
    queries.push(new URL(request.url).searchParams)
    return respond({ usage: buildUsageReport({ breakdowns }) })
  })
  const view = await renderWithApp(<UsageSummaryPage />, { path })
  const table = within(await screen.findByRole('table', { name: 'Breakdown' }))
  return { ...view, queries, readNames: () => table.getAllByRole('rowheader').map(({ textContent }) => textContent) }
}

test('lists who used the most tokens first, and sums the others up', async () => {
  const { user, readNames } = await renderPage()
  expect(readNames()).toEqual(['Ada', 'Deleted'])
  expect(screen.getByText('3 more, with 7 tokens in total.')).toBeInTheDocument()
  const header = within(screen.getByRole('table', { name: 'Breakdown' })).getByRole('button', { name: 'Requests' })
  await user.click(header)
  await user.click(header)
  await waitFor(() => expect(readNames()).toEqual(['Deleted', 'Ada']))
})

test('shows the usage of a clicked user alone, until the filter is removed', async () => {
  const { user, router, queries } = await renderPage('/usage/summary?range=7d')
  await user.click(screen.getByRole('link', { name: 'Ada' }))
  await waitFor(() => expect(queries.at(-1)?.get('user_id')).toBe(id(8)))
  expect(router.state.location.search).toBe(`?range=7d&user=${id(8)}`)
  await user.click(screen.getByRole('button', { name: 'Remove filter: User: Ada' }))
  await waitFor(() => expect(router.state.location.search).toBe('?range=7d'))
})

test('breaks down by another dimension, whose choice is in the address', async () => {
  const { user, router, readNames } = await renderPage()
  await user.click(screen.getByRole('combobox', { name: 'Break down by' }))
  await user.click(await screen.findByRole('option', { name: 'Purpose' }))
  await waitFor(() => expect(readNames()).toEqual(['Chat']))
  expect(router.state.location.search).toBe('?by=flow')
})
