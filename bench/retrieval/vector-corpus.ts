// Vectors for the measurement: real ones from a file, and made ones around them.
import { readFileSync } from 'node:fs'
import { computeMean } from '@heddle/retrieval/sign-bits'
import { computeCosine, decodeVector, toUnitVectors } from '@heddle/retrieval/vectors'
import { type Dice, createDice, rollNormal } from './dice.ts'

/** Of multilingual-e5-small. */
const dimensions = 384
const neighbors = 10
/** The share of a made vector's variance around its two real ones that is noise. */
const noise = 0.1
/** Real vectors whose random combination is the noise. */
const combined = 16
/** Topics of the made vectors where there are no real ones. */
const topics = 2_000

const toUnit = (vectors: readonly Float32Array[]) => vectors.flatMap((vector) => toUnitVectors([[...vector]], { count: 1, dimensions }))

/** Returns the vectors of a file of float32, little-endian, one after the other. */
export function readVectors(path: string): Float32Array[] {
  const bytes = readFileSync(path)
  const count = Math.floor(bytes.length / (dimensions * 4))
  return toUnit(
    Array.from({ length: count }, (_, index) => decodeVector(bytes.subarray(index * dimensions * 4, (index + 1) * dimensions * 4))),
  )
}

/**
 * Returns vectors that only resemble embeddings: `topics` random directions on a common one that all of them mostly point to, so that the
 * cosine of two is about 0.8.
 */
export function makeTopics(): Float32Array[] {
  const dice = createDice(3)
  const common = Float32Array.from({ length: dimensions }, () => rollNormal(dice))
  return toUnit(Array.from({ length: topics }, () => common.map((number) => number + 0.5 * rollNormal(dice))))
}

/**
 * Returns `count` vectors: the given ones, and others between one of them and one of its nearest ten (as N. V. Chawla and others, "SMOTE", 2002) plus noise with the covariance of all: a random combination of them less their mean.
 */
export function enlarge(real: readonly Float32Array[], count: number): Float32Array[] {
  const dice = createDice(4)
  const mean = computeMean(real)
  const nearest = real.map((vector) => findNearest(real, vector))
  const made = Array.from({ length: Math.max(0, count - real.length) }, () => makeBetween(real, nearest, mean, dice))
  return [...real.slice(0, count), ...toUnit(made)]
}

function findNearest(vectors: readonly Float32Array[], vector: Float32Array): Float32Array[] {
  const top: { other: Float32Array; cosine: number }[] = []
  for (const other of vectors) {
    const cosine = other === vector ? -1 : computeCosine(vector, other)
    if (top.length === neighbors && cosine <= (top.at(-1)?.cosine ?? 0)) continue
    top.push({ other, cosine })
    top.sort((a, b) => b.cosine - a.cosine)
    top.length = Math.min(top.length, neighbors)
  }
  return top.map(({ other }) => other)
}

function makeBetween(real: readonly Float32Array[], nearest: readonly (readonly Float32Array[])[], mean: Float32Array, dice: Dice) {
  const first = Math.floor(dice() * real.length)
  const [a, b] = [real[first], nearest[first]?.[Math.floor(dice() * neighbors)]]
  if (!a || !b) throw new Error('There are too few vectors')
  const part = dice()
  const made = a.map((number, index) => number + part * ((b[index] ?? 0) - number))
  for (let pick = 0; pick < combined; pick++) {
    const other = real[Math.floor(dice() * real.length)] ?? a
    const factor = rollNormal(dice) * Math.sqrt(noise / combined)
    for (let index = 0; index < dimensions; index++) {
      made[index] = (made[index] ?? 0) + factor * ((other[index] ?? 0) - (mean[index] ?? 0))
    }
  }
  return made
}
