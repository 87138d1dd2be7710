// Spreadsheets save CSV in the encoding of their system, which can only be guessed; the user sees the guess and can change it.
import type { Language } from '@heddle/contracts/languages'

/** The names of TextDecoder. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'big5', 'shift_jis', 'windows-874', 'windows-1258', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

const legacyEncodings: Readonly<Record<Language, Encoding>> = {
  zhHant: 'big5',
  ja: 'shift_jis',
  th: 'windows-874',
  vi: 'windows-1258',
  en: 'windows-1252',
}

/** Returns the probable encoding: UTF-8 or UTF-16 if valid, otherwise the legacy encoding of the user's language. */
export function guessFileEncoding(bytes: Uint8Array, language: Language): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // UTF-16 without a byte order mark is also valid UTF-8, with NULs in its commas and line ends.
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

/** Returns the text of the bytes, without the byte order mark. */
export const decodeFile = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes)
