// Embeddings: checked when they come from a model, stored as bytes, and compared.

/** What is wrong with the vectors that an endpoint returned. */
export type VectorProblem = 'count' | 'dimensions' | 'not_finite' | 'zero'

/** The vectors of an endpoint cannot be stored; `problem` says why. */
export class InvalidVectorsError extends Error {
  readonly problem: VectorProblem

  constructor(problem: VectorProblem, message: string) {
    super(message)
    this.name = 'InvalidVectorsError'
    this.problem = problem
  }
}

/**
 * Returns the vectors that a model made of some inputs, with length 1.
 *
 * @param expected `dimensions` is null for the first call of an index, whose vectors then only have to agree with each other
 * @throws InvalidVectorsError when there is another number of vectors than of inputs, one has other dimensions, a number that is not
 *   finite, or no direction
 */
export function toUnitVectors(
  vectors: readonly ArrayLike<number>[],
  expected: { readonly count: number; readonly dimensions: number | null },
): Float32Array[] {
  if (vectors.length !== expected.count) {
    throw new InvalidVectorsError('count', `${vectors.length} vectors came for ${expected.count} inputs`)
  }
  const dimensions = expected.dimensions ?? vectors[0]?.length ?? 0
  return vectors.map((vector, index) => {
    if (vector.length !== dimensions || dimensions === 0) {
      throw new InvalidVectorsError('dimensions', `Vector ${index} has ${vector.length} dimensions instead of ${dimensions}`)
    }
    // Float32 first: what overflows there is not finite either.
    const numbers = Float32Array.from(vector)
    if (!numbers.every(Number.isFinite)) throw new InvalidVectorsError('not_finite', `Vector ${index} has a number that is not finite`)
    const length = Math.sqrt(computeDotProduct(numbers, numbers))
    if (!(length > 0)) throw new InvalidVectorsError('zero', `Vector ${index} is zero`)
    return numbers.map((number) => number / length)
  })
}

/** Returns a vector as float32, little-endian. */
export function encodeVector(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(vector.length * 4)
  const view = new DataView(bytes.buffer)
  for (const [index, number] of vector.entries()) view.setFloat32(index * 4, number, true)
  return bytes
}

/**
 * Returns the vector that `encodeVector` made the bytes of, wherever in their buffer they begin: a Float32Array on the buffer itself would
 * refuse an offset that is no multiple of four, which a row of the database has three times out of four.
 */
export function decodeVector(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const vector = new Float32Array(bytes.byteLength / 4)
  for (let index = 0; index < vector.length; index++) vector[index] = view.getFloat32(index * 4, true)
  return vector
}

/** Returns the cosine of two unit vectors of the same dimensions, which is their dot product. */
export const computeCosine = (a: Float32Array, b: Float32Array): number => computeDotProduct(a, b)

function computeDotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}

/** Returns candidates in the order of their cosine with a question, the nearest first, at most `limit`; of equal ones in their order. */
export function rankByCosine<Candidate extends { readonly vector: Float32Array }>(
  question: Float32Array,
  candidates: readonly Candidate[],
  limit: number,
): { readonly candidate: Candidate; readonly cosine: number }[] {
  return candidates
    .map((candidate) => ({ candidate, cosine: computeCosine(question, candidate.vector) }))
    .toSorted((a, b) => b.cosine - a.cosine)
    .slice(0, limit)
}

/** Digits that a number of 16 bits keeps. */
const halfDigits = 5

/** Returns a vector as pgvector reads a `halfvec`, with the digits that its numbers of 16 bits keep. */
export const formatHalfVector = (vector: Float32Array): string =>
  `[${Array.from(vector, (number) => number.toPrecision(halfDigits)).join()}]`
