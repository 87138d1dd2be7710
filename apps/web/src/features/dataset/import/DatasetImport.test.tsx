// The screen of an import, over a service that has the import at a given step.
import type { Dataset } from '@heddle/contracts/dataset/dataset'
import {
  DatasetImport as DatasetImportSchema,
  type DatasetImport as Import,
  type ImportMapping,
  type ImportPlan,
  type ImportPlanColumn,
} from '@heddle/contracts/dataset/import'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { ConfirmHost } from '#shared/ui/dialogs/ConfirmHost.tsx'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { id } from '#testing/wire.ts'
import { DatasetImport } from './DatasetImport.tsx'

const dataset: Dataset = {
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
    { id: 'c1', name: { default: 'Sample' }, type: 'text', key: true },
    { id: 'c2', name: { default: 'Force' }, type: 'number', unit: 'N' },
  ],
  measures: [],
  draft_version: 1,
  revision: 3,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
}

const table: NonNullable<ImportPlan['table']> = {
  layout: { sheet: 0, header_rows: [1], unit_row: null, first_row: 2, omitted: [4] },
  omitted: [{ row: 4, reason: 'total', text: 'Mean | 812,5' }],
  head: [
    { row: 1, cells: ['Sample', 'Force (cN)', 'Grade'] },
    { row: 2, cells: ['F-1', '81.250', '4-5'] },
  ],
  columns: [
    { at: 1, target: { column: 'c1' }, reading: {}, header: 'Sample', unit_candidates: [], samples: ['F-1'] },
    {
      at: 2,
      target: { column: 'c2' },
      reading: { unit: 'cN' },
      header: 'Force (cN)',
      unit_candidates: [],
      samples: ['81.250', '<20', 'weak'],
    },
    { at: 3, target: { add: { name: 'Grade', type: 'text' } }, reading: {}, header: 'Grade', unit_candidates: [], samples: ['4-5'] },
  ],
  fingerprint: 'f',
}
const planned: Import = {
  id: id(80),
  state: 'planned',
  file_name: 'fabrics.csv',
  plan: {
    encoding: 'utf-8',
    delimiter: ';',
    sheets: [{ index: 0, name: '', hidden: false, row_count: 3, column_count: 3, problem: null }],
    table,
    findings: [
      { code: 'rows_hidden', count: 2, row: null, column: null },
      { code: 'unit_ambiguous', count: 1, row: null, column: 2 },
    ],
  },
  mapping: null,
  mode: null,
  counts: null,
  errors: [],
  error_count: 0,
  progress: { done: 0, total: null },
  failure: null,
  created_at: '2026-11-27T08:00:00.000Z',
}
const mapping: ImportMapping = { layout: table.layout, columns: table.columns.map(({ at, target, reading }) => ({ at, target, reading })) }
const checked: Import = {
  ...planned,
  state: 'checked',
  mapping,
  mode: 'update',
  counts: { rows: 3, bad: 1, added: 1, changed: 1, equal: 0, missing: 1 },
  errors: [{ row: 3, at: 2, column: 'c2', code: 'not_a_number', text: 'weak' }],
  error_count: 1,
}

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

type Call = { readonly step: string; readonly body: unknown }
type Answer = (call: Call, current: Import) => Import | Response

/** Renders the import of a service; `answer` says what a step makes of it, by the last part of its address. */
async function renderImport(first: Import | null, answer: Answer = (_, current) => current, given = dataset) {
  let current = first
  const calls: Call[] = []
  serve(async (request) => {
    if (request.method === 'DELETE') current = null
    else if (request.method === 'POST') {
      const step = getPath(request).split('/').at(-1) ?? ''
      const call = { step, body: step === 'import' ? null : ((await request.json()) as unknown) }
      calls.push(call)
      const answered = answer(call, current ?? planned)
      if (answered instanceof Response) return answered
      current = answered
    } else if (current && current.state !== 'planned') current = answer({ step: 'read', body: null }, current) as Import
    if (current === null) return request.method === 'DELETE' ? respond({ success: true }) : refuse(404, 'DATASET_IMPORT_NOT_FOUND')
    return respond({ import: DatasetImportSchema.parse(current) })
  })
  if (first) localStorage.setItem(`datasetImport.${given.id}`, first.id)
  const path = `/knowledge/dataset/${given.id}/import`
  const view = await renderWithApp(
    <>
      <Routes>
        <Route path="/knowledge/dataset/:id/import" element={<DatasetImport dataset={given} />} />
        <Route path="*" element={<p>Another page</p>} />
      </Routes>
      <ConfirmHost />
    </>,
    { path },
  )
  return { ...view, calls }
}

