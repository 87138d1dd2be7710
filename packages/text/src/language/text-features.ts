// What a text is told by, so that a question finds the passages that it is about: nothing is loaded, learned or random.

import { dictionary, ideographic } from './unspaced-scripts.ts'

/** Their words cannot be told by looking. */
const unspaced = ideographic + dictionary
const runs = new RegExp(`[${unspaced}]+|[[\\p{L}\\p{M}\\p{N}]--[${unspaced}]]+`, 'gv')
const isUnspaced = new RegExp(`^[${unspaced}]`, 'v')

/**
 * Returns what a text is told by, in NFKC and small letters: its words, and pairs of characters where words are not parted by
 * spaces.
 */
export function listFeatures(text: string): Set<string> {
  const features = new Set<string>()
  for (const [run] of text.normalize('NFKC').toLowerCase().matchAll(runs)) {
    const characters = isUnspaced.test(run) ? Array.from(run) : []
    const own = characters.length < 2 ? [run] : characters.slice(1).map((character, index) => (characters[index] ?? '') + character)
    for (const feature of own) features.add(feature)
  }
  return features
}
