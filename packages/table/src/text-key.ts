// The key that texts are compared by. It is stored beside each text of a typed table, since folding at query time is a scan.
import { foldTerms } from '@heddle/retrieval/terms/folding-terms'
import { toSimplifiedCharacter } from '@heddle/text/language/simplified-characters'

/** A text whose letters fold to their small ones, and nothing else: without a power or the slash of a standard. */
const isPlain = /^[ -.0-\]_-~]*$/

/**
 * Returns the key of a text. Two texts are the same value when their keys are equal: case, width, invisible characters, ways to type
 * Thai and Vietnamese, hiragana and katakana, Traditional and Simplified characters and runs of spaces make no difference.
 */
export const toTextKey = (text: string): string => {
  const folded = isPlain.test(text) ? text.toLowerCase() : Array.from(foldTerms(text), toSimplifiedCharacter).join('')
  return folded.replaceAll(/\s+/gu, ' ').trim()
}
