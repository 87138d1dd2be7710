// Vectors by feature hashing: texts that share words, parts of words or textile terms are near each other, in five languages.
import { createHash } from 'node:crypto'
import { findConcepts } from './textile-concepts.ts'

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** A term of the dictionary says more than a word, and a word more than a part of one. */
const weights = { concept: 3, word: 1, part: 0.3 }
/** Characters that a part of a word has, in scripts with and without spaces. */
const partLength = { spaced: 3, unspaced: 2 }

/** Returns a unit vector. `variant` stands for another model: its vectors have nothing in common with those of the others. */
export function embedText(text: string, dimensions: number, variant = 0): Float32Array<ArrayBuffer> {
  const vector = new Float32Array(dimensions)
  const add = (feature: string, weight: number) => addFeature(vector, `${variant}/${feature}`, weight)
  const folded = text.normalize('NFKC').toLowerCase()
  for (const concept of findConcepts(folded)) add(`concept/${concept}`, weights.concept)
  for (const { segment, isWordLike } of words.segment(folded)) {
    if (!isWordLike) continue
    add(segment, weights.word)
    for (const part of listParts(segment)) add(`part/${part}`, weights.part)
  }
  const length = Math.hypot(...vector)
  if (length > 0) return vector.map((value) => value / length)
  vector[0] = 1
  return vector
}

function listParts(word: string): string[] {
  const characters = Array.from(word)
  const length = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)
    ? partLength.unspaced
    : partLength.spaced
  return characters.slice(length - 1).map((_, index) => characters.slice(index, index + length).join(''))
}

/** Adds to four components that the hash of the feature chooses. */
function addFeature(vector: Float32Array, feature: string, weight: number) {
  const hash = createHash('sha256').update(feature).digest()
  for (const offset of [0, 8, 16, 24]) {
    const index = hash.readUInt32LE(offset) % vector.length
    vector[index] = (vector[index] ?? 0) + (hash.readUInt8(offset + 4) % 2 === 0 ? weight : -weight)
  }
}
