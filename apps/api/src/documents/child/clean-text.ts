// Normalizes extracted text for storage: well-formed Unicode, NFC, real letters instead of their look-alikes.

/**
 * Radicals that PDFs use instead of the ideographs they look like, ligatures, and half-width katakana. NFKC for the whole text would
 * turn 10² into 102 and decompose Thai's sara am.
 */
const compatibilityLetters = /[\u2e80-\u2fd5\ufb00-\ufb06\uff61-\uff9f]+/g

/** Radicals without a compatibility mapping, and the ideographs that EquivalentUnifiedIdeograph.txt of Unicode gives for them. */
const radicals = '⺝⺠⺩⺬⺮⺶⺼⻁⻄⻅⻆⻉⻋⻑⻓⻔⻗⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻨⻩⻫⻬⻭⻮⻯⻰⻱⻲'
const ideographs = '月民王示竹羊肉虎西见角贝车長长门雨青韦页风飞食马骨鬼鱼鸟麦黄斉齐歯齿竜龙龜亀'

const unifyRadicals = (letters: string) =>
  letters.replaceAll(/[\u2e80-\u2ef3]/g, (radical) => ideographs[radicals.indexOf(radical)] ?? radical)

/** Sara am as PDFs draw it, in two characters with an optional tone mark between them. */
const dividedSaraAm = /\u0e4d([\u0e48-\u0e4b]?)\u0e32/g

export function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll('\0', '')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(compatibilityLetters, (letters) => unifyRadicals(letters.normalize('NFKC')))
      .replaceAll(dividedSaraAm, '$1\u0e33')
      // The look-behind lets the match start at the first blank only; trying each of a million blanks would take hours.
      .replaceAll(/(?<![^\S\n])[^\S\n]+\n/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .normalize('NFC')
      .trim()
  )
}
