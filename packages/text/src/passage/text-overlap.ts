// How much of a text is found again in another one: for texts that were cut or extracted in another way since.

/** Of an expected text, the share that the same text has at least after it was cut or extracted again. */
export const sameTextShare = 0.6

/** Returns the pairs of neighboring characters of a text in NFKC and small letters, without its spaces and punctuation. */
export function listBigrams(text: string): Set<string> {
  const characters = Array.from(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ''),
  )
  if (characters.length < 2) return new Set(characters)
  return new Set(characters.slice(1).map((character, index) => (characters[index] ?? '') + character))
}

/** Returns the share of the expected bigrams that are found, from 0 to 1; 0 when none is expected. */
export function computeOverlap(expected: ReadonlySet<string>, found: ReadonlySet<string>): number {
  if (expected.size === 0) return 0
  let common = 0
  for (const bigram of expected) if (found.has(bigram)) common += 1
  return common / expected.size
}
