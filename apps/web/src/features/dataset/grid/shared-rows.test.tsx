import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { dataOf, layOutGrid, openGrid, samples, SortedGrid } from '#testing/open-grid.tsx'
import { renderWithApp } from '#testing/render.tsx'
import { createTablePort } from '#testing/table-port.ts'

layOutGrid()

describe('rows that are not loaded', () => {
  const cut = () => fireEvent.cut(document.activeElement!, { clipboardData: { setData: () => undefined } })
  const selectColumn = async ({ user, select }: Awaited<ReturnType<typeof openGrid>>) => {
    await select(1, 1)
    await user.keyboard('{Control>}{Shift>}{ArrowDown}{/Shift}{/Control}')
  }

  test('are cut with the others of the selection', async () => {
    const view = await openGrid(samples(300))
    await selectColumn(view)
    cut()
    await waitFor(() => expect(dataOf(view.table.readRows(), 'c1')).toEqual(samples(300).map(() => null)))
    expect(await navigator.clipboard.readText()).toBe(
      samples(300)
        .map(({ c1 }) => `${c1}\r\n`)
        .join(''),
    )
  })

  test('stay when they cannot be loaded or copied', async () => {
    const view = await openGrid(samples(300))
    const { loadRows } = view.table.port
    view.table.port.loadRows = () => Promise.reject(new TypeError('offline'))
    await selectColumn(view)
    cut()
    expect(await screen.findByRole('alert')).toBeVisible()
    view.table.port.loadRows = loadRows
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not permitted'))
    cut()
    await waitFor(() => expect(writeText).toHaveBeenCalled())
    writeText.mockRestore()
    expect(view.table.calls).toEqual([])
    expect(view.table.readRows()).toEqual(samples(300))
  })

  test('are loaded by two calls at a time, and all are changed', async () => {
    const view = await openGrid(samples(7_000))
    const { loadRows } = view.table.port
    let running = 0
    let maxRunning = 0
    view.table.port.loadRows = async (...asked) => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      const loaded = await loadRows(...asked)
      running -= 1
      return loaded
    }
    await selectColumn(view)
    await view.user.keyboard('{Delete}')
    await waitFor(() => expect(view.table.calls).toEqual([7_000]))
    expect(maxRunning).toBe(2)
  })

  test('are loaded when the view rests, and again in another order', async () => {
    const { user, table, grid, cell } = await openGrid(samples(7_000))
    const { loadRows } = table.port
    const asked: number[] = []
    table.port.loadRows = (from, ...rest) => {
      asked.push(from)
      return loadRows(from, ...rest)
    }
    for (const row of [1_050, 2_050, 3_050]) {
      grid.scrollTop = row * 36
      fireEvent.scroll(grid)
    }
    await waitFor(() => expect(cell(3_060, 1)).toHaveTextContent('S3060'))
    expect(asked).toEqual([3_000])
    await user.click(within(screen.getByRole('columnheader', { name: /Sample/ })).getByRole('button'))
    await waitFor(() => expect(cell(3_060, 1)).toHaveTextContent(/^S(?!3060$)/))
  })

  test('refuse an action when one of them is gone', async () => {
    const view = await openGrid(samples(300))
    view.table.removeRow('row-250')
    await selectColumn(view)
    await view.user.keyboard('{Delete}')
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(view.table.calls).toEqual([])
    await waitFor(() => expect(view.grid).toHaveAttribute('aria-rowcount', '300'))
  })
})

test('a selection ends with the last row when rows were deleted', async () => {
  const { user, table, select } = await openGrid(samples(5))
  await select(3, 1)
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  await user.click(screen.getByRole('button', { name: 'Delete rows' }))
  await waitFor(() => expect(dataOf(table.readRows(), 'c1')).toEqual(['S1', 'S2']))
  await select(2, 1)
  await user.keyboard('{Delete}')
  await waitFor(() => expect(dataOf(table.readRows(), 'c1')).toEqual(['S1', null]))
})

test('a row that another person has deleted is left out of a step, and leaves the view', async () => {
  const { table, grid, select, paste } = await openGrid(samples(3))
  table.removeRow('row-2')
  await select(1, 1)
  paste('a\nb\nc')
  await waitFor(() => expect(dataOf(table.readRows(), 'c1')).toEqual(['a', 'c']))
  expect(await screen.findByRole('alert')).toBeVisible()
  await waitFor(() => expect(grid).toHaveAttribute('aria-rowcount', '3'))
})

