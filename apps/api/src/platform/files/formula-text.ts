// Cells that a spreadsheet would take for a formula. `csv-stringify` (escape_formulas) writes an apostrophe before them, and reading takes it
// away again.

const escapedFormula = /^'(?=[=+\-@\t\r＝＋－＠])/

/** Returns the cell of a CSV as it was before it was exported. */
export const restoreFormula = (cell: string): string => cell.replace(escapedFormula, '')
