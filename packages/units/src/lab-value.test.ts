import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCensored, type LabOptions, type LabValue, maxLabValueLength, parseLabValue } from './lab-value.ts'

/** Returns a value without its text, or the problem. */
function read(text: string, options?: LabOptions): Omit<LabValue, 'text'> | string {
  const parsed = parseLabValue(text, options)
  if ('problem' in parsed) return parsed.problem
  const { text: written, ...value } = parsed.value
  expect(written).toBe(text)
  return value
}

const plain = (number: number) => ({ number, mark: null })

describe('a number in a cell', () => {
  test.each([
    ['12.5', 12.5],
    [' 12.5 ', 12.5],
    ['+7', 7],
    ['.5', 0.5],
    ['-3.2', -3.2],
    ['−3.2', -3.2],
    ['－３．２', -3.2],
    ['–3.2', -3.2],
    ['１２．５', 12.5],
    ['๑๒.๕', 12.5],
    ['1.2e3', 1200],
    ['1.2E-03', 0.0012],
    ['0', 0],
    ['-0', 0],
  ])('%s is %d', (text, number) => {
    expect(read(text)).toEqual(plain(number))
  })

  test.each<[string, LabOptions, number]>([
    ['1,234', { thousands: true }, 1234],
    ['1,234,567.8', { thousands: true }, 1_234_567.8],
    ['1 234.5', { thousands: true }, 1234.5],
    ["1'234", { thousands: true }, 1234],
    ['１，２３４', { thousands: true }, 1234],
    ['23,5', { decimalComma: true }, 23.5],
    ['1.234,5', { decimalComma: true, thousands: true }, 1234.5],
    ['1\u202F234,5', { decimalComma: true, thousands: true }, 1234.5],
    ['12.5', { thousands: true }, 12.5],
  ])('%s is read by the marks of the column %j', (text, options, number) => {
    expect(read(text, options)).toEqual(plain(number))
  })

  test.each<[string, LabOptions?]>([
    ['1,234'],
    ['1,5'],
    ['1 234'],
    ['1.234.567'],
    ['1,5', { thousands: true }],
    ['12,34', { thousands: true }],
    ['1,2345', { thousands: true }],
    ['1.5', { decimalComma: true }],
    ['1.234', { decimalComma: true }],
    ['1,234.5', { decimalComma: true, thousands: true }],
  ])('%s is refused where the column has no meaning for its mark: %j', (text, options) => {
    expect(read(text, options)).toBe('unexpected_separator')
  })
})

describe('a mark', () => {
  test.each([
    ['<0.5', '<', 0.5],
    ['< 0.5', '<', 0.5],
    ['＞３０', '>', 30],
    ['≦ 5', '≤', 5],
    ['<=5', '≤', 5],
    ['≧5', '≥', 5],
    ['⩾ 5', '≥', 5],
    ['> -5', '>', -5],
  ])('%s is %s %d, and censored', (text, mark, number) => {
    const value = read(text)
    expect(value).toEqual({ number, mark })
    expect(isCensored(value as LabValue)).toBe(true)
  })

  test.each([
    'n.d.',
    'N.D.',
    'ND',
    'Ｎ.Ｄ.',
    'not detected',
    '未檢出',
    '未检出',
    '未検出',
    'ไม่พบ',
    'không phát hiện',
    'KHÔNG PHÁT HIỆN'.normalize('NFD'),
  ])('%s was not detected: censored, without a number', (text) => {
    expect(read(text)).toEqual({ number: null, mark: 'n.d.' })
    expect(isCensored({ mark: 'n.d.' })).toBe(true)
  })

  test.each(['', '  ', '—', '-', '－', '--', '/', 'N/A', 'n/a', 'NA'])('"%s" is no value, and not censored', (text) => {
    expect(read(text)).toEqual(plain(null as never))
    expect(isCensored({ mark: null })).toBe(false)
  })

  test('has the words for no value that the column has', () => {
    expect(read('Trống', { emptyWords: ['trống'] })).toEqual({ number: null, mark: null })
    expect(read('Trống')).toBe('not_a_number')
  })

  test.each<[string, LabOptions?]>([
    ['23.5 ± 0.4'],
    ['23.5±0.4'],
    ['23.5 +/- 0.4'],
    ['２３．５±０．４'],
    ['23,5±0,4', { decimalComma: true }],
  ])('%s has a spread, and is not censored', (text, options) => {
    expect(read(text, options)).toEqual({ number: 23.5, mark: '±', spread: 0.4 })
    expect(isCensored({ mark: '±' })).toBe(false)
  })

  test.each(['±0.4', '23.5 ±', '23.5 ± -0.4', '23.5 ± 0.4 ± 0.1', '<23.5 ± 0.4', '<', '<<5', '5<', '< n.d.', '~5', '約5'])(
    '%s is no number',
    (text) => {
      expect(read(text)).toBe('not_a_number')
    },
  )
})

