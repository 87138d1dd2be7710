import { expect, test } from 'vitest'
import { decodeStrictly } from './character-sets.ts'
import { guessNameEncoding } from './entry-names.ts'

/** Names as the systems of these languages have written them. */
const names = [
  ['紡織.txt', 'big5', 'afbcc2b42e747874'],
  ['會議紀錄.docx', 'big5', 'b77cc4b3acf6bffd2e646f6378'],
  ['許功蓋', 'big5', 'b35ca55cbb5c'],
  ['纺织.txt', 'gb18030', 'b7c4d6af2e747874'],
  ['图片', 'gb18030', 'cdbcc6ac'],
  ['テスト.txt', 'shift_jis', '8365835883672e747874'],
  ['会議の記録.docx', 'shift_jis', '89ef8b6382cc8b4c985e2e646f6378'],
  ['รายงาน.docx', 'windows-874', 'c3d2c2a7d2b92e646f6378'],
  ['น้ำ', 'windows-874', 'b9e9d3'],
  // ETEN.
  ['①備註.csv', 'big5', 'c6a1b3c6b5f92e637376'],
  ['보고서.hwp', 'euc-kr', 'bab8b0edbcad2e687770'],
  ['Документ.txt', 'ibm866', '84aeaae3aca5ade22e747874'],
] as const

test.each(names)('%s is read in %s', (name, encoding, hex) => {
  const bytes = Buffer.from(hex, 'hex')
  expect(guessNameEncoding([bytes])).toBe(encoding)
  expect(decodeStrictly(bytes, encoding)).toBe(name)
})

test('a short name is told by the others of its archive', () => {
  const [short, long] = ['a440a447a454', 'bba1a9faaed1'].map((hex) => Buffer.from(hex, 'hex'))
  expect(guessNameEncoding([short, long].flatMap((name) => name ?? []))).toBe('big5')
})

test.each([
  ['Café.txt', '436166822e747874'],
  ['notes.txt', '6e6f7465732e747874'],
])('%s in the encoding of the format is in none of these', (_name, hex) => {
  expect(guessNameEncoding([Buffer.from(hex, 'hex')])).toBeNull()
})
