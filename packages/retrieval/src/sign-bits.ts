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
