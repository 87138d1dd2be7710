import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { confirmStore } from '#shared/notify/confirm.ts'
import { columns, dataOf, layOutGrid, openGrid, samples } from '#testing/open-grid.tsx'
import { renderWithApp } from '#testing/render.tsx'
import { createTablePort } from '#testing/table-port.ts'
import { DatasetGrid } from './DatasetGrid.tsx'

layOutGrid()

describe('a cell', () => {
  test('is a field with its text selected, which the first key replaces', async () => {
    const { user, table, select } = await openGrid(samples(3))
    const field = await select(1, 1)
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('S1')
    await user.keyboard('棉{Enter}')
    await waitFor(() => expect(dataOf(table.readRows(), 'c1')).toEqual(['棉', 'S2', 'S3']))
    expect(screen.getByRole('textbox', { name: 'Sample' })).toHaveValue('S2')
  })

  test('stays open for the Enter by which an input method takes a candidate', async () => {
    const { table, select } = await openGrid(samples(2))
    const field = await select(1, 1)
    fireEvent.compositionStart(field)
    fireEvent.input(field, { target: { value: '綿' } })
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    expect(field).toHaveFocus()
    expect(table.calls).toEqual([])
    fireEvent.compositionEnd(field)
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(table.readRows()[0]).toMatchObject({ c1: '綿' }))
  })

  test('takes keys before its row is loaded', async () => {
    const { user, table, select } = await openGrid(samples(300))
    const { loadRows } = table.port
    const reached = Promise.withResolvers<void>()
    table.port.loadRows = async (from, count, query) => {
      await reached.promise
      return loadRows(from, count, query)
    }
    await select(1, 1)
    await user.keyboard('{Control>}{ArrowDown}{/Control}')
    const field = screen.getByRole('textbox', { name: 'Sample' })
    await user.keyboard('棉{Enter}')
    expect(table.calls).toEqual([])
    reached.resolve()
    await waitFor(() => expect(table.readRows()[299]).toMatchObject({ c1: '棉' }))
    expect(field).toHaveFocus()
    expect(field).toHaveValue('棉')
  })

  test('is edited by F2 and is as before after Escape', async () => {
    const { user, table, select } = await openGrid(samples(1))
    const field = await select(1, 1)
    await user.keyboard('{F2}x')
    expect(field).toHaveValue('S1x')
    await user.keyboard('{Escape}')
    expect(field).toHaveValue('S1')
    await user.keyboard('{ArrowRight}')
    expect(table.calls).toEqual([])
  })

  test('keeps a text that its column has no value for, says why, and saves nothing', async () => {
    const { user, table, select, cell } = await openGrid(samples(2))
    await select(1, 2)
    await user.keyboard('strong{Enter}')
    expect(cell(1, 2)).toHaveTextContent('strong')
    expect(cell(1, 2)).toHaveAttribute('aria-invalid', 'true')
    await user.keyboard('{ArrowUp}')
    expect(screen.getByRole('textbox', { name: 'Strength' })).toHaveAccessibleDescription('Not a number')
    expect(screen.getByRole('status')).toHaveTextContent('1 cell not saved')
    expect(table.calls).toEqual([])
  })

  test('keeps what could not be saved, until it is entered again', async () => {
    const { user, table, select, cell } = await openGrid(samples(2))
    table.fail(new TypeError('offline'))
    await select(1, 1)
    await user.keyboard('new{Enter}')
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('1 cell not saved'))
    expect(cell(1, 1)).toHaveTextContent('new')
    table.fail(null)
    await user.keyboard('{ArrowUp}new{Enter}')
    await waitFor(() => expect(table.readRows()[0]).toMatchObject({ c1: 'new' }))
  })

  test('of a column that is gone is refused by the service alone, beside others that are saved', async () => {
    const { table, select, paste, cell } = await openGrid(samples(3))
    table.removeColumn('c1')
    await select(1, 1)
    paste('Y\t70\nZ\t71')
    await waitFor(() =>
      expect(table.readRows().slice(0, 2)).toEqual([
        { c1: 'S1', c2: 70 },
        { c1: 'S2', c2: 71 },
      ]),
    )
    expect(within(cell(1, 1)).getByRole('textbox')).toHaveValue('Y')
    expect(within(cell(1, 1)).getByRole('textbox')).toHaveAccessibleDescription('The column was removed meanwhile')
  })
})

