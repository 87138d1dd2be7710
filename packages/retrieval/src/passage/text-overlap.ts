// How much of a text is found again in another one: for texts that were cut or extracted in another way since.

/** Of an expected text, the share that the same text has at least after it was cut or extracted again. */
export const sameTextShare = 0.6

/** Of two long English texts, two thirds of the pairs of letters are the same; of four letters in a row, a fifth at most. */
const gramLength = 4

/** Returns what stands four characters long in a text in NFKC and small letters, without its spaces and punctuation; all of a shorter text. */
export function listGrams(text: string): Set<string> {
  const characters = Array.from(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ''),
  )
  if (characters.length === 0) return new Set()
  const last = Math.max(0, characters.length - gramLength)
  return new Set(Array.from({ length: last + 1 }, (_, from) => characters.slice(from, from + gramLength).join('')))
}

/** Returns the share of the expected grams that are found, from 0 to 1; 0 when none is expected. */
export function computeOverlap(expected: ReadonlySet<string>, found: ReadonlySet<string>): number {
  if (expected.size === 0) return 0
  let common = 0
  for (const gram of expected) if (found.has(gram)) common += 1
  return common / expected.size
}
