// Cells that a spreadsheet would take for a formula. `csv-stringify` (escape_formulas) writes an apostrophe before them, and reading takes it
// away again.

const escapedFormula = /^'(?='*[=+\-@\t\r＝＋－＠])/
const quotedFormula = /^(?='+[=+\-@\t\r＝＋－＠])/

/** Returns the cell of a CSV as it was before it was exported. */
export const restoreFormula = (cell: string): string => cell.replace(escapedFormula, '')

/** Doubles an apostrophe that a cell has before a formula, which reading would take for one of the export. */
export const doubleApostrophe = (cell: string): string => cell.replace(quotedFormula, "'")
