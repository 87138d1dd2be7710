import { describe, expect, test } from 'vitest'
import { decodeFile, guessFileEncoding } from './decode-file.ts'

const encodeUtf16 = (text: string, isLittle: boolean, mark = false) => {
  const marked = mark ? `\uFEFF${text}` : text
  const units = Array.from(marked, (character) => character.charCodeAt(0))
  return Uint8Array.from(units.flatMap((unit) => (isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])))
}

const cases = [
  { name: 'UTF-8', language: 'zhHant', bytes: new TextEncoder().encode('name\n王小明'), text: 'name\n王小明', encoding: 'utf-8' },
  {
    name: 'UTF-8 with its mark',
    language: 'ja',
    bytes: new TextEncoder().encode('\uFEFFname\n花子'),
    text: 'name\n花子',
    encoding: 'utf-8',
  },
  { name: 'UTF-16 with its mark', language: 'en', bytes: encodeUtf16('name\n王', true, true), text: 'name\n王', encoding: 'utf-16le' },
  { name: 'UTF-16 without a mark', language: 'en', bytes: encodeUtf16('name\n王', true), text: 'name\n王', encoding: 'utf-16le' },
  { name: 'UTF-16 the other way round', language: 'en', bytes: encodeUtf16('name\n王', false), text: 'name\n王', encoding: 'utf-16be' },
  { name: 'Big5', language: 'zhHant', bytes: Uint8Array.of(0xa4, 0xfd, 0xa4, 0x70, 0xa9, 0xfa), text: '王小明', encoding: 'big5' },
  { name: 'Shift_JIS', language: 'ja', bytes: Uint8Array.of(0x89, 0xd4, 0x8e, 0x71), text: '花子', encoding: 'shift_jis' },
  { name: 'Windows-874', language: 'th', bytes: Uint8Array.of(0xca, 0xc1, 0xaa, 0xd2, 0xc2), text: 'สมชาย', encoding: 'windows-874' },
  { name: 'Windows-1258', language: 'vi', bytes: Uint8Array.of(0xd0, 0x6f, 0xe0, 0x6e), text: 'Đoàn', encoding: 'windows-1258' },
  { name: 'Windows-1252', language: 'en', bytes: Uint8Array.of(0x52, 0x65, 0x6e, 0xe9, 0x65), text: 'Renée', encoding: 'windows-1252' },
] as const

describe('a file of unknown encoding', () => {
  test.each(cases)('is read as $name', ({ language, bytes, text, encoding }) => {
    expect(guessFileEncoding(bytes, language)).toBe(encoding)
    expect(decodeFile(bytes, encoding)).toBe(text)
  })
})