const find = (name: string) => screen.findByRole('region', { name })
const findColumn = async (name: string) => within(await find('Match columns')).getByRole('listitem', { name })

describe('what was read of a file', () => {
  test('is said as sentences with where it is, beside its first rows', async () => {
    await renderImport(planned)
    const read = within(await find('Read'))
    expect(read.getByText('2 hidden rows are imported too.')).toBeVisible()
    expect(read.getByText('The unit of 1 column can mean several; choose it below.').closest('li')).toHaveTextContent('column B')
    expect(read.getByRole('row', { name: '1 Header Sample Force (cN) Grade' })).toBeVisible()
  })

  test('is read again in another encoding, of the same sheet', async () => {
    const { user, calls } = await renderImport(planned, (_, current) => ({ ...current, state: 'reading', plan: null }))
    await user.selectOptions(within(await find('Read')).getByRole('combobox', { name: 'Encoding' }), 'big5')
    expect(await find('Reading the file…')).toBeVisible()
    expect(calls).toEqual([{ step: 'plan', body: { sheet: 0, encoding: 'big5', delimiter: ';' } }])
  })

  test('can have its rows told, the data below the header', async () => {
    const { user, calls } = await renderImport(planned, (_, current) => ({ ...current, state: 'reading', plan: null }))
    const read = within(await find('Read'))
    await user.click(read.getByRole('button', { name: 'Change rows' }))
    const first = read.getByRole('textbox', { name: 'First row of data' })
    await user.clear(first)
    await user.type(first, '1')
    expect(read.getByRole('button', { name: 'Read again' })).toHaveAccessibleDescription(
      'The data must begin below the header and the units.',
    )
    await user.clear(first)
    await user.type(first, '3')
    await user.click(read.getByRole('button', { name: 'Read again' }))
    expect(calls[0]).toMatchObject({ step: 'plan', body: { layout: { header_rows: [1], unit_row: null, first_row: 3 } } })
  })
})

