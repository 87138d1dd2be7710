import type { AuditEvent } from '@heddle/contracts/audit/audit'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, getPath, refuse, serve } from '#testing/serve.ts'
import { buildConfig, buildSession, id } from '#testing/wire.ts'
import { AuditPage } from './AuditPage.tsx'

// The first test loads the page's code.

const tenantId = id(4)

const buildEvent = (given: Partial<AuditEvent> = {}): AuditEvent => ({
  id: id(30),
  created_at: '2026-11-20T08:00:00.000Z',
  actor: { id: id(3), name: { default: 'Adam Admin' } },
  action: 'updateUserEmail',
  outcome: 'succeeded',
  error_code: null,
  target: { type: 'user', id: id(31), name: { default: 'Wanda Weaver' } },
  address: '10.1.2.3',
  user_agent: null,
  before: null,
  after: null,
  ...given,
})

async function renderPage(path: string, events: AuditEvent[]) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const asked: unknown[] = []
  serve(async (request) => {
    const address = getPath(request)
    if (address === '/api/v1/auth/me') return respond(buildSession({ role: 'A' }))
    if (address === '/api/v1/config') return respond(buildConfig())
    if (address === '/api/v1/audit/query') {
      asked.push(await request.json())
      return respond({ events })
    }
    if (address === `/api/v1/tenant/${tenantId}`) return refuse(503, 'SERVICE_UNAVAILABLE')
    return refuse(404, 'NOT_FOUND')
  })
  return { ...(await renderWithApp(<AuditPage />, { path })), asked }
}

test('filters by one target, names it, and clears the filter', async () => {
  const { user, asked, router } = await renderPage(`/settings/audit?target_id=${id(31)}`, [buildEvent()])
  expect(await screen.findByText('Target: Wanda Weaver')).toBeInTheDocument()
  expect(asked).toEqual([expect.objectContaining({ target_id: id(31) })])
  await user.click(screen.getByRole('button', { name: 'Show all targets' }))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).not.toHaveProperty('target_id')
  expect(router.state.location.search).toBe('')
})

test('hides sign-ins with a hint, and shows them with one click or by a filter', async () => {
  const { user, asked, router, unmount } = await renderPage('/settings/audit', [buildEvent()])
  const shown = await screen.findByRole('switch', { name: 'Show successful sign-ins and sign-outs' })
  expect(shown).not.toBeChecked()
  await waitFor(() => expect(asked).toEqual([expect.objectContaining({ sign_ins: 'failed' })]))
  await user.click(shown)
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).not.toHaveProperty('sign_ins')
  expect(router.state.location.search).toBe('?sign_ins=all')
  unmount()
  const own = await renderPage('/settings/audit?action=login', [buildEvent({ action: 'login' })])
  expect(await screen.findByRole('switch', { name: 'Show successful sign-ins and sign-outs' })).toBeChecked()
  await waitFor(() => expect(own.asked).toEqual([expect.not.objectContaining({ sign_ins: 'failed' })]))
})

test('links to the target of a refused call without a name, and shows the labels of sign-in methods', async () => {
  const refused = buildEvent({
    action: 'updateTenant',
    outcome: 'failed',
    error_code: 'FORBIDDEN',
    target: { type: 'tenant', id: tenantId, name: null },
    after: { hidden_logins: ['email'] },
  })
  const { user } = await renderPage('/settings/audit', [refused])
  expect(await screen.findByRole('link', { name: 'Tenant' })).toHaveAttribute('href', `/settings/tenant/${tenantId}`)
  await user.click(screen.getByRole('button', { name: 'Details: Edit tenant' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('link', { name: 'Tenant' })).toBeInTheDocument()
  expect(dialog.getByRole('link', { name: 'Adam Admin' })).toHaveAttribute('href', `/settings/user/${id(3)}`)
  expect(dialog.getByRole('cell', { name: 'Email' })).toBeInTheDocument()
})

test('calls a field what the form of its target calls it', async () => {
  const edited = buildEvent({
    action: 'updateModelEndpoint',
    target: { type: 'model_endpoint', id: id(33), name: { default: 'vLLM' } },
    before: { kind: 'auto', first_token_seconds: 30, enabled: true },
    after: { kind: 'vllm', first_token_seconds: 60, enabled: false },
  })
  const { user } = await renderPage('/settings/audit', [edited])
  await user.click(await screen.findByRole('button', { name: 'Details: Edit model server' }))
  const server = within(await screen.findByRole('dialog'))
  for (const label of ['Server software', 'Timeouts (seconds): Until the first token', 'Use this server'])
    expect(server.getByRole('rowheader', { name: label })).toBeInTheDocument()
})
