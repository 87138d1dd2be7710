// Vectors as one bit a dimension, for a first selection by Hamming distance: random hyperplanes (M. Charikar, "Similarity estimation
// techniques from rounding algorithms", 2002) that are the axes, moved to the mean of the vectors. Embeddings of one model mostly point one
// way; without the mean their bits hardly differ.

/** Returns the mean of vectors of the same dimensions. Throws a RangeError for none. */
export function computeMean(vectors: readonly Float32Array[]): Float32Array {
  const sums = new Float64Array(vectors[0]?.length ?? 0)
  if (sums.length === 0) throw new RangeError('There is no mean of no vectors')
  for (const vector of vectors) for (let index = 0; index < sums.length; index++) sums[index] = (sums[index] ?? 0) + (vector[index] ?? 0)
  return Float32Array.from(sums, (sum) => sum / vectors.length)
}

/** Returns the signs of a vector less the mean as a bit string of PostgreSQL, `1` where the vector is above the mean. */
export function computeSignBits(vector: Float32Array, mean: Float32Array): string {
  let bits = ''
  for (let index = 0; index < vector.length; index++) bits += (vector[index] ?? 0) > (mean[index] ?? 0) ? '1' : '0'
  return bits
}

/**
 * Returns a function that estimates how near a vector is to a question, given its sign bits as bytes, the first bit the highest of the first
 * byte: the sum of the components of the question less the mean where the vector is above the mean. It tells more than the distance of two bit
 * strings, as it knows how far the question is from the mean (A. Gordo, F. Perronnin, Y. Gong and S. Lazebnik, "Asymmetric Distances for
 * Binary Embeddings", 2014). Only the order of the results of one function means something.
 */
export function createSignEstimate(centered: Float32Array): (bits: Uint8Array) => number {
  const bytes = Math.ceil(centered.length / 8)
  // Of each byte that the bits may have at a position: what its set bits add.
  const sums = new Float32Array(bytes * 256)
  for (let at = 0; at < bytes; at++) {
    for (let byte = 1; byte < 256; byte++) {
      const lowest = 31 - Math.clz32(byte & -byte)
      sums[at * 256 + byte] = (sums[at * 256 + (byte & (byte - 1))] ?? 0) + (centered[at * 8 + 7 - lowest] ?? 0)
    }
  }
  return (bits) => {
    let sum = 0
    for (let at = 0; at < bytes; at++) sum += sums[at * 256 + (bits[at] ?? 0)] ?? 0
    return sum
  }
}
