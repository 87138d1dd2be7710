// Okapi BM25 over the postings of several sources, exact: S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and
// Beyond", 2009, with the inverse document frequency of Lucene, which is never negative.
import { postingBytes } from './postings.ts'
import { selectTop } from './select-top.ts'

const k1 = 1.2
const b = 0.75
/** Of a source's postings: its index, and their length. */
const headerBytes = 8

export type SearchedSources = {
  /** How many chunks each source has. */
  readonly chunkCounts: readonly number[]
  /** The lengths of the chunks of all sources, one source after the other. */
  readonly lengths: Uint16Array
}

export type QueryTerm = {
  /** How often the question has the term, times its weight. */
  readonly weight: number
  /**
   * Where the term is, as bytes, which are not taken apart before they are counted: of each source that has it the source's index and the
   * length of its postings, four bytes each, big-endian, and its postings. Sources without the term are missing.
   */
  readonly postings: Uint8Array
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
 */
export function rankByBm25({ chunkCounts, lengths }: SearchedSources, terms: readonly QueryTerm[], limit: number): LexicalHit[] {
  const offsets = new Int32Array(chunkCounts.length + 1)
  for (const [index, count] of chunkCounts.entries()) offsets[index + 1] = (offsets[index] ?? 0) + count
  const chunks = offsets[chunkCounts.length] ?? 0
  if (chunks === 0 || terms.length === 0) return []

  const index = { offsets, lengths, perLength: (k1 * b) / computeAverage(lengths) }
  const scores = new Float64Array(chunks)
  let maxScore = 0
  for (const { weight, postings } of terms) {
    const frequency = countPostings(postings)
    const factor = weight * (k1 + 1) * Math.log(1 + (chunks - frequency + 0.5) / (frequency + 0.5))
    maxScore += factor
    addScores(scores, index, postings, factor)
  }

  let source = 0
  return selectTop(scores, limit)
    .toSorted((a, other) => a - other)
    .map((found) => {
      while ((offsets[source + 1] ?? chunks) <= found) source += 1
      const score = scores[found] ?? 0
      return { source, chunk: found - (offsets[source] ?? 0), score, coverage: score / maxScore }
    })
    .toSorted((a, other) => other.score - a.score)
}

function computeAverage(lengths: Uint16Array): number {
  let sum = 0
  for (let chunk = 0; chunk < lengths.length; chunk++) sum += lengths[chunk] ?? 0
  return sum / lengths.length
}

const readUint16 = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)

const readUint32 = (bytes: Uint8Array, at: number) =>
  (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0

/** Returns how many chunks have a term. */
function countPostings(bytes: Uint8Array): number {
  let count = 0
  for (let at = 0; at < bytes.length;) {
    const length = readUint32(bytes, at + 4)
    count += length / postingBytes
    at += headerBytes + length
  }
  return count
}

type LengthIndex = {
  readonly offsets: Int32Array
  readonly lengths: Uint16Array
  /** What a term of a chunk adds to the denominator. */
  readonly perLength: number
}

function addScores(scores: Float64Array, { offsets, lengths, perLength }: LengthIndex, bytes: Uint8Array, factor: number) {
  for (let at = 0; at < bytes.length;) {
    const offset = offsets[readUint32(bytes, at)] ?? 0
    const end = at + headerBytes + readUint32(bytes, at + 4)
    for (at += headerBytes; at < end; at += postingBytes) {
      const chunk = offset + readUint16(bytes, at)
      const frequency = bytes[at + 2] ?? 0
      const norm = k1 * (1 - b) + perLength * (lengths[chunk] ?? 0)
      scores[chunk] = (scores[chunk] ?? 0) + (factor * frequency) / (frequency + norm)
    }
  }
}
