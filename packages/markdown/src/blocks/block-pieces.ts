// Cuts what may be very long into pieces: each is read and limited by itself, and only the last ones again while the text grows.
import type { Tokens } from 'marked'
import { isTableHead } from '../tables/table-rows.ts'

/** A list is cut into groups of items, and a table into groups of rows, of about this many characters. */
const groupCharacters = 800

/** The groups of a list, each beginning with the number that its first item has. */
export function cutList(list: Tokens.List): string[] {
  if (list.raw.length < 2 * groupCharacters) return [list.raw]
  const groups: string[] = []
  let group = ''
  for (const [index, item] of list.items.entries()) {
    const raw = item.raw.endsWith('\n') ? item.raw : `${item.raw}\n`
    group += group === '' && list.ordered ? numberItem(raw, firstNumber(list) + index) : raw
    if (group.length < groupCharacters) continue
    groups.push(group)
    group = ''
  }
  return group === '' ? groups : [...groups, group]
}

/** The number that a list begins with. */
export const firstNumber = ({ start }: Tokens.List): number => (start === '' ? 1 : start)

/** Writes the number that an item has, whatever was written: only the first one of a list counts. */
function numberItem(item: string, number: number): string {
  const written = /^\s*(\d+)/.exec(item)?.[1] ?? ''
  if (Number(written) === number) return item
  const margin = ' '.repeat(Math.max(0, String(number).length - written.length))
  return item.replace(written, String(number)).replaceAll(/\n(?=.)/g, `\n${margin}`)
}

export type TablePieces = { head: string; groups: string[] }

/** The head of the table that a block is, with its delimiters, and its rows in groups; null when it is none. */
export function cutTable(raw: string): TablePieces | null {
  if (!raw.includes('|')) return null
  const [names = '', delimiters = '', ...rows] = raw.trimEnd().split('\n')
  if (!isTableHead(names, delimiters)) return null
  const groups: string[] = []
  let group: string[] = []
  let characters = 0
  for (const row of rows) {
    group.push(row)
    characters += row.length
    if (characters < groupCharacters) continue
    groups.push(group.join('\n'))
    group = []
    characters = 0
  }
  return { head: `${names}\n${delimiters}`, groups: group.length > 0 || groups.length === 0 ? [...groups, group.join('\n')] : groups }
}

/** Cuts a paragraph at the ends of its lines, and a quote at those between its paragraphs, into pieces of at most so many characters. */
export function cutLines(raw: string, maxCharacters: number): string[] {
  if (raw.length <= maxCharacters) return [raw]
  const isQuote = raw.trimStart().startsWith('>')
  const pieces: string[] = []
  let piece = ''
  let endsAt = 0
  for (const line of raw.split(/(?<=\n)/)) {
    if (piece.length + line.length > maxCharacters && endsAt > 0) {
      pieces.push(piece.slice(0, endsAt))
      piece = piece.slice(endsAt)
      endsAt = 0
    }
    piece += line
    if (!isQuote || /^\s*>\s*$/.test(line)) endsAt = piece.length
  }
  return [...pieces, piece]
}