describe('the mapping', () => {
  test('shows samples as written beside what they would be, and follows a changed reading', async () => {
    const { user } = await renderImport(planned)
    const force = within(await findColumn('B Force (cN)'))
    const rows = () => force.getAllByRole('row').map((row) => row.textContent)
    expect(rows()).toEqual(['In the fileRead as', '81.2500.8125 N', '<20<0.2 N', 'weakThis is not a number.'])
    await user.click(force.getByRole('button', { name: 'How cells are read: Force (cN)' }))
    await user.type(force.getByRole('combobox', { name: 'Words for empty' }), 'weak{Enter}')
    expect(rows().at(-1)).toBe('weak(empty)')
    await user.selectOptions(force.getByRole('combobox', { name: 'Decimal mark' }), 'Comma: 12,5')
    await user.click(force.getByRole('checkbox', { name: 'Points separate thousands: 1.234' }))
    expect(rows()[1]).toBe('81.250812.5 N')
  })

  test('is sent as it is edited, with the rows that are ticked', async () => {
    const { user, calls } = await renderImport(planned, (_, current) => ({ ...current, state: 'checking' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Row 4 (total): Mean | 812,5' }))
    const grade = within(await findColumn('C Grade'))
    await user.clear(grade.getByRole('textbox', { name: 'Name' }))
    expect(grade.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Enter a name.')
    expect(screen.getByRole('button', { name: 'Check rows' })).toHaveAccessibleDescription('Correct the columns marked above first.')
    await user.selectOptions(grade.getByRole('combobox', { name: 'Goes into' }), 'Leave out')
    await user.click(screen.getByRole('button', { name: 'Check rows' }))
    await screen.findByRole('button', { name: 'Cancel import' })
    const columns = [mapping.columns[0], mapping.columns[1], { at: 3, target: null, reading: {} }]
    expect(calls).toEqual([{ step: 'check', body: { mapping: { layout: { ...table.layout, omitted: [] }, columns }, mode: 'update' } }])
  })

  test('has one new key at most, which is given up again', async () => {
    const add = (column: ImportPlanColumn): ImportPlanColumn => ({ ...column, target: { add: { name: column.header, type: 'text' } } })
    const added = { ...planned, plan: { ...planned.plan!, table: { ...table, columns: table.columns.map(add) } } }
    const { user } = await renderImport(added, undefined, { ...dataset, columns: [] })
    const findKey = async (name: string) => within(await findColumn(name)).getByRole('checkbox', { name: 'Key' })
    const [sample, grade] = [await findKey('A Sample'), await findKey('C Grade')]
    await user.click(sample)
    await user.click(grade)
    expect(sample).not.toBeChecked()
    expect(grade).toBeChecked()
    await user.click(grade)
    expect(grade).not.toBeChecked()
  })

  test('of an earlier file with the same headers is said, and gives way to what is suggested', async () => {
    const remembered = { ...mapping, columns: mapping.columns.map((column) => (column.at === 3 ? { ...column, target: null } : column)) }
    const { user } = await renderImport({ ...planned, mapping: remembered })
    const target = within(await findColumn('C Grade')).getByRole('combobox', { name: 'Goes into' })
    expect(target).toHaveValue('none')
    await user.click(screen.getByRole('button', { name: 'Use suggestions instead' }))
    expect(target).toHaveValue('new')
    expect(screen.queryByText(/settings of the last import/)).not.toBeInTheDocument()
  })
})

describe('checked rows', () => {
  test('are counted, with each error at its row and column, and the good ones alone are imported', async () => {
    const { user, calls } = await renderImport(checked, ({ step }, current) =>
      step === 'apply' ? { ...current, state: 'applying' } : current.state === 'applying' ? { ...current, state: 'applied' } : current,
    )
    const check = within(await find('Check and import'))
    expect(check.getByRole('row', { name: '3 B · Force (cN) weak This is not a number.' })).toBeVisible()
    expect(check.getByText('Not in the file').nextSibling).toHaveTextContent('1They stay as they are.')
    expect(check.getByText('1 row with errors is left out.')).toBeVisible()
    await user.click(check.getByRole('button', { name: 'Import 2 good rows only' }))
    expect(await screen.findByRole('link', { name: 'Go to the rows' })).toHaveAttribute('href', `/knowledge/dataset/${id(70)}`)
    expect(calls).toEqual([{ step: 'apply', body: { rows: 'good' } }])
  })

  test('are checked again before they are imported by another mapping', async () => {
    const { user } = await renderImport(checked)
    await screen.findByRole('button', { name: 'Import 2 good rows only' })
    await user.selectOptions(within(await findColumn('C Grade')).getByRole('combobox', { name: 'Goes into' }), 'Leave out')
    expect(screen.getByText(/The settings have changed since the check/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Import/ })).not.toBeInTheDocument()
    await user.selectOptions(within(await findColumn('C Grade')).getByRole('combobox', { name: 'Goes into' }), 'New column')
    expect(screen.getByRole('button', { name: 'Import 2 good rows only' })).toBeVisible()
  })

  test('replace those of the dataset only after a question', async () => {
    const good: Import = {
      ...checked,
      mode: 'replace',
      counts: { rows: 3, bad: 0, added: 3, changed: 0, equal: 0, missing: 0 },
      errors: [],
      error_count: 0,
    }
    const { user, calls } = await renderImport(good, (_, current) => current)
    await user.click(await screen.findByRole('button', { name: 'Import 3 rows' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace all rows?' }))
    expect(dialog.getByText(/^2 rows of the draft are removed/)).toBeVisible()
    expect(calls).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Replace rows' }))
    await waitFor(() => expect(calls).toEqual([{ step: 'apply', body: { rows: 'all' } }]))
  })

  test('are kept on the screen with the reason when a step fails', async () => {
    await renderImport({ ...checked, state: 'failed', failure: { code: 'DATASET_IMPORT_INTERRUPTED', message: '' } })
    expect(await screen.findByText(/The import was interrupted several times/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Check again' })).toBeEnabled()
  })
})

describe('an import that is open', () => {
  test('is found again by its dataset in the same browser, and is gone once it is cancelled', async () => {
    const reading: Import = { ...planned, state: 'reading', plan: null }
    const { user, router } = await renderImport(reading)
    await find('Reading the file…')
    await router.navigate('/elsewhere')
    expect(await screen.findByText('Another page')).toBeVisible()
    expect(screen.getByText(/The import continues in the background/)).toBeVisible()
    await router.navigate(`/knowledge/dataset/${id(70)}/import`)
    await find('Reading the file…')
    await user.click(screen.getByRole('button', { name: 'Cancel import' }))
    expect(await find('Choose a file')).toBeVisible()
    expect(localStorage.getItem(`datasetImport.${id(70)}`)).toBeNull()
  })

  test('that was removed since is said to be gone', async () => {
    const { router } = await renderImport(null)
    await router.navigate(`/knowledge/dataset/${id(70)}/import?import=${id(80)}`)
    expect(await screen.findByText('This import no longer exists. Choose the file again.')).toBeVisible()
  })
})
