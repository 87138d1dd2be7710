import type { UsageLimitRule } from '@heddle/contracts/usage-limit/usage-limit'
import { act, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { ConfirmHost } from '#shared/ui/dialogs/ConfirmHost.tsx'
import { renderWithApp } from '#testing/render.tsx'
import { respond, getPath, refuse, serve } from '#testing/serve.ts'
import { buildConfig, buildSession, id } from '#testing/wire.ts'
import { LimitsPage } from './LimitsPage.tsx'

// The first test loads the page's code.

const buildRule = (given: Partial<UsageLimitRule> = {}): UsageLimitRule => ({
  id: id(60),
  scope: 'user',
  target_id: null,
  target: null,
  metric: 'tokens',
  flow: null,
  currency: null,
  amount: 1_500_000,
  interval: 'day',
  interval_seconds: null,
  warn_percent: 80,
  blocks: true,
  revision: 3,
  created_at: '2026-11-20T08:00:00.000Z',
  ...given,
})

type Sent = { method: string; path: string; body: unknown }

async function renderPage(rules: UsageLimitRule[], write: (sent: Sent) => Response = () => respond({ rule: buildRule(), success: true })) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const sent: Sent[] = []
  serve(async (request) => {
    const path = getPath(request)
    if (path === '/api/v1/auth/me') return respond(buildSession({ role: 'A' }))
    if (path === '/api/v1/config') return respond(buildConfig())
    if (path === '/api/v1/usage/limit/query') return respond({ rules })
    if (!path.startsWith('/api/v1/usage/limit_rule')) return refuse(404, 'NOT_FOUND')
    const one = { method: request.method, path, body: request.method === 'DELETE' ? null : await request.json() }
    sent.push(one)
    return write(one)
  })
  return {
    ...(await renderWithApp(
      <>
        <LimitsPage />
        <ConfirmHost />
      </>,
      { path: '/settings/limit' },
    )),
    sent,
  }
}

test('shows scope, amount and period of each limit', async () => {
  await renderPage([
    buildRule(),
    buildRule({
      id: id(61),
      target_id: id(5),
      target: { id: id(5), name: { default: 'Wanda' } },
      metric: 'requests',
      amount: 20,
      interval: 'seconds',
      interval_seconds: 3_600,
    }),
    buildRule({ id: id(62), scope: 'tenant', flow: 'eval', interval: 'seconds', interval_seconds: 5_400, blocks: false }),
    buildRule({
      id: id(63),
      target_id: id(6),
      target: { id: id(6), name: { default: 'Ada' } },
      metric: 'requests',
      amount: 1,
      interval: 'seconds',
      interval_seconds: 90,
    }),
  ])
  expect(await screen.findByText('1,500,000 tokens per day')).toBeInTheDocument()
  expect(screen.getByRole('rowheader', { name: 'Every user' })).toBeInTheDocument()
  expect(screen.getByRole('rowheader', { name: 'Wanda' })).toBeInTheDocument()
  expect(screen.getByText('20 requests per hour')).toBeInTheDocument()
  expect(screen.getByText('1,500,000 tokens per 5,400 seconds (evaluations only)')).toBeInTheDocument()
  expect(screen.getByRole('rowheader', { name: 'The whole institute' })).toBeInTheDocument()
  expect(screen.getByText('1 request per 90 seconds')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Edit: Wanda, 20 requests per hour' })).toBeInTheDocument()
  await act(() => i18next.changeLanguage('zh-Hant'))
  expect(await screen.findByText('每日 1,500,000 個詞元')).toBeInTheDocument()
  expect(screen.getByText('每 90 秒 1 次提問')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: '編輯：Wanda，每小時 20 次提問' })).toBeInTheDocument()
})

test('creates a limit for everyone, and requires a user for a limit of one user', async () => {
  const { user, sent } = await renderPage([])
  await screen.findByText('No usage limits yet')
  await user.click(screen.getByRole('button', { name: 'Add limit' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('combobox', { name: 'Applies to' }))
  await user.click(await screen.findByRole('option', { name: 'Specific user' }))
  await user.click(dialog.getByRole('button', { name: 'Add limit' }))
  expect(await dialog.findByText('Choose one.')).toBeInTheDocument()
  expect(sent).toEqual([])
  await user.click(dialog.getByRole('combobox', { name: 'Applies to' }))
  await user.click(await screen.findByRole('option', { name: 'Every user' }))
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  await user.clear(amount)
  await user.type(amount, '25000')
  expect(amount).toHaveValue('25,000')
  await user.click(dialog.getByRole('combobox', { name: 'Usage counted' }))
  await user.click(await screen.findByRole('option', { name: 'Evaluations only' }))
  await user.click(dialog.getByRole('button', { name: 'Add limit' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const expected = {
    scope: 'user',
    target_id: null,
    metric: 'requests',
    flow: 'eval',
    currency: null,
    amount: 25_000,
    interval: 'day',
    interval_seconds: null,
    warn_percent: 80,
    blocks: true,
  }
  expect(sent).toEqual([{ method: 'POST', path: '/api/v1/usage/limit_rule', body: { rule: expected } }])
})

test('updates a limit with its revision, and deletes one after a confirmation', async () => {
  const { user, sent } = await renderPage([buildRule()])
  const name = 'Every user, 1,500,000 tokens per day'
  await user.click(await screen.findByRole('button', { name: `Edit: ${name}` }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: 'Warn only; users can continue' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const url = `/api/v1/usage/limit_rule/${id(60)}`
  await waitFor(() =>
    expect(sent).toEqual([
      { method: 'PUT', path: url, body: { rule: { amount: 1_500_000, warn_percent: 80, blocks: false }, revision: 3 } },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await user.click(screen.getByRole('button', { name: `Remove: ${name}` }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(sent.at(-1)).toEqual({ method: 'DELETE', path: url, body: null }))
})

test('shows the change that another administrator made meanwhile', async () => {
  const current = buildRule({ amount: 9, revision: 4 })
  const { user } = await renderPage([buildRule()], () =>
    respond({ detail: { code: 'REVISION_MISMATCH', message: '', params: { current } } }, 409),
  )
  await user.click(await screen.findByRole('button', { name: /^Edit:/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: 'Warn only; users can continue' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('cell', { name: '9' })).toBeInTheDocument()
  expect(screen.getByRole('rowheader', { name: 'When the limit is reached' })).toBeInTheDocument()
})
