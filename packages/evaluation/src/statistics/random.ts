// Numbers that look random and are the same on every machine, so that a comparison says the same each time that it is opened.

/** Returns the next number of a sequence, at least 0 and below 1. */
export type Random = () => number

const golden = 0x9e3779b9
const range = 2 ** 32

/** Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, with the 32-bit finalizer of MurmurHash3. */
function spreadSeed(seed: number): Uint32Array {
  return Uint32Array.from({ length: 4 }, (_, index) => {
    let mixed = (seed + Math.imul(golden, index + 1)) >>> 0
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return mixed ^ (mixed >>> 16)
  })
}

/**
 * Returns the integers of xoshiro128**, from 0 to 2³² − 1: D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators", ACM
 * Transactions on Mathematical Software 47, 2021.
 *
 * @param state four integers, not all of them 0
 */
export function createIntegers(state: ArrayLike<number>): () => number {
  let [a, b, c, d] = [state[0] ?? 0, state[1] ?? 0, state[2] ?? 0, state[3] ?? 0]
  return () => {
    const scrambled = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotate(d, 11)
    return scrambled
  }
}

const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits))

/** Returns the sequence of a seed, which is an integer. */
export function createRandom(seed: number): Random {
  const next = createIntegers(spreadSeed(seed))
  return () => next() / range
}
