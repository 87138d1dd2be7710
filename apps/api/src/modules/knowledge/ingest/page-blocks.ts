// The blocks of a text of which only its lines are known: headings and tables as Markdown writes them, and paragraphs.
import type { Block } from '@heddle/text/passage/block'

const isRow = (line: string) => /^\s*\|/.test(line)

/** Returns the blocks of pages, which are numbered from 1. */
export const readPageBlocks = (pages: readonly { readonly text: string }[]): Block[] =>
  pages.flatMap(({ text }, index) => readBlocks(text, index + 1))

function readBlocks(text: string, page: number): Block[] {
  const blocks: Block[] = []
  for (const { 0: piece, index: from } of text.matchAll(/[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*/g)) {
    let at = from
    for (const part of piece.split(/(?<=^#{1,6} [^\n]*\n)/m)) {
      const level = /^(#{1,6}) [^\n]*$/.exec(part.trimEnd())?.[1]?.length
      const kind = level !== undefined ? 'heading' : part.split('\n').every((line) => line === '' || isRow(line)) ? 'table' : 'paragraph'
      const begin = at + (level === undefined ? 0 : level + 1)
      const own = text.slice(begin, at + part.length)
      blocks.push({
        kind,
        text: own,
        ...(level !== undefined && { level }),
        ...(kind === 'table' && { headerRows: 2 }),
        spans: [{ at: 0, page, from: begin, to: begin + own.length }],
      })
      at += part.length
    }
  }
  return blocks
}
