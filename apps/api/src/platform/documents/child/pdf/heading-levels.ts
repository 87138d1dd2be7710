// Tells the levels of headings: by the outline of the document, else by their size, weight and number.
import type { DraftBlock } from './block-draft.ts'

const maxLevel = 6

const normalize = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase()

/** The entries of an outline with their depth, the highest 1. */
export type OutlineEntry = { readonly title: string; readonly depth: number }

export function createHeadingOutline(entries: readonly OutlineEntry[]) {
  const depths = new Map(entries.map(({ title, depth }) => [normalize(title), depth]))
  // Outlines may leave out the numbers of headings.
  return { findDepth: (text: string) => depths.get(normalize(text)) ?? depths.get(normalize(text.replace(/^[\d.]+\s/, ''))) ?? null }
}

export type HeadingOutline = ReturnType<typeof createHeadingOutline>

const encodeLooks = ({ size, isBold }: DraftBlock) => Math.round(size * 2) * 2 + Number(isBold)

/** How deep a number is: 1 for `3`, 2 for `3.1`; null for a heading without one. */
function readDepth(text: string): number | null {
  if (/^第.{1,6}[章編篇]/u.test(text)) return 1
  const number = /^(\d+(?:\.\d+)*)\.?\s/.exec(text)?.[1]
  return number === undefined ? null : number.split('.').length
}

/** Returns the function that tells the level of a heading among all of the document. */
export function rankHeadings(headings: readonly DraftBlock[], outline: HeadingOutline): (heading: DraftBlock) => number {
  const depthsByLooks = new Map<number, Set<number>>()
  for (const heading of headings) {
    const looks = encodeLooks(heading)
    const depths = depthsByLooks.get(looks) ?? new Set()
    const depth = readDepth(heading.fragment.text)
    if (depth !== null) depths.add(depth)
    depthsByLooks.set(looks, depths)
  }
  // Headings that look alike take as many levels as their numbers are deep.
  const bases = new Map<number, number>()
  let next = 1
  for (const [looks, depths] of [...depthsByLooks].toSorted(([one], [other]) => other - one)) {
    bases.set(looks, next)
    next += Math.max(1, depths.size)
  }
  return (heading) => {
    const { text } = heading.fragment
    const looks = encodeLooks(heading)
    const depth = readDepth(text)
    const below = depth === null ? 0 : [...(depthsByLooks.get(looks) ?? [])].filter((other) => other < depth).length
    const level = outline.findDepth(text) ?? (bases.get(looks) ?? 1) + below
    return Math.min(Math.max(level, 1), maxLevel)
  }
}
