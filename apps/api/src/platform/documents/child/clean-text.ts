// Normalizes extracted text for storage: well-formed Unicode, NFC, real letters instead of their look-alikes.

/**
 * Radicals that PDFs use instead of the ideographs they look like, ligatures, punctuation of vertical writing, and half-width katakana. NFKC
 * for the whole text would turn 10² into 102 and decompose Thai's sara am.
 */
const compatibilityLetters = /[\u2e80-\u2fd5\ufb00-\ufb06\ufe10-\ufe19\ufe31-\ufe44\ufe47\ufe48\uff61-\uff9f]+/g

/** Radicals without a compatibility mapping, and the ideographs that EquivalentUnifiedIdeograph.txt of Unicode gives for them. */
const radicals = '⺝⺠⺩⺬⺮⺶⺼⻁⻄⻅⻆⻉⻋⻑⻓⻔⻗⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻨⻩⻫⻬⻭⻮⻯⻰⻱⻲'
const ideographs = '月民王示竹羊肉虎西见角贝车長长门雨青韦页风飞食马骨鬼鱼鸟麦黄斉齐歯齿竜龙龜亀'

const unifyRadicals = (letters: string) =>
  letters.replaceAll(/[\u2e80-\u2ef3]/g, (radical) => ideographs[radicals.indexOf(radical)] ?? radical)

/** Sara am as PDFs draw it, in two characters with an optional tone mark between them. */
const dividedSaraAm = /\u0e4d([\u0e48-\u0e4b]?)\u0e32/g

const thai = /[\u0e01-\u0e2e]/

/** What the glyphs U+F700 to U+F71A of old Thai fonts are: letters without their foot, and marks that stand lower or further left. */
const thaiGlyphs =
  '\u0e10\u0e34\u0e35\u0e36\u0e37\u0e48\u0e49\u0e4a\u0e4b\u0e4c\u0e48\u0e49\u0e4a\u0e4b\u0e4c\u0e0d\u0e31\u0e4d\u0e47\u0e48\u0e49\u0e4a\u0e4b\u0e4c\u0e38\u0e39\u0e3a'

/** A blank before a mark, which belongs to the letter before. */
const blankBeforeMark = /(?<=[\u0e01-\u0e2e]|[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])[ \u00a0]+(?=[\u0e31\u0e33-\u0e3a\u0e47-\u0e4e])/g
/** A blank in the place of the ring of sara am: no word begins with sara aa. */
const lostRing = /(?<=[\u0e01-\u0e2e][\u0e48-\u0e4b]?)[ \u00a0]\u0e32/g
/** The same with a tone mark, if the text has lost other rings and no mark but rings. */
const lostTonedRing = /(?<=[\u0e01-\u0e2e])[ \u00a0]([\u0e48-\u0e4b])\u0e32/g
const partedMark = /[\u0e01-\u0e2e][ \u00a0](?:[\u0e31\u0e34-\u0e3a\u0e47\u0e4c-\u0e4e]|[\u0e48-\u0e4b](?!\u0e32))/

/** A mark is written behind the vowel that it stands over. */
const markBeforeVowel = /([\u0e48-\u0e4c])([\u0e31\u0e34-\u0e39])/g

/** Joins Thai letters and marks that a file has as glyphs, apart, or in the order in which they are drawn. */
function repairThai(text: string): string {
  const letters = text.replaceAll(/[\uf700-\uf71a]/g, (glyph) => thaiGlyphs[glyph.charCodeAt(0) - 0xf7_00] ?? glyph)
  const hasLostRings = letters.search(lostRing) !== -1 && !partedMark.test(letters)
  return (hasLostRings ? letters.replaceAll(lostTonedRing, '$1\u0e33') : letters)
    .replaceAll(lostRing, '\u0e33')
    .replaceAll(blankBeforeMark, '')
    .replaceAll(markBeforeVowel, '$2$1')
    .replaceAll(dividedSaraAm, '$1\u0e33')
}

export function cleanText(source: string): string {
  const text = thai.test(source) ? repairThai(source) : source
  return (
    text
      .toWellFormed()
      .replaceAll('\0', '')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(compatibilityLetters, (letters) => unifyRadicals(letters.normalize('NFKC')))
      // The look-behind lets the match start at the first blank only; trying each of a million blanks would take hours.
      .replaceAll(/(?<![^\S\n])[^\S\n]+\n/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .normalize('NFC')
      .trim()
  )
}
