import type { DatasetItem } from '@heddle/contracts/dataset/dataset'
import type { Feedback } from '@heddle/contracts/feedback/feedback'
import type { VotePair } from '@heddle/contracts/feedback/vote'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, getPath, refuse, serve } from '#testing/serve.ts'
import { buildConfig, buildSession, id } from '#testing/wire.ts'
import { FeedbackPage } from './FeedbackPage.tsx'

// The first test loads the page's code.

const assistant = { id: id(7), name: { default: 'Weaver' } }

const buildFeedback = (given: Partial<Feedback> = {}): Feedback => ({
  id: id(70),
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
  rating: 'bad',
  reason: 'Too short',
  user: { id: id(8), name: { default: 'Ada' } },
  assistant,
  model_name: 'gpt-4o',
  message_index: 1,
  has_conversation: true,
  dealt_with: null,
  rows: [],
  ...given,
})

const summary = {
  total: { good: 12, bad: 3 },
  by_assistant: [{ assistant, good: 12, bad: 3 }],
  by_model: [{ model_name: null, good: 12, bad: 3 }],
  by_day: [{ day: '2026-11-20', good: 12, bad: 3 }],
}

const admin = { id: id(6), name: { default: 'Grace' } }
const dataset: DatasetItem = {
  id: id(80),
  kind: 'eval',
  name: { default: 'Fabric questions' },
  description: { default: '' },
  group: { id: id(5), name: { default: 'Looms' } },
  access: 'workflow',
  row_count: 0,
  column_count: 12,
  published_version: null,
  has_changes: true,
  updated_at: '2026-11-20T08:00:00.000Z',
}

const pairs: VotePair[] = [
  {
    first: { assistant, model_name: 'small' },
    second: { assistant, model_name: 'large' },
    first_wins: 3,
    second_wins: 9,
    equal: 2,
    all_bad: 1,
    share: { mean: 0.25, low: 0.09, high: 0.53 },
  },
]

async function renderPage(path: string, rows: Feedback[], counts: object = summary) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const asked: { path: string; body: unknown }[] = []
  serve(async (request) => {
    const address = getPath(request)
    if (address === '/api/v1/auth/me') return respond(buildSession({ role: 'A' }))
    if (address === '/api/v1/config') return respond(buildConfig())
    const isRead = request.method === 'GET'
    asked.push({ path: address, body: isRead ? new URL(request.url).search : await request.json() })
    if (address === '/api/v1/feedback/query') return respond({ feedback: rows })
    if (address === '/api/v1/feedback/summary/query') return respond(counts)
    if (address === '/api/v1/feedback/vote/summary/query') return respond({ pairs })
    if (address === `/api/v1/feedback/${id(70)}`) {
      const conversation = [{ role: 'user', content: '<b>How strong</b> is hemp?' }]
      const dealt_with = { at: '2026-11-21T08:00:00.000Z', by: admin }
      const current = buildFeedback({ reason: 'Wrong after all', updated_at: '2026-11-21T07:00:00.000Z' })
      if (!isRead && rows[0]?.reason === 'Changed meanwhile')
        return respond({ detail: { code: 'REVISION_MISMATCH', message: '', params: { current } } }, 409)
      if (!isRead) return respond({ feedback: buildFeedback({ dealt_with }) })
      return respond({ feedback: { ...buildFeedback(), conversation } })
    }
    if (address === `/api/v1/feedback/${id(70)}/row`) {
      const dealt_with = { at: '2026-11-21T08:00:00.000Z', by: admin }
      return respond({ feedback: buildFeedback({ dealt_with, rows: [{ kind: 'eval', dataset, row_id: id(81), row_no: 4 }] }) })
    }
    if (address === '/api/v1/knowledge/dataset/query') return respond({ datasets: [dataset] })
    return refuse(404, 'NOT_FOUND')
  })
  return { ...(await renderWithApp(<FeedbackPage />, { path })), asked }
}

