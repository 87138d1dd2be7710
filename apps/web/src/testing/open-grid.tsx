// A grid in a document without layout, over a table in memory.
import type { CellValue } from '@heddle/contracts/dataset/cell'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { DatasetGrid } from '#features/dataset/grid/DatasetGrid.tsx'
import type { GridPort, GridQuery } from '#features/dataset/grid/model/grid-port.ts'
import { holdComposedKeys } from '#shared/shortcuts/submit-key.ts'
import { renderWithApp } from './render.tsx'
import { createTablePort } from './table-port.ts'

export const columns: DatasetColumn[] = [
  { id: 'c1', name: { default: 'Sample', en: 'Sample' }, type: 'text' },
  { id: 'c2', name: { default: 'Strength', en: 'Strength' }, type: 'number', unit: 'N' },
  { id: 'c3', name: { default: 'Passed', en: 'Passed' }, type: 'boolean' },
]

/** A document without layout draws no virtual row: each file of tests has to call this. */
export function layOutGrid() {
  beforeAll(() => {
    holdComposedKeys(window)
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_000)
  })
  afterAll(() => void vi.restoreAllMocks())
}

export function SortedGrid({ port }: { port: GridPort }) {
  const [query, setQuery] = useState<GridQuery>({ sort: null, filters: [] })
  return <DatasetGrid label="Tests" columns={columns} port={port} query={query} onSort={(sort) => setQuery({ ...query, sort })} />
}

export async function openGrid(cells: readonly Record<string, CellValue>[], { isReadOnly = false } = {}) {
  const table = createTablePort(cells)
  const view = await renderWithApp(<SortedGrid port={isReadOnly ? { ...table.port, saveStep: null } : table.port} />)
  const grid = await screen.findByRole('grid', { name: 'Tests' })
  await waitFor(() => expect(grid).toHaveAttribute('aria-rowcount', String(cells.length + 1)))
  const cell = (row: number, column: number) => {
    const found = grid.querySelector<HTMLElement>(`[aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]`)
    if (!found) throw new Error(`There is no cell ${row}, ${column}`)
    return found
  }
  await waitFor(() => expect(cell(1, 1)).not.toHaveTextContent('…'))
  const select = async (row: number, column: number) => {
    if (!within(cell(row, column)).queryByRole('textbox')) await view.user.pointer({ keys: '[MouseLeft]', target: cell(row, column) })
    const field = within(cell(row, column)).getByRole<HTMLTextAreaElement>('textbox')
    if (field !== document.activeElement) await view.user.click(field)
    return field
  }
  const paste = (text: string) => fireEvent.paste(document.activeElement!, { clipboardData: { getData: () => text } })
  return { ...view, table, grid, cell, select, paste }
}

export const samples = (count: number) => Array.from({ length: count }, (_, at) => ({ c1: `S${at + 1}`, c2: at }))
export const dataOf = (rows: readonly Record<string, CellValue>[], column: string) => rows.map((row) => row[column])
