// The text that spreadsheets put on the clipboard: cells apart by tabs, rows by line ends, quotes around what has one of these.

/** Returns rows of cells. A quote opens a quoted cell only at its beginning; the line end after the last row begins no other. */
export function readClipboardTable(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    rows.push([...row, cell])
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '' && hasClosingQuote(text, at)) isQuoted = true
    else if (character === '\t') {
      row.push(cell)
      cell = ''
    } else if (character === '\n') endRow()
    else if (character !== '\r') cell += character
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** Whether the quote ends before a tab, a line end or the end of the text: `"` alone is the mark of an inch. */
function hasClosingQuote(text: string, opening: number): boolean {
  for (let at = text.indexOf('"', opening + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    const next = text[at + 1]
    if (next === '"') at += 1
    else return next === undefined || next === '\t' || next === '\n' || next === '\r'
  }
  return false
}

const writeCellText = (cell: string): string => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Ends each row, as Excel does: a last cell that is empty is kept. */
export const writeClipboardTable = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(writeCellText).join('\t')}\r\n`).join('')
