// What an editor does with a range of cells; each is one step of the history.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { limits } from '@heddle/contracts/limits'
import { type BooleanWords, type CellContent, emptyContent, isSameContent, readCell, writeCell } from './cell-text.ts'
import { readClipboardTable, writeClipboardTable } from './clipboard-table.ts'
import type { CellChange } from './edit-history.ts'
import type { GridEdits } from './grid-edits.ts'
import type { GridRow } from './grid-port.ts'
import { countCells, type GridPosition, type GridRange } from './grid-position.ts'
import type { GridRows } from './grid-rows.ts'
import { createNewRow } from './new-row.ts'

/** Cells of one paste, fill, clearing or deletion, which undo adds again; the service takes no more in one transaction. */
export const maxRangeCells = limits.datasetEditCells

export type PasteResult = { readonly cells: number; readonly problems: number; readonly isCut: boolean }

type ActionOptions = {
  rows: GridRows
  edits: GridEdits
  columns: readonly DatasetColumn[]
  readWords: () => BooleanWords
  isReadOnly: boolean
}

export type GridActions = ReturnType<typeof createGridActions>

export function createGridActions({ rows, edits, columns, readWords, isReadOnly }: ActionOptions) {
  const columnsOf = ({ start, end }: GridRange) => columns.slice(start, end + 1)

  function toChange(row: GridRow, { id }: DatasetColumn, after: CellContent): CellChange[] {
    const before = rows.contentAt(row, id)
    return isSameContent(before, after) ? [] : [{ rowId: row.id, column: id, before, after }]
  }

  const loadRows = ({ top, bottom }: GridRange) => rows.load(top, bottom)

  function change(changed: readonly GridRow[], range: GridRange, toAfter: (row: GridRow, column: DatasetColumn) => CellContent) {
    const changes = changed.flatMap((row) => columnsOf(range).flatMap((column) => toChange(row, column, toAfter(row, column))))
    return edits.run({ changes })
  }

  const clearRows = (cleared: readonly GridRow[], range: GridRange) => change(cleared, range, () => emptyContent)

  const textAt = (row: GridRow, { id }: DatasetColumn) => writeCell(rows.contentAt(row, id), readWords())

  /** Sets a cell to what its editor has written; what could not be saved is tried again. */
  function write(row: GridRow, column: DatasetColumn, text: string) {
    if (text !== textAt(row, column) || 'problem' in rows.contentAt(row, column.id))
      void edits.run({ changes: toChange(row, column, readCell(column, text)) })
  }

  /** Returns the index of a row that follows others of its number. */
  async function findFrom(start: number, id: string, rowNo: number): Promise<number | null> {
    for (let index = start; index < (rows.readTotal() ?? 0); index += 1) {
      const [row] = await rows.load(index, index)
      if (row?.id === id) return index
      if (row?.rowNo !== rowNo) return null
    }
    return null
  }

  return {
    /** Whether so many cells can be edited at once. */
    isWithinLimit: (range: GridRange) => countCells(range) <= maxRangeCells,
    isReadOnly,
    textAt,
    write,
    /** Sets a cell whose row is still to be loaded. */
    async writeWhenLoaded(index: number, column: DatasetColumn, text: string) {
      const [row] = await rows.load(index, index)
      if (row) write(row, column, text)
    },
    /** Sets cells of one row, as one step. */
    writeRow(row: GridRow, texts: ReadonlyMap<DatasetColumn, string>) {
      const isChanged = ([column, text]: [DatasetColumn, string]) => text !== textAt(row, column)
      return edits.run({ changes: [...texts].filter(isChanged).flatMap(([column, text]) => toChange(row, column, readCell(column, text))) })
    },
    /** Saves again all that could not be saved, as one step. */
    retry: () =>
      edits.retry(
        rows.problems
          .list('not_saved')
          .slice(0, maxRangeCells)
          .flatMap(({ rowId, column: id, content }) => {
            const column = columns.find((each) => each.id === id)
            return column && 'text' in content ? [{ rowId, column: id, before: content, after: readCell(column, content.text) }] : []
          }),
      ),
    clear: async (range: GridRange) => clearRows(await loadRows(range), range),
    /** Copies the first row of the range to the others. */
    async fillDown(range: GridRange) {
      const [first, ...others] = await loadRows(range)
      if (first) await change(others, range, (_, { id }) => rows.contentAt(first, id))
    },
    loadRows,
    /** The rows of a range; null when one is still to be loaded. */
    readRows: ({ top, bottom }: GridRange) => rows.readRange(top, bottom),
    /** Returns what rows have in the columns of a range, as spreadsheets read it. */
    copy: (copied: readonly GridRow[], range: GridRange) =>
      writeClipboardTable(copied.map((row) => columnsOf(range).map((column) => textAt(row, column)))),
    /** Empties the same cells of rows that were read before, wherever they are now. */
    clearRows,
    /**
     * Writes what a spreadsheet copied, from the first cell of the range on: a single cell into all of the range, and rows beyond the last as
     * new ones. Returns null when there are too many cells.
     */
    async paste(range: GridRange, text: string): Promise<PasteResult | null> {
      const table = readClipboardTable(text)
      const single = table.length === 1 && table[0]?.length === 1 ? table[0][0] : undefined
      const height = single === undefined ? table.length : range.bottom - range.top + 1
      const width = single === undefined ? Math.max(0, ...table.map((row) => row.length)) : range.end - range.start + 1
      if (height * width > maxRangeCells) return null
      const target = { top: range.top, bottom: range.top + height - 1, start: range.start, end: range.start + width - 1 }
      const known = await loadRows(target)
      const changes: CellChange[] = []
      const added: GridRow[] = []
      let problems = 0
      for (let at = 0; at < height; at += 1) {
        const contents = columnsOf(target).flatMap((column, offset) => {
          const given = single ?? table[at]?.[offset]
          return given === undefined ? [] : [{ column, content: readCell(column, given) }]
        })
        problems += contents.filter(({ content }) => 'problem' in content).length
        const row = known[at]
        if (row) changes.push(...contents.flatMap(({ column, content }) => toChange(row, column, content)))
        else {
          const values = contents.flatMap(({ column, content }) => ('value' in content ? [[column.id, content.value] as const] : []))
          const created = createNewRow(Object.fromEntries(values))
          added.push(created)
          for (const { column, content } of contents) {
            if ('problem' in content) changes.push({ rowId: created.id, column: column.id, before: emptyContent, after: content })
          }
        }
      }
      void edits.run({ changes, added })
      return { cells: height * width, problems, isCut: target.end >= columns.length }
    },
    /** Adds empty rows, as many as the range has, above or below it. Returns the index of the first; null where the rows do not show it. */
    async insert(range: GridRange, side: 'above' | 'below'): Promise<number | null> {
      const index = side === 'above' ? range.top - 1 : range.bottom
      // Below the last row they get numbers of their own.
      const isLast = side === 'below' && index + 1 >= (rows.readTotal() ?? 0)
      const [beside] = index < 0 || isLast ? [] : await rows.load(index, index)
      const rowNo = beside?.rowNo ?? (side === 'above' ? 0 : -1)
      const added = Array.from({ length: range.bottom - range.top + 1 }, () => createNewRow({}, rowNo))
      await edits.run({ added })
      const [first] = added
      // Rows that have changed again meanwhile are no failure of the insertion.
      return first ? findFrom(index + 1, edits.resolveId(first.id), rowNo).catch(() => null) : null
    },
    async remove(range: GridRange) {
      await edits.run({ removed: await loadRows(range) })
    },
    /** Returns the next choice of a cell, for columns that have few values; null of the others. */
    nextChoice(row: GridRow, column: DatasetColumn, by: 1 | -1): string | null {
      const { yes, no } = readWords()
      const choices =
        column.type === 'boolean' ? [yes, no] : column.type === 'choice' ? (column.choices ?? []).map(({ value }) => value) : []
      if (choices.length === 0 || isReadOnly) return null
      const at = choices.indexOf(textAt(row, column))
      // An empty cell, or another text, is before the first and behind the last.
      const next = at === -1 && by === -1 ? choices.length - 1 : (at + by + choices.length) % choices.length
      return choices[next] ?? null
    },
    /** The cell's row and column, when the row is loaded. */
    find({ row: index, column: at }: GridPosition) {
      const row = rows.at(index)
      const column = columns[at]
      return row && column ? { row, column } : null
    },
  }
}