test('what could not be saved is saved again at once', async () => {
  const { user, table, select, paste } = await openGrid(samples(3))
  table.fail(new TypeError('offline'))
  await select(1, 1)
  paste('a\t1\nb\tmany')
  expect(await screen.findByText('4 cells not saved')).toBeVisible()
  expect(table.readRows()).toEqual(samples(3))
  table.fail(null)
  await user.click(screen.getByRole('button', { name: 'Save again' }))
  await waitFor(() => expect(dataOf(table.readRows(), 'c1')).toEqual(['a', 'b', 'S3']))
  expect(table.calls).toEqual([3])
  expect(await screen.findByText('1 cell not saved')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save again' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(table.readRows()).toEqual(samples(3)))
})

test('rows that are only read have no tools, and take no text', async () => {
  const { user, grid, table, select, paste } = await openGrid(samples(2), { isReadOnly: true })
  expect(grid).toHaveAttribute('aria-readonly', 'true')
  expect(screen.queryByRole('button', { name: 'Delete rows' })).toBeNull()
  const field = await select(1, 1)
  await user.keyboard('x{Delete}{Control>}d{/Control}')
  paste('y')
  await user.keyboard('{ArrowRight}{ArrowRight}{Alt>}{ArrowDown}{/Alt}{ArrowLeft}')
  expect(field).toHaveValue('S1')
  expect(table.calls).toEqual([])
  expect(table.readRows()).toEqual(samples(2))
})

describe('keys', () => {
  test('move as in a spreadsheet, and Tab leaves the grid', async () => {
    const { user, select, cell } = await openGrid(samples(40))
    await select(1, 1)
    const expectAt = (row: number, column: number) => expect(within(cell(row, column)).getByRole('textbox')).toHaveFocus()
    for (const [keys, row, column] of [
      ['{ArrowDown}{ArrowRight}', 2, 2],
      ['{End}', 2, 3],
      ['{Home}', 2, 1],
      ['{PageDown}', 16, 1],
      ['{Control>}{End}{/Control}', 40, 3],
      ['{Control>}{ArrowUp}{/Control}', 1, 3],
      ['{Control>}{ArrowLeft}{/Control}', 1, 1],
    ] as const) {
      await user.keyboard(keys)
      expectAt(row, column)
    }
    await user.keyboard('x{Tab}')
    expectAt(1, 2)
    await user.tab()
    expect(document.body).toHaveFocus()
  })

  test('reach the header, which sorts', async () => {
    const { user, select, cell } = await openGrid(samples(9))
    await select(1, 1)
    await user.keyboard('{ArrowUp}{Enter}{Enter}')
    expect(screen.getByRole('columnheader', { name: /Sample/ })).toHaveAttribute('aria-sort', 'descending')
    await waitFor(() => expect(cell(1, 1)).toHaveTextContent('S9'))
  })
})

test.each([
  [250, 250],
  [3, 3],
  [301, 301],
  // Deleted rows leave their numbers.
  [120, 121],
])('a row is found by its number: %d', async (rowNo, shown) => {
  const table = createTablePort(samples(301))
  const ids = await table.port.loadRows(119, 1, { sort: null, filters: [] })
  await table.port.saveStep({ rows: [], added: [], removed: ids.rows.map(({ id }) => id) })
  await renderWithApp(
    <DatasetGrid label="Tests" columns={columns} port={table.port} query={{ sort: null, filters: [] }} onSort={() => {}} rowNo={rowNo} />,
  )
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Sample' })).toHaveValue(`S${shown}`))
  expect(screen.getByRole('textbox', { name: 'Sample' })).toHaveFocus()
})

test('Alt with an arrow goes through the values of a column that has few', async () => {
  const { user, table, select } = await openGrid(samples(1))
  const field = await select(1, 3)
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(field).toHaveValue('Yes')
  await user.keyboard('{Escape}{Alt>}{ArrowUp}{/Alt}')
  expect(field).toHaveValue('No')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(table.readRows()[0]).toMatchObject({ c3: false }))
})

