// Finds the blocks of plain text and of Markdown by their offsets, so that the text stays as it is.
import type { Block } from '@heddle/retrieval/passage/block'
import { Lexer, type Token } from 'marked'
import { markdownHeaderRows } from '../table.ts'

type Kind = Pick<Block, 'kind' | 'level' | 'headerRows'>

/** Returns the characters `from` to `to` of the only page as a block, without white space at its ends; none when nothing else is there. */
function sliceBlock(text: string, from: number, to: number, kind: Kind): Block[] {
  const slice = text.slice(from, to)
  const begin = from + slice.length - slice.trimStart().length
  const trimmed = slice.trim()
  if (trimmed === '') return []
  return [{ ...kind, text: trimmed, spans: [{ at: 0, page: 1, from: begin, to: begin + trimmed.length }] }]
}

/** Rows as spreadsheets write them: with columns behind tabs. */
const isTable = (lines: readonly string[]) => lines.length > 1 && lines.every((line) => line.includes('\t'))

/** Returns the paragraphs, which are parted by empty lines, and tables whose columns are parted by tabs. */
export function findTextBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let from = 0
  for (const { 0: gap, index } of [...text.matchAll(/\n[^\S\n]*\n\s*/g), { 0: '', index: text.length }]) {
    const kind: Kind = isTable(text.slice(from, index).split('\n')) ? { kind: 'table', headerRows: 1 } : { kind: 'paragraph' }
    blocks.push(...sliceBlock(text, from, index, kind))
    from = index + gap.length
  }
  return blocks
}

function classify(token: Token): Kind | null {
  switch (token.type) {
    case 'table':
      return { kind: 'table', headerRows: markdownHeaderRows }
    case 'list':
      return { kind: 'list' }
    case 'code':
      return { kind: 'code' }
    case 'space':
    case 'hr':
      return null
    default:
      return { kind: 'paragraph' }
  }
}

/** Returns the blocks of a text in Markdown. Those of a quotation are one paragraph. */
export function findMarkdownBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let at = 0
  for (const token of new Lexer({ gfm: true }).blockTokens(text)) {
    // What the lexer joins or leaves out is looked for behind the last token.
    const from = Math.max(text.indexOf(token.raw, at), at)
    at = Math.min(from + token.raw.length, text.length)
    if (token.type === 'heading') {
      const title = token.raw.indexOf(String(token.text))
      const begin = from + Math.max(title, 0)
      const end = title === -1 ? at : begin + String(token.text).length
      blocks.push(...sliceBlock(text, begin, end, { kind: 'heading', level: Number(token.depth) }))
      continue
    }
    const kind = classify(token)
    if (kind) blocks.push(...sliceBlock(text, from, at, kind))
  }
  return blocks
}
