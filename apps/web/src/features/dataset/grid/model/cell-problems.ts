// The texts of cells that are no values of their columns, or could not be saved, by row and column.
import type { ColumnId } from '@heddle/contracts/dataset/column'
import type { CellContent, CellProblem } from './cell-text.ts'

export function createCellProblems() {
  const problems = new Map<string, Map<ColumnId, CellContent>>()
  return {
    find: (rowId: string, column: ColumnId): CellContent | undefined => problems.get(rowId)?.get(column),
    /** Keeps the text of a cell; a value has none. */
    set(rowId: string, column: ColumnId, content: CellContent) {
      const ofRow = problems.get(rowId) ?? new Map<ColumnId, CellContent>()
      if ('problem' in content) ofRow.set(column, content)
      else ofRow.delete(column)
      if (ofRow.size > 0) problems.set(rowId, ofRow)
      else problems.delete(rowId)
    },
    /** The cells whose text has this problem. */
    list: (problem: CellProblem) =>
      [...problems].flatMap(([rowId, ofRow]) =>
        [...ofRow].flatMap(([column, content]) =>
          'problem' in content && content.problem === problem ? [{ rowId, column, content }] : [],
        ),
      ),
    count: () => [...problems.values()].reduce((sum, { size }) => sum + size, 0),
    forget: (rowIds: readonly string[]) => {
      for (const id of rowIds) problems.delete(id)
    },
    /** A row has another id: its texts stay with it. */
    rename(rowId: string, later: string) {
      const ofRow = problems.get(rowId)
      if (ofRow) problems.set(later, ofRow)
      problems.delete(rowId)
    },
  }
}
