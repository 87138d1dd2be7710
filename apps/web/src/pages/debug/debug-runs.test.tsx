import type { RunStreamEvent, WorkflowRun } from '@heddle/contracts/trial/workflow-run'
import type { DebugRun, DebugRunItem } from '@heddle/contracts/debug/debug-run'
import { screen, within } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { buildMessage } from '#testing/scripted-port.ts'
import { ErrorTest } from '#features/debug/ErrorTest.tsx'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { buildConfig, buildSession, id } from '#testing/wire.ts'
import { DebugChatPage } from './DebugChatPage.tsx'
import { DebugRunPage } from './DebugRunPage.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

/** Renders a page of an administrator; the debug views respond with `view`. */
async function open(page: ReactNode, view: () => Response) {
  const requests = serve((request) => {
    const path = getPath(request)
    if (path === '/api/v1/auth/me') return respond(buildSession({ role: 'A' }))
    if (path === '/api/v1/config') return respond(buildConfig())
    return path.startsWith('/api/v1/debug/') ? view() : respond({ ok: true })
  })
  return { requests, ...(await renderWithApp(<Suspense>{page}</Suspense>)) }
}

const item: DebugRunItem = {
  id: id(70),
  flow: 'chat',
  outcome: 'completed',
  ended_at: '2026-11-23T05:00:00.000Z',
  question: 'What is a loom?',
  chat: { id: id(71), title: 'Looms' },
  assistant: { id: id(72), name: { default: 'Weaver' } },
  workflow: { id: id(73), name: { default: 'Plain chat' }, version: 1 },
  model: 'loom-1',
  usage: { input_tokens: 30, output_tokens: 20, reasoning_tokens: 0, estimated: false },
  ms: 60_000,
  first_token_ms: 400,
}

function buildRun(given: Partial<DebugRun> = {}): DebugRun {
  const source = { id: id(76), number: 1, title: 'Handbook', passage: 'Looms weave.', page: 3, score: 0.875, file: null }
  const step = { node_id: 'llm', type: 'llm', title: 'Model', status: 'finished', ms: 59_000 } as const
  const question = buildMessage({ id: id(74), index: 0, role: 'user', content: 'What is a loom?', model: null })
  const message = buildMessage({ content: 'A loom weaves.', steps: [step], sources: [source] })
  const reply = buildMessage({ status: 'generating' })
  return {
    ...item,
    nodes: [{ id: 'llm', type: 'llm', title: 'Model' }],
    calls: [
      {
        node_id: 'llm',
        attempt: 1,
        model: 'loom-1',
        usage: item.usage,
        cached_tokens: 0,
        server_calls: 3,
        first_token_ms: 400,
        cost: null,
      },
    ],
    reply: {
      question,
      message,
      later_run_id: null,
      events: [
        { at_ms: 0, event: { type: 'accepted', user_message: question, reply, version: 1, conversation_id: id(77) } },
        { at_ms: 30_000, event: { type: 'delta', text: 'A loom ' } },
        { at_ms: 45_000, event: { type: 'delta', text: 'weaves.' } },
        { at_ms: 60_000, event: { type: 'done', status: 'completed', message, usage: null, remaining_requests: 9, version: 2 } },
      ],
    },
    test: null,
    ...given,
  }
}

test("one's own runs are listed by the filters of the address", async () => {
  const { user, requests } = await open(<DebugChatPage />, () => respond({ runs: [item] }))
  const rows = within(await screen.findByRole('table', { name: 'Debug: chat' }))
  expect(rows.getByRole('row', { name: / What is a loom\? Looms Weaver Completed Reply 60 sec 50$/ })).toBeVisible()
  expect(rows.getByRole('link', { name: 'What is a loom?' })).toHaveAttribute('href', `/debug/chat/${item.id}`)
  await user.click(rows.getByRole('link', { name: 'Looms' }))
  expect(await screen.findByText('Chat: Looms')).toBeVisible()
  const readLastQuery = () =>
    requests
      .findLast((request) => getPath(request).endsWith('/run/query'))
      ?.clone()
      .json()
  await expect.poll(readLastQuery).toMatchObject({ chat_id: id(71) })
})

