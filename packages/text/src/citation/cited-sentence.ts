import { listFeatures } from '../language/text-features.ts'

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })
/** Thai has no mark at the end of a sentence: a space between two letters may be one, and parts what is said. */
const thaiSpace = /(?<=[\u0e00-\u0e7f]) +(?=[\u0e00-\u0e7f])/g
/** Such parts that one statement is compared with together. */
const maxThaiParts = 4

const digits = /\d+(?:[.,]\d+)*/g

/** How much more a figure says than a word. */
const figureWeight = 3

/**
 * Returns the sentence of a passage that is most like a statement, as characters `from` to `to` (excluded); null when none is. Between
 * two languages only the figures and names are alike.
 */
export function findCitedSentence(passage: string, statement: string): { readonly from: number; readonly to: number } | null {
  const wanted = listFeatures(statement)
  const figures = new Set(statement.normalize('NFKC').match(digits))
  let best = { from: 0, to: 0, score: 0 }
  for (const { segment, index } of cutSentences(passage)) {
    const text = segment.trim()
    if (text === '') continue
    const shared = [...listFeatures(text)].filter((feature) => wanted.has(feature)).length
    const sharedFigures = new Set(
      text
        .normalize('NFKC')
        .match(digits)
        ?.filter((figure) => figures.has(figure)),
    ).size
    // A long sentence has more of everything.
    const score = (shared + sharedFigures * figureWeight) / Math.sqrt(text.length + 20)
    const from = index + segment.indexOf(text)
    if (score > best.score) best = { from, to: from + text.length, score }
  }
  return best.score > 0 ? { from: best.from, to: best.to } : null
}

/** Yields the sentences of a text; of Thai ones what one, two or more spaces in them part. */
function* cutSentences(text: string): Generator<{ readonly segment: string; readonly index: number }> {
  for (const { segment, index } of sentences.segment(text)) {
    const ends = [...segment.matchAll(thaiSpace)].map((space) => space.index)
    const starts = [0, ...ends]
    for (const [part, from] of starts.entries())
      for (const to of [...ends, segment.length].slice(part, part + maxThaiParts))
        yield { segment: segment.slice(from, to), index: index + from }
  }
}
