// A finished reply as trees of Markdown, for what writes it elsewhere than on a page.
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { BlockSplitter, listPieces, type MarkdownBlock } from './blocks/blocks.ts'
import { normaliseMath } from './formulas/math-delimiters.ts'
import { isTooMuch } from './limits.ts'
import { numberFootnotes } from './number-footnotes.ts'
import { partDetails } from './syntax/html-elements.ts'
import { resolveReferences } from './syntax/references.ts'
import { replySyntax } from './syntax/reply-syntax.ts'
import type { Node } from './syntax/tree.ts'

export type ReplyPart =
  | { readonly kind: 'tree'; readonly nodes: readonly Node[] }
  | { readonly kind: 'code'; readonly code: string; readonly language: string }
  /** What is too much to format. */
  | { readonly kind: 'plain'; readonly text: string }

export type ReplyParts = {
  readonly parts: readonly ReplyPart[]
  /** The notes that the text names, in the order of their numbers. A mark has `data.hProperties.dataFootnoteRef`: `3-1` is the second of note 3. */
  readonly notes: readonly { readonly number: number; readonly parts: readonly ReplyPart[] }[]
}

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm, { singleTilde: false })
  .use(remarkMath)
  .use(replySyntax as never, { isGrowing: false })
  .freeze()

function parse(source: string): readonly Node[] {
  const text = normaliseMath(partDetails(source))
  const tree = processor.runSync(processor.parse(text), text) as Node
  resolveReferences(tree)
  return tree.children ?? []
}

const withDefinitions = (text: string, definitions: string) =>
  text.includes('[') && definitions !== '' ? `${text}\n\n${definitions}` : text

/** The groups of the rows of a table are read one by one: their limits are those of the page. */
function joinTables(pieces: readonly (readonly Node[])[]): readonly Node[] {
  const [first = [], ...others] = pieces
  const rows = others.flatMap((nodes) => nodes.filter(({ type }) => type === 'table').flatMap(({ children = [] }) => children.slice(1)))
  return first.map((node) => (node.type === 'table' ? { ...node, children: [...(node.children ?? []), ...rows] } : node))
}

function readBlock(block: MarkdownBlock, definitions: string, positions: readonly string[]): ReplyPart {
  if (block.kind === 'code' || block.kind === 'plain') return block
  const pieces = listPieces(block)
  if (pieces.some(isTooMuch)) return { kind: 'plain', text: pieces.join('\n') }
  const trees = pieces.map((piece, index) => {
    const known = [definitions, positions[index] ?? ''].filter(Boolean).join('\n\n')
    return parse(withDefinitions(piece, known))
  })
  return { kind: 'tree', nodes: joinTables(trees) }
}

/** Returns what a page shows of a reply, within the limits of a page. Reading it takes time: up to a second for the longest. */
export function readReplyParts(text: string): ReplyParts {
  const split = new BlockSplitter().split(text)
  const { definitions: positions, notes } = numberFootnotes(split)
  const read = (block: MarkdownBlock, index?: number) =>
    readBlock(block, split.definitions, index === undefined ? [] : (positions[index] ?? []))
  return {
    parts: split.blocks.map((block, index) => read(block, index)),
    notes: notes.map((note) => ({ number: note.number, parts: [read({ kind: 'markdown', text: note.text })] })),
  }
}