describe('two numbers', () => {
  test.each(['20~25', '20～25', '20-25', '20 – 25', '20〜25', '20 to 25', '20至25', '-5--3'])(
    '%s are a range, of which no middle is made',
    (text) => {
      expect(read(text)).toBe('range')
    },
  )

  test.each([
    ['4-5', 4.5],
    ['4–5', 4.5],
    ['4/5', 4.5],
    ['4～5', 4.5],
    ['３－４級', 3.5],
    ['4-5 grade', 4.5],
    ['4', 4],
    ['4.5', 4.5],
  ])('%s is a grade of %d', (text, number) => {
    expect(read(text, { unit: 'grade' })).toEqual({ number, mark: null, unit: 'grade' })
  })

  test('are no grade unless they are neighbours', () => {
    for (const text of ['3-5', '5-4', '4-5-6', '4-5.5', '40-50']) expect(read(text, { unit: 'grade' })).toBe('range')
    expect(read('≥4-5', { unit: 'grade' })).toEqual({ number: 4.5, mark: '≥', unit: 'grade' })
    expect(read('4-5', { unit: 'N' })).toBe('range')
  })
})

describe('a unit in a cell', () => {
  test.each(['12.5 N', '12.5N', '１２．５ Ｎ', '12.5 (N)', '12.5牛'])('%s says it', (text) => {
    expect(read(text)).toEqual({ number: 12.5, mark: null, unit: 'N' })
  })

  test.each<[string, LabOptions, object]>([
    ['0.8 kN', { unit: 'N' }, { number: 800, mark: null, unit: 'N' }],
    ['800', { unit: 'N' }, { number: 800, mark: null, unit: 'N' }],
    ['12.5 %', { unit: '%' }, { number: 12.5, mark: null, unit: '%' }],
    ['68 °F', { unit: 'degC' }, { number: 20, mark: null, unit: 'degC' }],
    ['68 ± 0.9 °F', { unit: 'degC' }, { number: 20, mark: '±', spread: 0.5, unit: 'degC' }],
    ['23.5 ± 0.4 N', { unit: 'cN' }, { number: 2350, mark: '±', spread: 40, unit: 'cN' }],
    ['23.5 N ± 0.4', { unit: 'cN' }, { number: 2350, mark: '±', spread: 40, unit: 'cN' }],
    ['23.5 N ± 0.4 N', { unit: 'cN' }, { number: 2350, mark: '±', spread: 40, unit: 'cN' }],
    ['40 Nm', { unit: 'tex' }, { number: 25, mark: null, unit: 'tex' }],
    ['<40 Nm', { unit: 'tex' }, { number: 25, mark: '>', unit: 'tex' }],
    ['≥40 公支', { unit: 'tex' }, { number: 25, mark: '≤', unit: 'tex' }],
    ['40 ± 0.4 Nm', { unit: 'tex' }, { number: 25, mark: '±', spread: 0.25, unit: 'tex' }],
    ['n.d.', { unit: 'N' }, { number: null, mark: 'n.d.', unit: 'N' }],
  ])('%s is converted into that of the column %j', (text, options, expected) => {
    expect(read(text, options)).toEqual(expected)
  })

  test.each<[string, LabOptions, string]>([
    ['12.5 kg', { unit: 'N' }, 'different_quantity'],
    ['23.5 N ± 2 %', { unit: 'N' }, 'different_quantity'],
    ['23.5 ± 2 %', { unit: 'N' }, 'different_quantity'],
    ['12.5 MN', { unit: 'N' }, 'unknown_unit'],
    ['12.5 N/5cm', { unit: 'N' }, 'unknown_unit'],
    ['30 支', { unit: 'tex' }, 'ambiguous_unit'],
    ['0 Ne', { unit: 'tex' }, 'zero_reciprocal'],
    ['< -1 Ne', { unit: 'tex' }, 'not_positive'],
    ['1e308 m', { unit: 'mm' }, 'out_of_range'],
  ])('%s in a column %j is refused: %s', (text, options, problem) => {
    expect(read(text, options)).toBe(problem)
  })
})

