// Wordings of questions that a question is compared with: by the words that both have, or by their vectors.
import { computeCosine } from '../vectors.ts'
import { stemEnglish } from '../terms/english-stem.ts'
import { foldTerms } from '../terms/folding-terms.ts'
import { lexicalTerms } from '../terms/lexical-terms.ts'
import { dictionary, ideographic } from '@heddle/text/language/unspaced-scripts'

export type Wording = {
  /** What it is a wording of. */
  readonly owner: number
  readonly text: string
  /** What texts are compared by that are the same but for case, width and the like. */
  readonly key: string
  /** Of length 1; null where wordings have none. */
  readonly vector: Float32Array | null
}

export type WordingIndex = {
  readonly wordings: readonly Wording[]
  readonly byKey: ReadonlyMap<string, readonly number[]>
  /** By term, the numbers of the wordings that have it. */
  readonly postings: ReadonlyMap<string, readonly number[]>
  /** By wording, the weights of its terms together. */
  readonly weights: Float64Array
}

export type NearWording = { readonly wording: number; readonly score: number }

const spacedWords = new RegExp(`[[\\p{L}\\p{M}\\p{N}]--[${ideographic}${dictionary}]]+`, 'gv')
/** Between the words of a pair; no other term has it. */
const pairSeparator = ' '

/**
 * Returns the names of the terms of a text, and the pairs of neighboring words of scripts with spaces: “from tex to den” is another question
 * than “from den to tex”. Stop words are among them: “when” asks for another answer than “where”, and “not” too.
 */
export function listTerms(text: string): readonly string[] {
  const words = (foldTerms(text).match(spacedWords) ?? []).map((word) => (/^[a-z]+$/.test(word) ? stemEnglish(word) : word))
  const pairs = words.slice(1).map((word, at) => `${words[at]}${pairSeparator}${word}`)
  return [...new Set([...lexicalTerms(text).keys(), ...pairs])]
}

/** Returns the index of some wordings. `terms` are those of each by `listTerms`. */
export function createWordingIndex(wordings: readonly Wording[], terms: readonly (readonly string[])[]): WordingIndex {
  const postings = new Map<string, number[]>()
  const byKey = new Map<string, number[]>()
  for (const [number, { key }] of wordings.entries()) {
    addTo(byKey, key, number)
    for (const term of terms[number] ?? []) addTo(postings, term, number)
  }
  const weights = Float64Array.from(terms, (own) => sumWeights(own, postings, wordings.length))
  return { wordings, byKey, postings, weights }
}

function addTo<Key>(lists: Map<Key, number[]>, key: Key, number: number) {
  const known = lists.get(key)
  if (known) known.push(number)
  else lists.set(key, [number])
}

/** A pair is of words that are terms themselves. */
const pairShare = 0.25

/** A term that few wordings have says more of a question; one that none has, most. */
const weigh = (term: string, wordings: number, withTerm: number) =>
  Math.log(1 + wordings / Math.max(withTerm, 0.5)) * (term.includes(pairSeparator) ? pairShare : 1)

const sumWeights = (terms: readonly string[], postings: WordingIndex['postings'], wordings: number) =>
  terms.reduce((sum, term) => sum + weigh(term, wordings, postings.get(term)?.length ?? 0), 0)

/**
 * Returns the wordings that share a word with a question, with a score from 0 to 1: the weight of the shared terms among those of both
 * (Dice, with weights log(1 + N/n)). Terms that more than `maxShare` of the wordings have find none by themselves.
 */
export function scoreByWords(
  { wordings, postings, weights }: Pick<WordingIndex, 'wordings' | 'postings' | 'weights'>,
  terms: readonly string[],
  maxShare = 1,
): NearWording[] {
  const own = sumWeights(terms, postings, wordings.length)
  const shared = new Map<number, number>()
  const byRarity = terms.toSorted((a, b) => (postings.get(a)?.length ?? 0) - (postings.get(b)?.length ?? 0))
  for (const term of byRarity) {
    const found = postings.get(term) ?? []
    const weight = weigh(term, wordings.length, found.length)
    const finds = found.length <= Math.max(maxShare * wordings.length, 20)
    for (const number of found) {
      const before = shared.get(number)
      if (finds || before !== undefined) shared.set(number, (before ?? 0) + weight)
    }
  }
  return Array.from(shared, ([wording, weight]) => ({ wording, score: (2 * weight) / (own + (weights[wording] ?? 0)) }))
}

/** Returns all wordings with a vector, with their cosine, 0 where it is negative. */
export const scoreByMeaning = ({ wordings }: Pick<WordingIndex, 'wordings'>, vector: Float32Array): NearWording[] =>
  wordings.flatMap(({ vector: own }, wording) => (own ? [{ wording, score: Math.min(1, Math.max(0, computeCosine(vector, own))) }] : []))

/** The highest score of a wording that is not the question itself. */
const nearestOther = 0.99

/**
 * Returns the best wording of each of the nearest owners, the best first; ties are in the order of the wordings. A wording with the key of
 * the question scores 1, and no other does.
 */
export function takeNearest(
  { wordings, byKey }: Pick<WordingIndex, 'wordings' | 'byKey'>,
  { key, scored, max }: { readonly key: string; readonly scored: readonly NearWording[]; readonly max: number },
  isTaken: (owner: number) => boolean = () => true,
): NearWording[] {
  const equal = (byKey.get(key) ?? []).map((wording) => ({ wording, score: 1 }))
  const best = new Map<number, NearWording>()
  const others = scored.map(({ wording, score }) => ({ wording, score: Math.min(score, nearestOther) }))
  for (const near of [...equal, ...others]) {
    const owner = wordings[near.wording]?.owner ?? -1
    const known = best.get(owner)
    if ((!known || near.score > known.score) && isTaken(owner)) best.set(owner, near)
  }
  return [...best.values()].toSorted((a, b) => b.score - a.score || a.wording - b.wording).slice(0, max)
}
