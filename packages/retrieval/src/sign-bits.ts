// Vectors as one bit a dimension, for a first selection: random hyperplanes (M. Charikar, "Similarity estimation techniques from rounding
// algorithms", 2002) that are the axes, moved to the mean of the vectors. Embeddings of one model mostly point one way; without the mean
// their bits hardly differ. The bits of neighboring chunks are stored as one block: a database takes longer for a row than for what is in it.
import { selectTop } from './select-top.ts'

/** The chunks of a source whose numbers belong to one block: 0 to 49, 50 to 99 … With 1,024 dimensions, a block is still one page's row. */
export const blockChunks = 50
/** Bytes of a chunk's number before its bits, big-endian: a source has at most 65,536 chunks. */
const numberBytes = 2

/** Returns the number of the block that the bits of a chunk belong to. */
export const toBlock = (chunk: number): number => Math.floor(chunk / blockChunks)

/** Returns the mean of vectors of the same dimensions. Throws a RangeError for none. */
export function computeMean(vectors: readonly Float32Array[]): Float32Array {
  const sums = new Float64Array(vectors[0]?.length ?? 0)
  if (sums.length === 0) throw new RangeError('There is no mean of no vectors')
  for (const vector of vectors) for (let index = 0; index < sums.length; index++) sums[index] = (sums[index] ?? 0) + (vector[index] ?? 0)
  return Float32Array.from(sums, (sum) => sum / vectors.length)
}

/**
 * Returns the bytes of a block: of each chunk its number and the signs of its vector less the mean, one bit a dimension, 1 where the vector
 * is above the mean, the first dimension the highest bit of the first byte.
 *
 * @param chunks of one block and one number of dimensions
 */
export function encodeBlock(chunks: readonly { readonly number: number; readonly vector: Float32Array }[], mean: Float32Array): Uint8Array {
  const recordBytes = numberBytes + Math.ceil(mean.length / 8)
  const bytes = new Uint8Array(chunks.length * recordBytes)
  for (const [index, { number, vector }] of chunks.entries()) {
    const from = index * recordBytes
    bytes[from] = number >> 8
    bytes[from + 1] = number & 0xff
    for (let at = 0; at < vector.length; at++) {
      const byte = from + numberBytes + (at >> 3)
      if ((vector[at] ?? 0) > (mean[at] ?? 0)) bytes[byte] = (bytes[byte] ?? 0) | (0x80 >> (at & 7))
    }
  }
  return bytes
}

export type NearSigns = {
  /** The index of the run of blocks. */
  readonly run: number
  /** The number of the chunk. */
  readonly chunk: number
}

/**
 * Returns the chunks that are probably nearest to a question, at most `limit`, in their order. The estimate is the sum of the components of the
 * question less the mean where the vector is above the mean. It tells more than the distance of two bit strings, as it knows how far the
 * question is from the mean (A. Gordo, F. Perronnin, Y. Gong and S. Lazebnik, "Asymmetric Distances for Binary Embeddings", 2014).
 *
 * @param runs of blocks of `encodeBlock`, one block after the other
 * @param centered the question less the mean
 */
export function selectBySigns(runs: readonly Uint8Array[], centered: Float32Array, limit: number): NearSigns[] {
  const bitBytes = Math.ceil(centered.length / 8)
  const recordBytes = numberBytes + bitBytes
  const counts = runs.map(({ length }) => Math.floor(length / recordBytes))
  const sums = sumBytes(centered)
  const scores = new Float64Array(counts.reduce((total, count) => total + count, 0))
  let index = 0
  for (const bytes of runs) {
    for (let from = numberBytes; from + bitBytes <= bytes.length; from += recordBytes) {
      // Two sums, as one addition would wait for the other. Of an odd number of bytes, the last one is followed by a table of zeros.
      let even = 0
      let odd = 0
      for (let byte = 0; byte < bitBytes; byte += 2) {
        even += sums[byte * 256 + (bytes[from + byte] ?? 0)] ?? 0
        odd += sums[byte * 256 + 256 + (bytes[from + byte + 1] ?? 0)] ?? 0
      }
      scores[index] = even + odd
      index += 1
    }
  }

  let [run, first] = [0, 0]
  return selectTop(scores, limit, Number.NEGATIVE_INFINITY)
    .toSorted((a, b) => a - b)
    .map((found) => {
      for (let count = counts[run] ?? 0; first + count <= found; count = counts[run] ?? 0) {
        first += count
        run += 1
      }
      const from = (found - first) * recordBytes
      return { run, chunk: ((runs[run]?.[from] ?? 0) << 8) | (runs[run]?.[from + 1] ?? 0) }
    })
}

/** Returns of each byte that the bits may have at a position what its set bits add, 256 a position, and 256 zeros. */
function sumBytes(centered: Float32Array): Float32Array {
  const bytes = Math.ceil(centered.length / 8)
  const sums = new Float32Array((bytes + 1) * 256)
  for (let at = 0; at < bytes; at++) {
    for (let byte = 1; byte < 256; byte++) {
      const lowest = 31 - Math.clz32(byte & -byte)
      sums[at * 256 + byte] = (sums[at * 256 + (byte & (byte - 1))] ?? 0) + (centered[at * 8 + 7 - lowest] ?? 0)
    }
  }
  return sums
}