describe('what is no value', () => {
  test.each([
    ['1e999', 'out_of_range'],
    ['-1e999', 'out_of_range'],
    ['1e-999', 'out_of_range'],
    ['Infinity', 'not_a_number'],
    ['NaN', 'not_a_number'],
    ['#DIV/0!', 'not_a_number'],
    ['=1+1', 'not_a_number'],
    ['0x10', 'unknown_unit'],
    ['5²', 'not_a_number'],
    ['①', 'not_a_number'],
    ['5½', 'not_a_number'],
    ['𝟓', 'not_a_number'],
    ['١٢', 'not_a_number'],
    ['О.5', 'not_a_number'],
    ['1О', 'unknown_unit'],
    ['2024-01-02', 'not_a_number'],
    ['12\u0000', 'invisible_character'],
    ['\u202E5.21', 'invisible_character'],
    ['12\u200E', 'invisible_character'],
    ['1\u200B2', 'invisible_character'],
    ['1\u00AD2', 'invisible_character'],
    ['12\uD800', 'invisible_character'],
  ])('%j has a code', (text, problem) => {
    expect(read(text)).toBe(problem)
  })

  test('is a text that is too long, of any length', () => {
    for (const length of [maxLabValueLength + 1, 10_000_000]) expect(parseLabValue('9'.repeat(length))).toEqual({ problem: 'too_long' })
  })

  test('never throws, and its numbers are finite', () => {
    const alphabet = [...Array.from("0123456789.,' -+eE<>≤±~/()%NnGgdx٣０²\u0000\u200B\n"), 'n.d.', 'cN/tex', '級', '支', '4-5', 'Ne']
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...alphabet), { maxLength: 80 }).map((all) => all.join('')),
    )
    const options = fc.record({
      unit: fc.constantFrom(undefined, 'N', 'tex', 'Ne', 'grade', 'degC', '%'),
      decimalComma: fc.boolean(),
      thousands: fc.boolean(),
    }) as fc.Arbitrary<LabOptions>
    fc.assert(
      fc.property(cell, options, (text, column) => {
        const parsed = parseLabValue(text, column)
        if ('problem' in parsed) return
        expect(parsed.value.text).toBe(text)
        expect(Number.isFinite(parsed.value.number ?? 0)).toBe(true)
        expect([parsed.value.unit, undefined]).toContain(column.unit)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a number is read as any of the writings of a column has it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 999 }), (whole, thousandths) => {
        const fraction = String(thousandths).padStart(3, '0')
        const expected = plain(Number(`${whole}.${fraction}`))
        const grouped = String(whole).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
        expect(read(`${whole}.${fraction}`)).toEqual(expected)
        expect(read(`${whole},${fraction}`, { decimalComma: true })).toEqual(expected)
        expect(read(`${grouped}.${fraction}`, { thousands: true })).toEqual(expected)
        expect(read(`${grouped.replaceAll(',', '.')},${fraction}`, { decimalComma: true, thousands: true })).toEqual(expected)
      }),
    )
  })
})
