import type { Dataset } from '@heddle/contracts/dataset/dataset'
import type { QueryTest as Tested } from '@heddle/contracts/trial/query-test'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildConfig, buildSession, id } from '#testing/wire.ts'
import { QueryTest } from './QueryTest.tsx'

const dataset: Dataset = {
  id: id(70),
  kind: 'table',
  name: { default: 'Fabric tests' },
  description: { default: '' },
  group: { id: id(6), name: { default: 'Lab' } },
  access: 'workflow',
  row_count: 4,
  column_count: 1,
  published_version: 3,
  has_changes: false,
  columns: [{ id: 'c1', name: { default: 'Strength' }, type: 'number', unit: 'N' }],
  measures: [],
  draft_version: 4,
  revision: 3,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
}

const plan = { aggregates: [{ fn: 'mean', column: 'c1' }], limit: 200 }

const found: Tested = {
  outcome: 'found',
  plan,
  problems: [],
  query: 'mean of Strength in N, 4 rows',
  message: '',
  taken: ['“Cotton” as cotton'],
  rows: {
    dataset_ids: [dataset.id],
    version: 3,
    columns: [{ name: 'mean of Strength', unit: 'N', decimals: null, conversion: 'linear', is_key: false, omitted: 0 }],
    rows: [{ id: null, cells: [812.5] }],
    total: 1,
    matched: 4,
    is_cut: false,
  },
  error: null,
  asked: { model: 'gpt-4o', usage: { input_tokens: 1_200, output_tokens: 30, reasoning_tokens: 0, estimated: false }, cost: null },
  ms: 1_540,
  query_ms: 12,
}

const none: Partial<Tested> = { outcome: 'failed', plan: null, query: '', message: '', taken: [], rows: null, asked: null, query_ms: null }

async function render(tested: Partial<Tested> = {}, given: Partial<Dataset> = {}) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const sent: unknown[] = []
  serve(async (request) => {
    const path = getPath(request)
    if (path === '/api/v1/auth/me') return respond(buildSession({ role: 'A' }))
    if (path === '/api/v1/config') return respond(buildConfig())
    if (path === '/api/v1/model/query') return respond({ models: [] })
    if (path !== `/api/v1/knowledge/dataset/${dataset.id}/query_test`) return refuse(404, 'NOT_FOUND')
    sent.push(await request.json())
    return respond({ test: { ...found, ...tested } })
  })
  const view = await renderWithApp(<QueryTest dataset={{ ...dataset, ...given }} />)
  const ask = async () => {
    await view.user.type(await screen.findByRole('textbox', { name: /^Question/ }), 'How strong is cotton?')
    await view.user.click(screen.getByRole('button', { name: 'Ask' }))
    return within(await screen.findByRole('region', { name: 'Result' }))
  }
  const editPlan = async (text: string) => {
    const field = screen.getByRole('textbox', { name: 'Plan (JSON)' })
    await view.user.clear(field)
    await view.user.click(field)
    await view.user.paste(text)
    await view.user.click(screen.getByRole('button', { name: 'Run plan' }))
  }
  return { ...view, sent, ask, editPlan }
}

test('a question gives the query in words, the rows in any unit, and the plan, which can be edited and run again', async () => {
  const { user, sent, ask, editPlan } = await render()
  const result = await ask()
  expect(sent).toEqual([{ question: 'How strong is cotton?', language: 'en' }])
  expect(result.getByText('mean of Strength in N, 4 rows')).toBeVisible()
  expect(result.getByText('“Cotton” as cotton')).toBeVisible()
  expect(result.getByText('1.54 s')).toBeVisible()
  expect(result.getByText('1,200 in, 30 out')).toBeVisible()
  expect(await result.findByRole('cell', { name: '812.5' })).toBeVisible()
  await user.selectOptions(result.getByRole('combobox', { name: 'Unit of mean of Strength' }), 'kN')
  expect(result.getByRole('cell', { name: '0.8125' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Plan (JSON)' })).toHaveValue(JSON.stringify(plan, null, 2))
  await editPlan('{ "select": ["c1"] }')
  expect(sent.at(-1)).toEqual({ plan: { select: ['c1'] }, language: 'en' })
})

test('a plan that is no JSON is not sent', async () => {
  const { sent, editPlan } = await render()
  await screen.findByRole('textbox', { name: /^Question/ })
  await editPlan('{ "select": ')
  expect(screen.getByRole('textbox', { name: 'Plan (JSON)' })).toHaveAccessibleDescription('This is not valid JSON.')
  expect(sent).toEqual([])
})

test('the problems of a plan are named at their paths, with what is possible there', async () => {
  const problems: Tested['problems'] = [
    { path: 'select.0', code: 'unknown_column', allowed: ['c1'] },
    { path: '', code: 'too_large' },
  ]
  const result = await (await render({ ...none, outcome: 'plan_invalid', plan: { select: ['c9'] }, problems })).ask()
  expect(result.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())).toEqual([
    'select.0: Is not a column of the table. Possible: c1',
    'The whole plan: Has too many levels or values.',
  ])
})

test.each<[string, Partial<Tested>, string]>([
  [
    'of a value that is not there',
    { ...none, outcome: 'no_such_value', message: 'No row has “silk” as Fibre.' },
    'No row has “silk” as Fibre.',
  ],
  ['that a model fails', { ...none, error: { code: 'MODEL_BUSY', message: 'Busy' } }, 'Too many replies are waiting'],
])('a question %s is told', async (_name, tested, expected) => {
  const result = await (await render(tested)).ask()
  expect(result.getByRole('status').textContent?.toLowerCase()).toContain(expected.toLowerCase())
})

test('a question that became no plan leaves the one that was written by hand', async () => {
  const { ask, editPlan } = await render(none)
  await screen.findByRole('textbox', { name: /^Question/ })
  await editPlan('{ "select": ["c1"] }')
  await ask()
  expect(screen.getByRole('textbox', { name: 'Plan (JSON)' })).toHaveValue('{ "select": ["c1"] }')
})

test('a dataset that was never published cannot be tested', async () => {
  await render({}, { published_version: null })
  expect(await screen.findByText('Publish the dataset to test it.')).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
})
