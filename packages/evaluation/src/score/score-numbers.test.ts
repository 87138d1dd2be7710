import { convertWritten } from '@heddle/units/figures'
import { type UnitId, unitIds, units } from '@heddle/units/units'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listFigures } from './figures.ts'
import { scoreNumbers } from './score-numbers.ts'

const score = (expected: string, answer: string) => scoreNumbers([expected], answer)?.score ?? null

describe('a figure is the expected one', () => {
  test.each([
    ['23.5 cN/tex', '平均強力為２３．５ cN/tex[1]。'],
    ['23.5 cN/tex', 'ค่าเฉลี่ยคือ ๒๓.๕ cN/tex'],
    ['23.5 cN/tex', 'Giá trị trung bình là **23,5** cN/tex.'],
    ['1,234 N', '荷重は1,234ニュートンです。'],
    ['1234 N', 'กำลัง 1 234 นิวตัน'],
    ['1234 N', 'Lực là 1.234 N.'],
    ['-5 °C', 'at −5 °C'],
    ['pH 7.5', '酸鹼值為 pH 7.5'],
    ['30 Ne', 'yarn of Ne 30'],
    ['30 Ne', 'Ne30 yarn'],
    ['50 %', 'ร้อยละ ๕๐'],
    ['4.5 級', '灰色標 4-5 級'],
    ['14 rows', '1. There are 14 rows.'],
  ])('however it is written: %s, %s', (expected, answer) => {
    expect(score(expected, answer)).toBe(1)
  })

  test.each([
    ['23.5 cN/tex', 'It is 0.235 N/tex.'],
    ['1,234 N', 'It is 1.234 kN.'],
    ['30 Ne', 'It is 19.7 tex.'],
    ['19.7 tex', '30 英支'],
    ['19.7 tex', '30 支'],
    ['-5 °C', 'at 23 °F'],
    ['200 g/m²', '5.90 oz/yd²'],
    ['23.5 ± 0.4 N', '2350 ± 40 cN'],
  ])('in another unit, rounded as it was written: %s, %s', (expected, answer) => {
    expect(score(expected, answer)).toBe(1)
  })

  test.each(['below 0.5 %', '低於 0.5%', '低于０．５％', '0.5 % 未満です', 'ต่ำกว่าร้อยละ 0.5', 'dưới 0,5 %', '< 0.5 %'])(
    'as the bound <0.5 %%: %s',
    (answer) => {
      expect(score('<0.5 %', answer)).toBe(1)
    },
  )

  test.each([
    '20–25 N',
    'between 20 and 25 N',
    '20 至 25 牛頓',
    '20N から 25N',
    'ระหว่าง 20 ถึง 25 นิวตัน',
    'từ 20 đến 25 N',
    '0.020–0.025 kN',
  ])('as the range 20~25 N: %s', (answer) => {
    expect(score('20~25 N', answer)).toBe(1)
  })

  test.each([
    ['>30 Ne', 'below 19.7 tex'],
    ['20~30 Ne', '19.7–29.5 tex'],
  ])('with its sides and ends changed between reciprocal units: %s, %s', (expected, answer) => {
    expect(score(expected, answer)).toBe(1)
  })

  test.each([
    ['800 N', '| warp | 800 |'],
    ['800', 'It holds 800 N.'],
  ])('with a unit on one side only, as in a table: %s, %s', (expected, answer) => {
    expect(score(expected, answer)).toBe(1)
  })

  test.each([
    ['812.4 N', '812 N'],
    ['23.46 %', '23.5 %'],
  ])('rounded to three significant figures: %s, %s', (expected, answer) => {
    expect(score(expected, answer)).toBe(1)
  })

  test('with its spread, or without', () => {
    expect(score('23.5 cN/tex', '23.5 ± 0.4 cN/tex')).toBe(1)
    expect(score('23.5 ± 0.4 cN/tex', '23.5 cN/tex')).toBe(0)
  })

  test('whenever it is converted with the precision of what was written', () => {
    const pairs = unitIds.flatMap((from) =>
      unitIds.filter((to) => to !== from && units[to].quantity === units[from].quantity).map((to) => [from, to] as const),
    )
    const written = fc
      .tuple(fc.integer({ min: 100, max: 9_999 }), fc.nat(2))
      .map(([digits, decimals]) => (digits / 10 ** decimals).toFixed(decimals))
    const symbol = (unit: UnitId) => (unit === 'inch' ? 'inch' : units[unit].symbol)
    fc.assert(
      fc.property(fc.constantFrom(...pairs), written, ([from, to], value) => {
        const converted = convertWritten(value, from, to)
        const text = 'problem' in converted ? '' : converted.value.text
        expect(score(`${value} ${symbol(from)}`, `It is ${text} ${symbol(to)}.`)).toBe(1)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a figure is another one', () => {
  test.each([
    ['23.5 cN/tex', 'It is 23.6 cN/tex.'],
    ['23.5 cN/tex', 'It is 23.5 N.'],
    ['812 N', 'It is about 810 N.'],
    ['5 %', 'It is 5.2 %.'],
    ['14 rows', 'There are 141 rows.'],
    ['5 °C', 'at -5 °C'],
    ['<0.5 %', 'It is 0.5 %.'],
    ['<0.5 %', 'more than 0.5 %'],
    ['0.5 %', 'no more than 0.5 %'],
    ['20~25 N', '20 to 30 N'],
    ['20~25 N', '22 N'],
    ['25 N', '20–25 N'],
    ['6 %', 'nylon PA6'],
    ['105 N', 'by ISO 105-C06:2010'],
    ['27 N', 'on 2026-11-27'],
    ['900 N', 'see https://example.test/900'],
  ])('%s, %s', (expected, answer) => {
    expect(score(expected, answer)).toBe(0)
  })
})

describe('the score of the figures', () => {
  test('is the share that the answer has, and names the others', () => {
    expect(scoreNumbers(['800 N in warp', '650 N in weft, 3 % left'], 'Warp holds 800 N, weft 640 N.')).toEqual({
      score: 1 - 2 / 3,
      findings: [
        { code: 'number_missing', value: '650 N' },
        { code: 'number_missing', value: '3 %' },
      ],
    })
  })

  test('asks for a bound beside its number, for a range in words as one, and for what is said twice once', () => {
    expect(score('0.5 % and <0.5 %', 'below 0.5 %')).toBe(1 / 2)
    expect(score('from 20 to 25 N', '20–25 N')).toBe(1)
    expect(score('25 N', 'It rose from 20 to 25 N.')).toBe(1)
    expect(score('800 N, again 800 N, and 5 %', '800 N')).toBe(1 / 2)
  })

  test('is none where no figure is expected', () => {
    expect(scoreNumbers(['cotton', 'nylon PA6', 'ISO 13934-1'], '5 N')).toBeNull()
  })

  test('is 1 of a text beside itself, and the reading of any text ends', () => {
    const piece = fc.constantFrom(
      '12',
      '.',
      ',',
      ' ',
      '-',
      '~',
      '±',
      '<',
      'N',
      'tex',
      '%',
      '級',
      'より',
      '以上',
      'ต่ำกว่า',
      'to',
      '\n',
      '[1]',
      'ISO',
      '5',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('')
        expect(listFigures(text).length > 0 ? score(text, text) : 1).toBe(1)
      }),
      { numRuns: 500 },
    )
  })
})
