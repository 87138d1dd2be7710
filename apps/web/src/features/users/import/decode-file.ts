// What a spreadsheet saves as "CSV" is in whatever encoding its system has. Which one it was can only be guessed; the user sees the guess.
import type { Language } from '@heddle/contracts/languages'

/** By the names that TextDecoder knows. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'big5', 'shift_jis', 'windows-874', 'windows-1258', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

const legacyEncodings: Readonly<Record<Language, Encoding>> = {
  zhHant: 'big5',
  ja: 'shift_jis',
  th: 'windows-874',
  vi: 'windows-1258',
  en: 'windows-1252',
}

/** The encoding that the bytes seem to have: UTF-8, else UTF-16, else the one that systems in the reader's language used before. */
export function guessEncoding(bytes: Uint8Array, language: Language): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // UTF-16 without a mark is valid UTF-8 as well, full of NULs: commas and line ends give it away.
  const half = findNulPositions(bytes.subarray(0, 4_096))
  if (half) return half === 'odd' ? 'utf-16le' : 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : legacyEncodings[language]
}

function findNulPositions(bytes: Uint8Array): 'odd' | 'even' | null {
  const nuls = [0, 0]
  bytes.forEach((byte, index) => {
    if (byte === 0) nuls[index % 2]! += 1
  })
  const [even = 0, odd = 0] = nuls
  return even === odd ? null : odd > even ? 'odd' : 'even'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The text of the bytes, without the mark at its beginning. */
export const decodeFile = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes)