test('a reply is whole at first, is played from its beginning, and shows all at once on request', async () => {
  const { user } = await open(<DebugRunPage />, () => respond({ run: buildRun() }))
  const replay = within(await screen.findByRole('region', { name: 'Replay' }))
  expect(await replay.findByText('A loom weaves.')).toBeVisible()
  expect(replay.getByText('60.0 / 60.0 s · 4 of 4 events')).toBeVisible()
  await user.click(replay.getByRole('button', { name: 'Play' }))
  expect(replay.queryByText('A loom weaves.')).toBeNull()
  await user.click(replay.getByRole('button', { name: 'Pause' }))
  expect(replay.getByText(/ 1 of 4 events$/)).toBeVisible()
  await user.click(replay.getByRole('button', { name: 'Show all' }))
  expect(await replay.findByText('A loom weaves.')).toBeVisible()
  const calls = within(screen.getByRole('table', { name: 'Model calls' }))
  expect(calls.getByRole('row', { name: /^loom-1 Model 1 30 in, 20 out/ })).toBeVisible()
  const cited = within(screen.getByRole('table', { name: 'Retrieval' }))
  expect(cited.getByRole('row', { name: '[1] Handbook 3 0.875 Looms weave.' })).toBeVisible()
  expect(screen.getByRole('region', { name: 'Prompts' })).toHaveTextContent('Prompts of replies aren’t kept')
})

test('a run of which nothing was kept says so', async () => {
  await open(<DebugRunPage />, () => respond({ run: buildRun({ question: null, chat: null, reply: null }) }))
  expect(await screen.findByText(/^The question and reply weren’t kept/)).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Events' })).toBeNull()
})

test('a test whose texts the reader may no longer read says so, and shows the rest', async () => {
  const part = { node_id: 'llm', attempt: 1, is_withheld: true } as const
  const { usage, model, outcome, ms } = item
  const end = { outcome, error: null, usage, cost: null, ms, first_token_ms: null, model }
  const source = { id: id(76), number: 1, title: null, passage: '', page: null, score: null, file: null, is_withheld: true } as const
  const run: WorkflowRun = {
    ...end,
    id: item.id,
    question: 'What is a loom?',
    response_language: 'en',
    version: null,
    node_id: null,
    user: null,
    created_at: item.ended_at,
    text: '',
    is_withheld: true,
    sources: [source],
    notices: [],
    trace: [
      { ...part, status: 'started', input: {} },
      { ...part, status: 'finished', ms: 7, usage, cost: null, handle: 'out', output: {}, error: null },
    ],
    values: {},
  }
  const done: RunStreamEvent = { type: 'done', run_id: item.id, text: '', notices: [], ...end }
  const kept = { run, events: [{ at_ms: ms, event: done }] }
  const { user } = await open(<DebugRunPage />, () => respond({ run: buildRun({ reply: null, test: kept }) }))
  const withheld = /^Not shown: it contains text from a knowledge collection/
  expect(within(await screen.findByRole('region', { name: 'Replay' })).getByText(withheld)).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Model/ }))
  expect(screen.getAllByText(withheld)).toHaveLength(2)
  expect(screen.queryByText('This node has no input.')).toBeNull()
  expect(screen.getByText('You don’t have permission to read this source.')).toBeVisible()
})

test('the run of a reply that was continued leads to the later one', async () => {
  const { reply } = buildRun()
  await open(<DebugRunPage />, () => respond({ run: buildRun({ reply: reply && { ...reply, events: [], later_run_id: id(78) } }) }))
  expect(await screen.findByRole('link', { name: 'Open later run' })).toHaveAttribute('href', `/debug/chat/${id(78)}`)
})

test('an error of the service is shown with the id of its request', async () => {
  const headers = { 'x-request-id': 'd0a7b1de-5bd2-4a3c-8f0e-0c4c6d1a7a11' }
  const { user } = await open(<ErrorTest />, () => Response.json({ detail: { code: 'UNKNOWN', message: '' } }, { status: 500, headers }))
  await user.click(await screen.findByRole('button', { name: 'Cause a service error' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(headers['x-request-id'])
})
