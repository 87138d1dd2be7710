// Lays out pages of runs: their blocks in reading order, and the texts that these make.
import type { PageVerdict } from '../../document.ts'
import type { ReadPart } from '../read-part.ts'
import type { DraftBlock } from './block-draft.ts'
import { orderRegions } from './columns/columns.ts'
import { writePages } from './document-blocks.ts'
import type { PageFragment } from './fragment.ts'
import { type HeadingOutline, rankHeadings } from './heading-levels.ts'
import { groupLines } from './columns/lines.ts'
import type { Direction, TextRun } from './run.ts'
import { findRegionBlocks, type TypeStyle } from './region-blocks.ts'
import { removeRunningLines } from './running-lines.ts'

export type PageToLayOut = {
  readonly runs: readonly TextRun[]
  readonly comments: readonly PageFragment[]
  readonly width: number
  readonly height: number
  readonly verdict: PageVerdict
}

/** The directions of text, those of most documents first. */
const directions: readonly Direction[] = [0, 90, 270, 180]

export function layOut(
  pages: readonly PageToLayOut[],
  isBold: (font: string) => boolean,
  outline: HeadingOutline,
): Omit<ReadPart, 'isPaged'> {
  const style: TypeStyle = { ...readBody(pages, isBold), isOutlined: (text) => outline.findDepth(text) !== null }
  const body = removeRunningLines(pages)
  const blocks = pages.map(({ width, comments }, index) => ({ blocks: findPageBlocks(body[index] ?? [], style, width), comments }))
  const headings = blocks.flatMap((page) => page.blocks.filter(({ kind }) => kind === 'heading'))
  const written = writePages(blocks, rankHeadings(headings, outline))
  return {
    pages: pages.map(({ verdict }, index) => ({ label: null, text: written.texts[index] ?? '', verdict })),
    findBlocks: () => [...written.blocks],
    boxes: written.boxes,
  }
}

/** Bold letters say something only where most others are not bold. */
function readBody(pages: readonly PageToLayOut[], isBold: (font: string) => boolean): Pick<TypeStyle, 'bodySize' | 'isBold'> {
  const bySize = new Map<number, number>()
  let [bold, all] = [0, 0]
  for (const { runs } of pages) {
    for (const { fragment, size, font } of runs) {
      const { length } = fragment.text
      const rounded = Math.round(size * 4) / 4
      bySize.set(rounded, (bySize.get(rounded) ?? 0) + length)
      all += length
      if (isBold(font)) bold += length
    }
  }
  const [bodySize = 0] = [...bySize].toSorted(([, one], [, other]) => other - one)[0] ?? []
  return { bodySize, isBold: bold > all / 2 ? () => false : isBold }
}

function findPageBlocks(runs: readonly TextRun[], style: TypeStyle, width: number): DraftBlock[] {
  return directions.flatMap((direction) => {
    const turned = runs.filter((run) => run.direction === direction)
    if (turned.length === 0) return []
    const left = Math.min(turned[0]?.x ?? 0, width)
    // Margins are as wide on one side as on the other.
    const pageRight = direction === 0 ? width - Math.max(left, 0) : Number.NEGATIVE_INFINITY
    return orderRegions(turned).flatMap((region) => findRegionBlocks(groupLines(region.runs), style, region.right ?? pageRight))
  })
}