test("queries list and counts with the filters of the address, in the browser's time zone", async () => {
  const { asked } = await renderPage(`/settings/feedback?rating=bad&reason=with&assistant=${id(7)}`, [buildFeedback()])
  expect(await screen.findByText('Too short')).toBeInTheDocument()
  const filters = { rating: 'bad', has_reason: true, assistant_id: id(7) }
  const listBodies = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)
  expect(listBodies('/api/v1/feedback/query')).toEqual([{ ...filters, page_size: 20 }])
  expect(listBodies('/api/v1/feedback/summary/query')).toContainEqual({
    ...filters,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
})

test('counts by expert, model and day, in words', async () => {
  await renderPage('/settings/feedback', [buildFeedback()])
  for (const [title, name] of [
    ['By expert', 'Weaver'],
    ['By model', 'Unknown model'],
    ['By day', '2026-11-20'],
  ] as const) {
    const line = within(await screen.findByRole('list', { name: title })).getByRole('listitem')
    expect(line).toHaveTextContent(`${name}12 good, 3 bad`)
  }
})

test('draws a single reply as a small bar', async () => {
  const one = { good: 0, bad: 1 }
  const counts = {
    total: one,
    by_assistant: [{ assistant, ...one }],
    by_model: [{ model_name: null, ...one }],
    by_day: [{ day: '2026-11-20', ...one }],
  }
  await renderPage('/settings/feedback', [buildFeedback()], counts)
  const lists = await Promise.all(['By expert', 'By model', 'By day'].map((name) => screen.findByRole('list', { name })))
  for (const list of lists) {
    expect(list).toHaveTextContent('0 good, 1 bad')
    const widths = [...list.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.width)
    expect(widths).toEqual(['0%', '10%'])
  }
})

test('gives every row a header, also without a reason', async () => {
  await renderPage('/settings/feedback', [buildFeedback({ reason: null })])
  expect(await screen.findByRole('rowheader')).toHaveTextContent('No reason given')
})

test('opens an included conversation as text, and requests no other', async () => {
  const { user, asked } = await renderPage('/settings/feedback', [
    buildFeedback(),
    buildFeedback({ id: id(71), has_conversation: false, user: { id: id(9), name: { default: 'Bo' } } }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Feedback details: Bo' }))
  const withheld = within(await screen.findByRole('dialog'))
  expect(withheld.getByText(/did not include the chat/)).toBeInTheDocument()
  await user.click(withheld.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(asked.some(({ path }) => path.endsWith(id(71)))).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Feedback details: Ada' }))
  expect(await within(await screen.findByRole('dialog')).findByText('<b>How strong</b> is hemp?')).toBeInTheDocument()
})

test('keeps a chosen filter in the address', async () => {
  const { user, router } = await renderPage('/settings/feedback', [buildFeedback()])
  await user.click(await screen.findByRole('combobox', { name: 'Rating' }))
  await user.click(await screen.findByRole('option', { name: 'Good' }))
  await waitFor(() => expect(router.state.location.search).toBe('?rating=good'))
})

test('counts the votes of a pair, with the share that is probable, by kind and day', async () => {
  const { user, asked } = await renderPage('/settings/feedback?tab=votes&from=2026-11-20', [])
  const row = await screen.findByRole('row', { name: /Weaver · small/ })
  const cells = [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent)
  expect(cells).toEqual(['Weaver · smallWeaver · large', '3', '9', '2', '1', '25% (9% to 53%)'])
  await user.click(screen.getByRole('combobox', { name: 'Kind' }))
  await user.click(await screen.findByRole('option', { name: 'Blind' }))
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ is_blind: true, from: new Date(2026, 10, 20).toISOString() }))
  await user.click(screen.getByRole('tab', { name: 'Feedback' }))
  expect(await screen.findByRole('list', { name: 'By expert' })).toBeInTheDocument()
})

describe('dealing with it', () => {
  const openDrawer = async (given: Partial<Feedback> = {}) => {
    const view = await renderPage('/settings/feedback', [buildFeedback(given)])
    await view.user.click(await screen.findByRole('button', { name: 'Feedback details: Ada' }))
    return view
  }

  test('makes a test of the question, and links to its row', async () => {
    const { user, asked } = await openDrawer()
    await screen.findByText('<b>How strong</b> is hemp?')
    await user.click(screen.getByRole('button', { name: 'Make a test' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Make a test' }))
    expect(dialog.getByRole('textbox', { name: /Question/ })).toHaveValue('<b>How strong</b> is hemp?')
    expect(dialog.getByRole('textbox', { name: /Expected answer/ })).toHaveValue('')
    await user.click(dialog.getByRole('combobox', { name: /Evaluation set/ }))
    await user.click(await screen.findByRole('option', { name: 'Fabric questions' }))
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    const link = await screen.findByRole('link', { name: 'Fabric questions' })
    expect(link).toHaveAttribute('href', `/knowledge/dataset/${id(80)}?row=4`)
    expect(asked.find(({ path }) => path.endsWith('/row'))?.body).toEqual({
      updated_at: '2026-11-20T08:00:00.000Z',
      row: { kind: 'eval', dataset_id: id(80), question: '<b>How strong</b> is hemp?', language: 'en', answer: '' },
    })
    expect(asked.find(({ path }) => path === '/api/v1/knowledge/dataset/query')?.body).toMatchObject({ kind: 'eval' })
    expect(screen.getByRole('button', { name: 'Make a test' })).toHaveAttribute('aria-disabled')
    expect(screen.getByText(/^Dealt with on .* by Grace$/)).toBeInTheDocument()
  })

  test('keeps the drawer on the Escape that leaves the dialog', async () => {
    const { user } = await openDrawer({ has_conversation: false })
    await user.click(await screen.findByRole('button', { name: 'Make a test' }))
    await screen.findByRole('dialog', { name: 'Make a test' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Make a test' })).not.toBeInTheDocument())
    expect(screen.getByRole('dialog', { name: 'Details' })).toBeInTheDocument()
  })

  test('asks for the question where the user did not include the chat', async () => {
    const { user, asked } = await openDrawer({ has_conversation: false })
    await user.click(await screen.findByRole('button', { name: 'Approve an answer' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve an answer' }))
    expect(dialog.getByRole('textbox', { name: /Question/ })).toHaveAccessibleDescription(/did not include the chat/)
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(dialog.getByRole('textbox', { name: /Question/ })).toBeInvalid())
    expect(dialog.getByRole('textbox', { name: /Approved answer/ })).toBeInvalid()
    expect(asked.some(({ path }) => path.endsWith('/row'))).toBe(false)
  })

  test('marks it without a row', async () => {
    const { user, asked } = await openDrawer()
    await user.click(await screen.findByRole('button', { name: 'Mark as dealt with' }))
    expect(await screen.findByRole('button', { name: 'Mark as open' })).toBeInTheDocument()
    expect(asked.find(({ body }) => typeof body === 'object' && body !== null && 'is_dealt_with' in body)?.path).toBe(
      `/api/v1/feedback/${id(70)}`,
    )
  })

  test('shows the other words of its user where they came first', async () => {
    const { user } = await openDrawer({ reason: 'Changed meanwhile' })
    await user.click(await screen.findByRole('button', { name: 'Mark as dealt with' }))
    expect(await screen.findByText(/changed this in the meantime/)).toBeInTheDocument()
    expect(within(screen.getByRole('dialog')).getByText('Wrong after all')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Mark as dealt with' })).toBeInTheDocument()
  })

  test('is a filter', async () => {
    const { asked } = await renderPage('/settings/feedback?state=open', [buildFeedback()])
    expect(await screen.findByText('Too short')).toBeInTheDocument()
    expect(asked.find(({ path }) => path === '/api/v1/feedback/query')?.body).toEqual({ is_dealt_with: false, page_size: 20 })
  })
})
