// Characters of private use that programs write into PDF files and whose meaning is known.
import { decodeSymbols } from '../office/symbols.ts'

const privateUse = /[\ue000-\uf8ff]/
/** Rows in which Windows keeps the characters of symbol fonts. */
export const symbolCode = /[\uf020-\uf0ff]/
const symbolCodes = /[\uf020-\uf0ff]+/g

/** Adobe's names of old-style figures, small capitals and their accents, at 0xF700 above the letter that they are. */
const smallLetter = /[\uf721-\uf77a\uf7a1-\uf7ff]/g
/** From U+F8E5: pieces of brackets and signs of Adobe's Symbol font. */
const pieces = '‾⏐⎯®©™⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭'
const ideographs = /\p{Script=Han}/u

/** Returns the text with known characters in the place of private ones. */
export function decodeGlyphs(text: string, fontName: string): string {
  if (!privateUse.test(text)) return text
  const decoded = text.replaceAll(symbolCodes, (codes) => decodeSymbols(codes, toSymbolFont(fontName)))
  // Chinese files have other characters there.
  const named = ideographs.test(decoded)
    ? decoded
    : decoded
        .replaceAll(smallLetter, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xf7_00))
        .replaceAll(/[\uf8e5-\uf8fe]/g, (piece) => pieces[piece.charCodeAt(0) - 0xf8_e5] ?? piece)
  // Bullets of other symbol fonts.
  return named.replaceAll(/[\uf0a7\uf0b7]/g, '•')
}

function toSymbolFont(name: string): string | undefined {
  if (/wingdings\W?2/i.test(name)) return 'Wingdings 2'
  if (/wingdings/i.test(name)) return 'Wingdings'
  return /symbol(?!a)/i.test(name) ? 'Symbol' : undefined
}
