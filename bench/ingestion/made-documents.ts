// PDF files as a program writes them, whose pages have as many characters as those of a manual.
import { createPlacedPdf, placeLines } from '../../apps/api/test/files/placed-pdf.ts'
import { createDice } from '../retrieval/dice.ts'
import { nameTerm } from '../retrieval/term-names.ts'
import type { BenchDocument } from './ingest-documents.ts'

const linesPerPage = 48
const ideographs = { from: 0x4e00, count: 3_000 }

/** Returns a number below `count`, the low ones far more often, as the words of a language are. */
const rollRank = (dice: () => number, count: number) => Math.floor(count ** dice()) - 1

function writeLatinLine(dice: () => number): string {
  let line = ''
  while (line.length < 78) line += `${nameTerm(rollRank(dice, 50_000))} `
  return line.trim()
}

const writeChineseLine = (dice: () => number) =>
  Array.from({ length: 42 }, (_, at) =>
    at % 20 === 19 ? '。' : String.fromCodePoint(ideographs.from + rollRank(dice, ideographs.count) + 1),
  ).join('')

/** Returns a document of some pages: a heading each ten, a running head, a number, and lines that fill the page. */
export function makeDocument(name: string, pages: number, script: 'latin' | 'chinese'): BenchDocument {
  const dice = createDice(pages)
  const writeLine = script === 'latin' ? writeLatinLine : writeChineseLine
  const bytes = createPlacedPdf(
    Array.from({ length: pages }, (_, index) => {
      const lines = Array.from({ length: linesPerPage }, (__, line) => (line % 9 === 8 ? '' : writeLine(dice)))
      const heading = index % 10 === 0 ? [{ text: `${index / 10 + 1} ${writeLine(dice).slice(0, 20)}`, x: 60, y: 790, size: 16 }] : []
      return [
        ...heading,
        { text: name, x: 60, y: 815, size: 8 },
        { text: String(index + 1), x: 290, y: 30, size: 8 },
        ...placeLines(lines, { y: 765 }),
      ]
    }),
  )
  return { name: `${name}.pdf`, bytes }
}
