// Puts the names of choices into a result, in a reader's language.
import type { CheckedPlan } from '../check/checked-plan.ts'
import type { QueryResult, ResultCell } from '../compile/read-result.ts'
import type { ColumnUse } from '../query-table.ts'
import { nameChoice, type Writer } from './plan-in-words.ts'

/** Returns the result with the choices of its columns and groups as they are named in the language; what has no name stays its value. */
export function nameChoices(plan: CheckedPlan, result: QueryResult, { language }: Writer): QueryResult {
  const uses =
    plan.kind === 'rows' ? plan.columns : plan.outputs.map((output) => (output.type === 'key' ? plan.groupBy[output.index] : undefined))
  const nameCell = (cell: ResultCell, use: ColumnUse | undefined) =>
    typeof cell === 'string' && use?.column.type === 'choice' ? nameChoice(cell, use.column, language) : cell
  return { ...result, rows: result.rows.map((row) => ({ ...row, cells: row.cells.map((cell, index) => nameCell(cell, uses[index])) })) }
}
