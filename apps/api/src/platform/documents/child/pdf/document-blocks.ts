// Joins the blocks of regions to those of the document, and writes the texts of its pages.
import type { Block, BlockSpan } from '@heddle/retrieval/passage/block'
import { markdownHeaderRows } from '../table.ts'
import type { DraftBlock } from './block-draft.ts'
import { type PageFragment, endsWithHyphen, chooseJoiner } from './fragment.ts'

export type PageOfBlocks = {
  readonly blocks: readonly DraftBlock[]
  /** What is said beside the text: it stands behind that of the page, and no paragraph ends there. */
  readonly comments: readonly PageFragment[]
}

export type WrittenPages = {
  readonly texts: readonly string[]
  readonly blocks: readonly Block[]
  /** Those of `ParsedDocument`. */
  readonly boxes: number[][]
}

/** Writes blocks to their pages; a paragraph that goes on in the next column or page is one block with a span for each part. */
export function writePages(pages: readonly PageOfBlocks[], findLevel: (heading: DraftBlock) => number): WrittenPages {
  const texts: string[] = []
  const boxes: number[][] = []
  const blocks: Block[] = []
  let open: { readonly draft: DraftBlock; readonly block: Block; readonly at: number } | null = null
  pages.forEach((page, index) => {
    let text = ''
    const pageBoxes: number[] = []
    const addPart = (fragment: PageFragment): Part => {
      text += text && '\n\n'
      const from = text.length
      text += fragment.text
      addBoxes(pageBoxes, fragment, from)
      return { page: index + 1, from, to: text.length }
    }
    for (const draft of page.blocks) {
      if (draft.fragment.text === '') continue
      const part = addPart(draft.fragment)
      const continued = open && draft.mayContinue && Math.abs(open.draft.size - draft.size) < 0.05 * draft.size ? open : null
      const block: Block = continued ? continueBlock(continued.block, draft.fragment.text, part) : createBlock(draft, part, findLevel)
      const at = continued ? continued.at : blocks.length
      blocks[at] = block
      open = draft.isOpen ? { draft, block, at } : null
    }
    for (const comment of page.comments) blocks.push({ kind: 'paragraph', text: comment.text, spans: [{ at: 0, ...addPart(comment) }] })
    texts.push(text)
    boxes.push(pageBoxes)
  })
  return { texts, blocks, boxes }
}

type Part = Omit<BlockSpan, 'at'>

function createBlock(draft: DraftBlock, part: Part, findLevel: (heading: DraftBlock) => number): Block {
  const { kind, fragment } = draft
  return {
    kind,
    text: fragment.text,
    ...(kind === 'heading' && { level: findLevel(draft) }),
    ...(kind === 'table' && { headerRows: markdownHeaderRows }),
    spans: [{ at: 0, ...part }],
  }
}

function continueBlock(block: Block, rest: string, part: Part): Block {
  const isHyphenated = endsWithHyphen(block.text, rest)
  const text = isHyphenated ? block.text.slice(0, -1) : `${block.text}${chooseJoiner(block.text, rest)}`
  const spans = block.spans.map((span, index) => (isHyphenated && index === block.spans.length - 1 ? { ...span, to: span.to - 1 } : span))
  return { ...block, text: text + rest, spans: [...spans, { at: text.length, ...part }] }
}

const round = (value: number) => Math.round(value * 10) / 10

function addBoxes(pageBoxes: number[], fragment: PageFragment, from: number) {
  for (const placed of fragment.boxes) pageBoxes.push(from + placed.from, placed.length, ...placed.box.map(round))
}