describe('a step', () => {
  test('of ten thousand pasted cells is one call and one undo', async () => {
    const { user, table, select, paste } = await openGrid(samples(5_000))
    const before = table.readRows()
    await select(1, 1)
    paste(Array.from({ length: 5_000 }, (_, at) => `P${at}\t${at / 10}`).join('\r\n'))
    await waitFor(() => expect(table.readRows()[4_999]).toEqual({ c1: 'P4999', c2: 499.9 }))
    expect(table.calls).toHaveLength(1)
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(table.readRows()).toEqual(before))
    await user.keyboard('{Control>}y{/Control}')
    await waitFor(() => expect(table.readRows()[4_999]).toEqual({ c1: 'P4999', c2: 499.9 }))
  })

  test('of more cells is refused', async () => {
    const { table, select, paste } = await openGrid(samples(1))
    await select(1, 1)
    paste('x\ty\n'.repeat(5_001))
    expect(await screen.findByText('At most 10,000 cells can be changed in one step.')).toBeVisible()
    expect(table.calls).toEqual([])
  })

  test('of a paste beyond the last row adds rows, which undo removes', async () => {
    const { user, table, select, paste } = await openGrid(samples(2))
    await select(2, 1)
    paste('a\t1\nb\t2\nc\t3')
    await waitFor(() => expect(dataOf(table.readRows(), 'c1')).toEqual(['S1', 'a', 'b', 'c']))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(dataOf(table.readRows(), 'c1')).toEqual(['S1', 'S2']))
    await user.keyboard('{Control>}y{/Control}')
    await waitFor(() => expect(dataOf(table.readRows(), 'c1')).toEqual(['S1', 'a', 'b', 'c']))
  })

  test('of a paste beyond the last row is saved as a whole, or not at all', async () => {
    const { user, table, select, paste } = await openGrid(samples(2))
    table.fail(new TypeError('offline'))
    await select(2, 1)
    paste('a\t5\nb\tmany')
    expect(await screen.findByRole('alert')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Sample' })).toHaveValue('S2'))
    expect(table.readRows()).toEqual(samples(2))
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
    table.fail(null)
    paste('a\t5\nb\tmany')
    await waitFor(() => expect(table.readRows()).toEqual([samples(1)[0], { c1: 'a', c2: 5 }, { c1: 'b' }]))
    expect(table.calls).toEqual([2])
    expect(await screen.findByText('1 cell not saved')).toBeVisible()
    expect(await screen.findByText('many')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(table.readRows()).toEqual(samples(2)))
    await user.click(screen.getByRole('button', { name: 'Redo' }))
    expect(await screen.findByText('many')).toBeVisible()
  })

  test('fills the selection with its first row, or with a single pasted cell', async () => {
    const { user, table, select, paste } = await openGrid(samples(3))
    await select(1, 1)
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}')
    await waitFor(() => expect(dataOf(table.readRows(), 'c1')).toEqual(['S1', 'S1', 'S1']))
    paste('x')
    await waitFor(() => expect(dataOf(table.readRows(), 'c1')).toEqual(['x', 'x', 'x']))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(dataOf(table.readRows(), 'c1')).toEqual([null, null, null]))
  })

  test('of deleted rows is taken back where they were, and their earlier edits with them', async () => {
    const { user, table, select } = await openGrid(samples(3))
    await select(2, 1)
    await user.keyboard('edited{Enter}{ArrowUp}')
    await user.click(screen.getByRole('button', { name: 'Delete rows' }))
    await waitFor(() => expect(dataOf(table.readRows(), 'c1')).toEqual(['S1', 'S3']))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(dataOf(table.readRows(), 'c1')).toEqual(['S1', 'edited', 'S3']))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(dataOf(table.readRows(), 'c1')).toEqual(['S1', 'S2', 'S3']))
  })
})

test('a row that is inserted below is the selected one, and opens as a form', async () => {
  const { user, table, select } = await openGrid(samples(3))
  await select(2, 1)
  await user.click(screen.getByRole('button', { name: 'Insert rows below' }))
  await waitFor(() => expect(table.readRows()).toHaveLength(4))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Sample' })).toHaveValue(''))
  await user.click(screen.getByRole('button', { name: 'Open row as form' }))
  const form = within(await screen.findByRole('dialog'))
  expect(form.getByRole('textbox', { name: /Sample/ })).toHaveValue('')
})

test('a row that is inserted below has the number of the one above, and a number of its own below the last', async () => {
  const { user, table, select } = await openGrid(samples(3))
  const { saveStep } = table.port
  const numbers: (number | undefined)[] = []
  table.port.saveStep = (step) => {
    numbers.push(...step.added.map(({ rowNo }) => rowNo))
    return saveStep(step)
  }
  for (const row of [3, 1]) {
    await select(row, 1)
    await user.click(screen.getByRole('button', { name: 'Insert rows below' }))
  }
  await waitFor(() => expect(numbers).toEqual([undefined, 1]))
})

test('the form of a row asks before it discards what was written', async () => {
  const { user, table, select } = await openGrid(samples(1))
  await select(1, 1)
  await user.click(screen.getByRole('button', { name: 'Open row as form' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByRole('textbox', { name: /Sample/ }), ', a long text')
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  expect(confirmStore.read()).toMatchObject({ title: 'Discard your changes?' })
  act(() => confirmStore.read()?.answer(false))
  expect(form.getByRole('textbox', { name: /Sample/ })).toHaveValue('S1, a long text')
  await user.click(form.getByRole('button', { name: 'Close' }))
  act(() => confirmStore.read()?.answer(true))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(table.readRows()).toEqual(samples(1))
})
