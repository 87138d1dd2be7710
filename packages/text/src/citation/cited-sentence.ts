import { listFeatures } from '../language/text-features.ts'

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })
/** Thai has no mark at the end of a sentence: a space between two letters may be one, and parts what is said. */
const thaiSpace = /(?<=[\u0e00-\u0e7f]) +(?=[\u0e00-\u0e7f])/g
/** Parts that a statement is compared with together, as long as none but the last has the mark of an end. */
const maxParts = 8
const endMark = /[.!?。！？…][\s\p{Pe}\p{Pf}"]*$/u

const digits = /\d+(?:[.,]\d+)*/g

/** How much more a figure says than a word. */
const figureWeight = 3

type Part = { readonly from: number; readonly to: number; readonly text: string }

/**
 * Returns the sentence of a passage that is most like a statement, as characters `from` to `to` (excluded); null when none is. Between
 * two languages only the figures and names are alike.
 *
 * What a line, a page or a Thai space ends without a mark is compared alone and with what follows: it may end within a sentence, and a
 * Thai statement may be several.
 */
export function findCitedSentence(passage: string, statement: string): { readonly from: number; readonly to: number } | null {
  const wanted = weighFeatures(statement)
  const wantedWeight = sum(wanted.values())
  const parts = cutParts(passage).map((part) => ({ ...part, features: weighFeatures(part.text) }))
  let best = { from: 0, to: 0, score: 0 }
  for (const [first, { from }] of parts.entries()) {
    const own = new Set<string>()
    let [shared, total] = [0, wantedWeight]
    for (const part of parts.slice(first, first + maxParts)) {
      for (const [feature, weight] of part.features) {
        if (own.has(feature)) continue
        own.add(feature)
        total += weight
        if (wanted.has(feature)) shared += weight
      }
      // A long sentence has more of everything.
      const score = shared / total
      if (score > best.score) best = { from, to: part.to, score }
      if (endMark.test(part.text)) break
    }
  }
  return best.score > 0 ? { from: best.from, to: best.to } : null
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

/** Returns the features of a text, its figures among them, with the weight of each. */
function weighFeatures(text: string): Map<string, number> {
  const figures = text.normalize('NFKC').match(digits) ?? []
  return new Map([
    ...[...listFeatures(text)].map((feature) => [feature, 1] as const),
    ...figures.map((figure) => [`=${figure}`, figureWeight] as const),
  ])
}

/** Returns the sentences of a text, Thai ones at their spaces. */
function cutParts(text: string): Part[] {
  const starts = [...sentences.segment(text)].flatMap(({ segment, index }) => [
    index,
    ...[...segment.matchAll(thaiSpace)].map((space) => index + space.index),
  ])
  const parts = starts.map((start, index) => {
    const part = text.slice(start, starts[index + 1])
    const from = start + part.length - part.trimStart().length
    return { from, to: from + part.trim().length, text: part.trim() }
  })
  return parts.filter((part) => part.text !== '')
}
