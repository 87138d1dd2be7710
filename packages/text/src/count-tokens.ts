import { createRequire } from 'node:module'

type Encoding = Pick<typeof import('gpt-tokenizer/encoding/o200k_base'), 'countTokens'>

// gpt-tokenizer is quadratic on long runs without a word boundary, as Thai, Chinese or a pasted key has: three times slower at 2,000.
const maxPieceCharacters = 500
/** Text is data: `<|endoftext|>` in a question counts as the characters it is written with. */
const asPlainText = { disallowedSpecial: new Set<string>() }

let loaded: Encoding | undefined

/**
 * Returns how many tokens a text has in OpenAI's o200k encoding; for other models it is an estimate.
 * Counted in pieces of up to 500 characters, which end before a space where there is one; a text without spaces may have a token too
 * many for every piece.
 * The first call reads the encoding (about 0.15 s and 60 MB): it is not loaded before it is needed.
 */
export function countTokens(text: string): number {
  loaded ??= createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Encoding
  let tokens = 0
  let from = 0
  while (from < text.length) {
    const to = endOfPiece(text, from)
    tokens += loaded.countTokens(text.slice(from, to), asPlainText)
    from = to
  }
  return tokens
}

/** Returns about how many tokens a text has, rather too many: a third of its bytes in UTF-8. Costs nothing, and loads nothing. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3)

function endOfPiece(text: string, from: number): number {
  const end = from + maxPieceCharacters
  if (end >= text.length) return text.length
  // A token begins with its space, so that a cut before one splits none.
  const space = text.slice(from, end + 1).lastIndexOf(' ')
  if (space > maxPieceCharacters / 2) return from + space
  const splitsPair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800
  return splitsPair ? end - 1 : end
}
