import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildConfig, buildSession, id } from '#testing/wire.ts'
import { DatasetPage } from './DatasetPage.tsx'

const buildDataset = (given: Partial<Dataset> = {}): Dataset => ({
  id: id(70),
  kind: 'table',
  name: { default: 'Fabric tests' },
  description: { default: '' },
  group: { id: id(6), name: { default: 'Lab' } },
  access: 'workflow',
  row_count: 2,
  column_count: 2,
  published_version: null,
  has_changes: true,
  columns: [
    { id: 'c1', name: { default: 'Sample' }, type: 'text' },
    { id: 'c2', name: { default: 'Force' }, type: 'number', unit: 'N' },
  ],
  measures: [],
  draft_version: 1,
  revision: 3,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
  ...given,
})

type Saved = { revision: number; dataset: Pick<Dataset, 'columns'> }

/** Renders the tab of columns; `current` is what another user has saved meanwhile. */
async function renderColumns(current: Dataset) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const saved: Saved[] = []
  let dataset = buildDataset()
  serve(async (request) => {
    const path = getPath(request)
    if (path === '/api/v1/auth/me') return respond(buildSession({ role: 'A' }))
    if (path === '/api/v1/config') return respond(buildConfig())
    if (path.endsWith('/version/query')) return respond({ versions: [] })
    if (path.endsWith('/dataset/query')) return respond({ datasets: [] })
    if (request.method !== 'PUT') return respond({ dataset })
    const body = (await request.json()) as Saved
    saved.push(body)
    if (body.revision !== current.revision) return respond({ detail: { code: 'REVISION_MISMATCH', message: '', params: { current } } }, 409)
    dataset = { ...current, ...body.dataset, revision: current.revision + 1 }
    return respond({ dataset })
  })
  const view = await renderWithApp(
    <Routes>
      <Route path="/knowledge/dataset/:id" element={<DatasetPage />} />
    </Routes>,
    { path: `/knowledge/dataset/${id(70)}?tab=columns` },
  )
  return { ...view, saved }
}

async function rename(user: Awaited<ReturnType<typeof renderColumns>>['user'], title: string) {
  await user.click(await screen.findByRole('button', { name: 'Edit “Force”' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Column “Force”' }))
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, title)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
}

test('keeps another column that someone else has added meanwhile', async () => {
  const added = { id: 'c3', name: { default: 'Weave' }, type: 'text' as const }
  const { user, saved } = await renderColumns(buildDataset({ revision: 4, columns: [...buildDataset().columns, added] }))
  await rename(user, 'Load')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(saved.map(({ revision }) => revision)).toEqual([3, 4])
  expect(saved[1]?.dataset.columns).toEqual([
    { id: 'c1', name: { default: 'Sample' }, type: 'text' },
    { id: 'c2', name: { default: 'Load' }, type: 'number', unit: 'N' },
    added,
  ])
  expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['Samplec1', 'Loadc2', 'Weavec3'])
})

test('shows both names when someone else has renamed the same column', async () => {
  const [sample, force] = buildDataset().columns
  if (!sample || !force) throw new Error('The dataset has two columns.')
  const theirs = { ...force, name: { default: 'Breaking force' } }
  const { user, saved } = await renderColumns(buildDataset({ revision: 4, columns: [sample, theirs] }))
  await rename(user, 'Load')
  const conflict = within(await screen.findByRole('dialog', { name: 'Someone else has changed this' }))
  expect(conflict.getByText('Breaking force')).toBeInTheDocument()
  expect(conflict.getByText('Load')).toBeInTheDocument()
  await user.click(conflict.getByRole('button', { name: 'Keep my version and save' }))
  await waitFor(() => expect(saved.at(-1)?.dataset.columns[1]).toEqual({ ...force, name: { default: 'Load' } }))
})

test('says that a column which someone else has removed meanwhile cannot be saved', async () => {
  const { user } = await renderColumns(buildDataset({ revision: 4, columns: buildDataset().columns.slice(0, 1) }))
  await rename(user, 'Load')
  expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent('REVISION_MISMATCH')
})

test('finds a unit by its symbol, by its quantity, and as reports write it', async () => {
  const { user } = await renderColumns(buildDataset())
  await user.click(await screen.findByRole('button', { name: 'Edit “Force”' }))
  const unit = within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'Unit' })
  const listOffered = () => screen.getAllByRole('option').map((option) => option.textContent)
  await user.clear(unit)
  await user.type(unit, 'cN/t')
  expect(listOffered()).toEqual(['cN/tex'])
  await user.clear(unit)
  await user.type(unit, 'mass per')
  expect(listOffered()).toEqual(['g/m²', 'oz/yd²'])
  await user.clear(unit)
  await user.type(unit, 'gsm')
  expect(listOffered()).toEqual(['g/m²'])
})

test('says that a dataset which is not there does not exist', async () => {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  serve((request) => (getPath(request) === '/api/v1/config' ? respond(buildConfig()) : refuse(404, 'DATASET_NOT_FOUND')))
  await renderWithApp(
    <Routes>
      <Route path="/knowledge/dataset/:id" element={<DatasetPage />} />
    </Routes>,
    { path: `/knowledge/dataset/${id(71)}` },
  )
  expect(await screen.findByText('This dataset doesn’t exist')).toBeInTheDocument()
})
