import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { buildConfig, buildSession, id } from '#testing/wire.ts'
import { PublishDataset } from './PublishDataset.tsx'

const dataset: Dataset = {
  id: id(70),
  kind: 'qa',
  name: { default: 'Laboratory answers' },
  description: { default: '' },
  group: { id: id(6), name: { default: 'Lab' } },
  access: 'workflow',
  row_count: 2,
  column_count: 1,
  published_version: null,
  has_changes: true,
  columns: [{ id: 'c1', name: { default: 'Question' }, type: 'text' }],
  measures: [],
  draft_version: 1,
  revision: 0,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
}

test('names near-equal questions with different answers, and publishes all the same', async () => {
  const rows = [1, 2].map((number) => ({ row_id: id(number), row_no: number, question: `How long${'?'.repeat(number)}` }))
  const requests = serve((request) => {
    const path = getPath(request)
    if (path === '/api/v1/auth/me') return respond(buildSession({ role: 'A' }))
    if (path === '/api/v1/config') return respond(buildConfig())
    if (path.endsWith('/version/query')) return respond({ versions: [] })
    if (path.endsWith('/qa_review')) return respond({ near_equal: [{ rows, score: 0.9 }], expired: [], is_cut: false })
    return respond({ version: { id: id(71), number: 1, state: 'building' } })
  })
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const { user } = await renderWithApp(<PublishDataset dataset={dataset} />)
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/1 pair of nearly equal questions has different answers/)).toBeVisible()
  expect(dialog.getByRole('link', { name: 'Show them' })).toHaveAttribute('href', `/knowledge/dataset/${dataset.id}?tab=test`)
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  await expect.poll(() => requests.some((request) => getPath(request).endsWith('/publish'))).toBe(true)
})
