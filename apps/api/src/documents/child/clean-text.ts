// Text as it is stored: well-formed, composed, and with letters that are letters.

/**
 * Radicals that PDFs have instead of the ideographs they look like, ligatures, and half-width katakana. Not all that NFKC
 * would replace: it makes 102 of 10², and takes Thai's sara am apart.
 */
const compatibilityLetters = /[\u2e80-\u2fd5\ufb00-\ufb06\uff61-\uff9f]+/g

/** Sara am in the two pieces in which PDFs draw it, with or without a tone mark between them. */
const dividedSaraAm = /\u0e4d([\u0e48-\u0e4b]?)\u0e32/g

export function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll('\0', '')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(compatibilityLetters, (letters) => letters.normalize('NFKC'))
      .replaceAll(dividedSaraAm, '$1\u0e33')
      // From the first of the blanks only: to try from each of a million would take hours.
      .replaceAll(/(?<![^\S\n])[^\S\n]+\n/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .normalize('NFC')
      .trim()
  )
}
