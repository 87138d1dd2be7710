// Tables of web pages: cells in their columns, with the text of everything in them.
import { type SpannedCell, spreadCells } from '../merged-cells.ts'
import type { PageElement, PageNode } from './page-element.ts'

const elementNode = 1
const textNode = 3

const blocks = new Set(
  'P DIV LI UL OL DL DT DD TR TABLE CAPTION H1 H2 H3 H4 H5 H6 BLOCKQUOTE PRE SECTION ARTICLE FIGURE FIGCAPTION ADDRESS HR SUMMARY DETAILS'.split(
    ' ',
  ),
)

/** Returns the text of a cell: its paragraphs behind each other, the rows of a table in it too. */
function readCellText(cell: PageNode): string {
  const lines: string[] = ['']
  const add = (text: string) => {
    lines[lines.length - 1] += text
  }
  function walk(node: PageNode) {
    if (node.nodeType === textNode) add(node.textContent)
    if (node.nodeType !== elementNode) return
    const { tagName } = node
    if (tagName === 'BR') add(' ')
    else if (tagName === 'IMG') add(node.getAttribute('alt') ?? '')
    const isCell = (tagName === 'TD' || tagName === 'TH') && node !== cell
    if (isCell && lines.at(-1)?.trim() !== '') add(', ')
    if (blocks.has(tagName)) lines.push('')
    for (const child of node.childNodes) walk(child)
    if (blocks.has(tagName)) lines.push('')
  }
  walk(cell)
  return lines
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join(' / ')
}

const readCount = (cell: PageElement, name: string) => Number.parseInt(cell.getAttribute(name) ?? '1', 10)

const listRows = (table: PageElement): PageElement[] =>
  Array.from(table.querySelectorAll('tr')).filter((row) => row.closest('table') === table)
const listCells = (row: PageElement): PageElement[] =>
  Array.from(row.children).filter(({ tagName }) => tagName === 'TD' || tagName === 'TH')

export function readTableRows(table: PageElement): string[][] {
  const rows = listRows(table)
  return spreadCells(
    rows.map((row) =>
      listCells(row).map((cell): SpannedCell => {
        const spanned = readCount(cell, 'rowspan')
        // Nought is all rows that are left.
        return { text: readCellText(cell), columns: readCount(cell, 'colspan') || 1, rows: spanned === 0 ? rows.length : spanned || 1 }
      }),
    ),
  )
}

const contentBlocks = 'p, ul, ol, dl, table, h1, h2, h3, h4, h5, h6, blockquote, pre, article, section'

/** Whether a table only arranges what is in it: it says so, or it has no header and holds tables or a single column of blocks. */
export function isLayout(table: PageElement): boolean {
  if (/^(?:presentation|none)$/i.test(table.getAttribute('role') ?? '')) return true
  const rows = listRows(table).map(listCells)
  if (table.querySelector('caption, th')?.closest('table') === table) return false
  if (table.querySelector('table')) return true
  return rows.every((cells) => cells.length <= 1) && rows.flat().some((cell) => cell.querySelector(contentBlocks))
}

export const readCaption = (table: PageElement): string => {
  const caption = Array.from(table.children).find(({ tagName }) => tagName === 'CAPTION')
  return caption ? readCellText(caption) : ''
}
