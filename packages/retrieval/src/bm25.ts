// Okapi BM25 over the postings of several sources, exact: S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and
// Beyond", 2009, with the inverse document frequency of Lucene, which is never negative.
import { postingBytes } from './postings.ts'
import { selectTop } from './select-top.ts'

const k1 = 1.2
const b = 0.75

export type QueryTerm = {
  /** How often the question has the term, times its weight. */
  readonly weight: number
  /** Where the term is: the index of a source, and the bytes of the postings that it has there. Sources without it are missing. */
  readonly postings: readonly { readonly source: number; readonly bytes: Uint8Array }[]
}

export type LexicalHit = {
  readonly source: number
  readonly chunk: number
  readonly score: number
  /** The score as a share of what a chunk with all terms of the question, each without end, would have. */
  readonly coverage: number
}

/**
 * Returns the best chunks, at most `limit`, the best one first; of equal ones that of the source and chunk with the lower number.
 *
 * The score of a chunk is the sum over the question's terms of `weight · idf · tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / average))`
 * with `idf = ln(1 + (N − df + 0.5) / (df + 0.5))`, k1 = 1.2 and b = 0.75. N, the average length and df are those of the given sources
 * alone, so that what else is stored changes no score.
 *
 * @param sources the lengths of each source's chunks, in terms (`decodeLengths`)
 */
export function rankByBm25(sources: readonly Uint16Array[], terms: readonly QueryTerm[], limit: number): LexicalHit[] {
  const offsets = new Int32Array(sources.length + 1)
  let sum = 0
  for (const [index, lengths] of sources.entries()) {
    offsets[index + 1] = (offsets[index] ?? 0) + lengths.length
    for (const length of lengths) sum += length
  }
  const chunks = offsets[sources.length] ?? 0
  if (chunks === 0) return []

  const norms = new Float64Array(chunks)
  const average = sum / chunks
  for (const [index, lengths] of sources.entries()) {
    const offset = offsets[index] ?? 0
    for (let chunk = 0; chunk < lengths.length; chunk++) norms[offset + chunk] = k1 * (1 - b + (b * (lengths[chunk] ?? 0)) / average)
  }

  const scores = new Float64Array(chunks)
  let maxScore = 0
  for (const { weight, postings } of terms) {
    const frequency = postings.reduce((total, { bytes }) => total + bytes.length / postingBytes, 0)
    const factor = weight * (k1 + 1) * Math.log(1 + (chunks - frequency + 0.5) / (frequency + 0.5))
    maxScore += factor
    for (const { source, bytes } of postings) addScores(scores, norms, offsets[source] ?? 0, bytes, factor)
  }

  let source = 0
  return selectTop(scores, limit)
    .toSorted((a, other) => a - other)
    .map((index) => {
      while ((offsets[source + 1] ?? chunks) <= index) source += 1
      const score = scores[index] ?? 0
      return { source, chunk: index - (offsets[source] ?? 0), score, coverage: score / maxScore }
    })
    .toSorted((a, other) => other.score - a.score)
}

function addScores(scores: Float64Array, norms: Float64Array, offset: number, bytes: Uint8Array, factor: number) {
  for (let at = 0; at < bytes.length; at += postingBytes) {
    const index = offset + ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8))
    const frequency = bytes[at + 2] ?? 0
    scores[index] = (scores[index] ?? 0) + (factor * frequency) / (frequency + (norms[index] ?? 0))
  }
}
