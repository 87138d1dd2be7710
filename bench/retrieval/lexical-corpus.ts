// Made chunks whose terms are distributed as those of a natural language.
import { createDice, type Dice } from './dice.ts'

const vocabulary = 300_000
/** Of Zipf's law as B. Mandelbrot has it: the term of a rank has a share in proportion to 1 / (rank + shift) ^ exponent. */
const shift = 2.7
const exponent = 1.05
const minLength = 120
const maxLength = 320

export type LexicalCorpus = {
  /** The ranks of the terms of all chunks, one chunk after the other. */
  readonly terms: Uint32Array
  /** Where each chunk begins in `terms`, and where the last one ends. */
  readonly offsets: Uint32Array
}

/** Writes `chunks` chunks of 120 to 320 terms, on average 220. */
export function writeCorpus(chunks: number): LexicalCorpus {
  const dice = createDice(1)
  const cumulative = new Float64Array(vocabulary)
  let sum = 0
  for (let rank = 0; rank < vocabulary; rank++) {
    sum += 1 / (rank + 1 + shift) ** exponent
    cumulative[rank] = sum
  }
  const rollTerm = () => {
    const target = dice() * sum
    let [low, high] = [0, vocabulary - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((cumulative[middle] ?? 0) < target) low = middle + 1
      else high = middle
    }
    return low
  }
  const offsets = new Uint32Array(chunks + 1)
  for (let chunk = 0; chunk < chunks; chunk++) {
    offsets[chunk + 1] = (offsets[chunk] ?? 0) + minLength + Math.floor(dice() * (maxLength - minLength + 1))
  }
  return { terms: new Uint32Array(offsets[chunks] ?? 0).map(rollTerm), offsets }
}

/** Returns questions of terms by their ranks: common, middle and rare ones as in a sentence, or all common. */
export function writeQuestions(dice: Dice, count: number, kind: 'typical' | 'common'): readonly (readonly number[])[] {
  const between = (from: number, to: number) => Math.floor(from + dice() * (to - from))
  return Array.from({ length: count }, () => {
    const terms = new Set<number>()
    const add = (size: number, from: number, to: number) => {
      while (terms.size < size) terms.add(between(from, to))
    }
    if (kind === 'common') {
      add(6, 0, 50)
    } else {
      add(3, 10, 200)
      add(6, 1_000, 10_000)
      add(8, 20_000, 100_000)
    }
    return [...terms]
  })
}