describe('a cell that another person has changed', () => {
  const settle = async (user: Awaited<ReturnType<typeof openGrid>>['user'], button: string) => {
    const dialog = await screen.findByRole('dialog', { name: 'Changed by someone else' })
    await user.click(within(dialog).getByRole('button', { name: button }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }

  test('is shown when a conflict of its row is settled', async () => {
    const { user, table, select, cell } = await openGrid(samples(1))
    table.write('row-1', { c1: 'theirs', c2: 9 })
    await select(1, 1)
    await user.keyboard('mine{Enter}')
    await settle(user, 'Keep all of mine')
    await waitFor(() => expect(cell(1, 2)).toHaveTextContent('9'))
    expect(table.readRows()).toEqual([{ c1: 'mine', c2: 9 }])
  })

  test('is asked for when it was not read since a conflict of its row', async () => {
    const { user, table, select } = await openGrid(samples(1))
    table.write('row-1', { c1: 'theirs', c2: 9 })
    await select(1, 1)
    await user.keyboard('mine{Enter}')
    table.port.loadRows = () => Promise.reject(new TypeError('offline'))
    await settle(user, 'Keep all of mine')
    expect(await screen.findByRole('alert')).toBeVisible()
    await select(1, 2)
    await user.keyboard('7{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Changed by someone else' })).toBeVisible()
    expect(table.readRows()).toEqual([{ c1: 'mine', c2: 9 }])
  })

  test('is left as it is by undo', async () => {
    const { user, table, select, cell } = await openGrid(samples(2))
    await select(1, 1)
    await user.keyboard('mine{Enter}')
    await waitFor(() => expect(table.readRows()[0]).toMatchObject({ c1: 'mine' }))
    table.write('row-1', { c1: 'theirs' })
    await select(1, 2)
    await user.keyboard('7{Enter}')
    await waitFor(() => expect(cell(1, 1)).toHaveTextContent('theirs'))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(table.readRows()[0]).toEqual({ c1: 'theirs', c2: 0 }))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true'))
    expect(table.readRows()[0]).toEqual({ c1: 'theirs', c2: 0 })
  })

  test('has no undo when it is left to the other', async () => {
    const { user, table, select } = await openGrid(samples(1))
    table.write('row-1', { c1: 'theirs' })
    await select(1, 1)
    await user.keyboard('mine{Enter}')
    await settle(user, 'Apply choice')
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
    expect(table.readRows()[0]).toMatchObject({ c1: 'theirs' })
  })

  test('is shown with both values, and has the one that is chosen', async () => {
    const { user, table, select, paste } = await openGrid(samples(2))
    table.write('row-1', { c1: 'theirs' })
    table.write('row-2', { c1: 'theirs too', c2: 9 })
    await select(1, 1)
    paste('mine\nmine too')
    const dialog = await screen.findByRole('dialog', { name: 'Changed by someone else' })
    await user.click(within(dialog).getByRole('radio', { name: 'Sample, row 2, Your value: mine too' }))
    await user.click(within(dialog).getByRole('button', { name: 'Apply choice' }))
    await waitFor(() =>
      expect(table.readRows()).toEqual([
        { c1: 'theirs', c2: 0 },
        { c1: 'mine too', c2: 9 },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('textbox', { name: 'Sample' })).toHaveValue('theirs')
  })

  test('is no conflict when another cell of the row is edited', async () => {
    const { user, table, select } = await openGrid(samples(1))
    table.write('row-1', { c1: 'theirs' })
    await select(1, 2)
    await user.keyboard('7{Enter}')
    await waitFor(() => expect(table.readRows()).toEqual([{ c1: 'theirs', c2: 7 }]))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

test('on a phone a row is a form, whose changes are one step', async () => {
  const matchMedia = vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: media === '(max-width: 768px)',
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  )
  const table = createTablePort(samples(3))
  const { user } = await renderWithApp(<SortedGrid port={table.port} />)
  expect(screen.queryByRole('button', { name: 'Delete rows' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: /S2/ }))
  const form = within(await screen.findByRole('dialog', { name: 'Row 2' }))
  await user.type(form.getByRole('textbox', { name: 'Strength (N)' }), '5 x')
  expect(form.getByRole('textbox', { name: 'Strength (N)' })).toHaveAccessibleDescription('Not a number')
  await user.clear(form.getByRole('textbox', { name: 'Strength (N)' }))
  await user.type(form.getByRole('textbox', { name: 'Strength (N)' }), '<5')
  await user.selectOptions(form.getByRole('combobox', { name: 'Passed' }), 'Yes')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(table.readRows()[1]).toEqual({ c1: 'S2', c2: { number: 5, text: '<5', mark: '<' }, c3: true }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(table.readRows()[1]).toMatchObject({ c2: 1, c3: null }))
  await user.click(screen.getByRole('button', { name: /S3/ }))
  const last = within(await screen.findByRole('dialog', { name: 'Row 3' }))
  await user.click(last.getByRole('button', { name: 'Delete rows' }))
  await waitFor(() => expect(dataOf(table.readRows(), 'c1')).toEqual(['S1', 'S2']))
  matchMedia.mockRestore()
})
