// How an answer is compared with an expected text: as the terms of a search are, token by token.
import { removeLatinMarks } from '@heddle/retrieval/terms/lexical-terms'
import { toTextKey } from '@heddle/table/text-key'
import { dictionary, ideographic } from '@heddle/text/language/unspaced-scripts'

const unspaced = ideographic + dictionary
/** A character of a script without spaces, a number with its sign and mark, or a word. */
const tokens = new RegExp(String.raw`[${unspaced}]\p{M}*|[<>≤≥±\-]?\p{Nd}+(?:[.,]\p{Nd}+)*|[[\p{L}\p{M}]--[${unspaced}]]+|[\p{N}%°]`, 'gv')

/** Returns a text as its tokens with a space around each, so that one text contains another where its tokens follow each other there. */
const toTokens = (text: string) => ` ${[...toTextKey(text).matchAll(tokens)].map(([token]) => token).join(' ')} `

/** Whether a text has the same tokens as another, punctuation and spaces aside. */
export const isSameText = (text: string, other: string): boolean => toTokens(text) === toTokens(other)

/**
 * Returns the predicate of the texts that a text contains, from one whole word to another. Width, case, Traditional and Simplified characters,
 * punctuation and spaces do not matter, nor the marks of Latin letters to what is written without any: as in a search, `vai` finds `vải`.
 */
export function createContainment(text: string): (part: string) => boolean {
  const marked = toTokens(text)
  const unmarked = removeLatinMarks(marked)
  return (part) => {
    const own = toTokens(part)
    return own.trim() !== '' && (marked.includes(own) || (own === removeLatinMarks(own) && unmarked.includes(own)))
  }
}
