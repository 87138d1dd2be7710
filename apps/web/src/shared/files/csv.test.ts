import { describe, expect, test } from 'vitest'
import { writeCsv } from './csv.ts'

describe('a CSV for spreadsheets', () => {
  test('begins with the byte order mark, and ends each row with CR LF', () => {
    expect(
      writeCsv([
        ['名稱', 1],
        ['a', null],
      ]),
    ).toBe('\uFEFF名稱,1\r\na,\r\n')
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+886 2', "'+886 2"],
    ['-1+1', "'-1+1"],
    ['-1.5', '-1.5'],
    ['+20 %', '+20 %'],
    ['@sum', "'@sum"],
    ['\tx', "'\tx"],
    ['=a,"b"', `"'=a,""b"""`],
    ['a=b', 'a=b'],
  ])('writes %j so that it is no formula', (given, written) => {
    expect(writeCsv([[given]])).toBe(`\uFEFF${written}\r\n`)
  })

  test('quotes cells that contain separators', () => {
    expect(writeCsv([['a,b', 'say "x"', 'two\nlines']])).toBe('\uFEFF"a,b","say ""x""","two\nlines"\r\n')
  })
})
