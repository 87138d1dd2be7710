import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertWritten, countFigures, roundToFigures } from './figures.ts'

const textOf = (...args: Parameters<typeof convertWritten>) => {
  const converted = convertWritten(...args)
  return 'value' in converted ? converted.value.text : converted.problem
}

describe('significant figures', () => {
  test.each([
    ['30', 2],
    ['30.0', 3],
    ['0.0120', 3],
    ['-1200', 4],
    ['1.20e3', 3],
    ['0.00', 0],
  ])('%s has %d', (written, figures) => {
    expect(countFigures(written)).toBe(figures)
  })

  test.each([
    [1234.5, 2, '1200'],
    [0.000123456, 3, '0.000123'],
    [9.96, 2, '10'],
    [999.7, 3, '1000'],
    [-0.05, 1, '-0.05'],
    [30, 4, '30.00'],
    [0, 3, '0.00'],
    [1e21, 1, '1000000000000000000000'],
    [1e-7, 1, '0.0000001'],
  ])('%d with %d is %s, without an exponent', (value, figures, expected) => {
    expect(roundToFigures(value, figures)).toBe(expected)
  })

  test('halves go to the even digit, as they are written and not as a double has them', () => {
    expect([1.005, 1.015, 2.5, 3.5, -2.5, 0.125].map((value) => roundToFigures(value, countFigures(String(value)) - 1))).toEqual([
      '1.00',
      '1.02',
      '2',
      '4',
      '-2',
      '0.12',
    ])
  })

  test('rounding keeps a value within half a unit of its last figure', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e12, noNaN: true }), fc.integer({ min: 1, max: 12 }), (value, figures) => {
        const text = roundToFigures(value, figures)
        expect(text).toMatch(/^\d+(?:\.\d+)?$/)
        const half = 10 ** (Math.floor(Math.log10(value) + 1e-12) - figures + 1) / 2
        expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(half * (1 + 1e-6))
      }),
    )
  })
})

describe('a written value in another unit', () => {
  test.each([
    ['30', 'Ne', 'tex', '19.7'],
    ['30.0', 'Ne', 'tex', '19.68'],
    ['200', 'g/m2', 'oz/yd2', '5.90'],
    ['36', 'inch', 'cm', '91'],
    ['40.1', 'inch', 'cm', '101.9'],
    ['23.5', 'cN/tex', 'g/den', '2.66'],
    ['0.50', 'N', 'cN', '50'],
    ['1200', 'g', 'kg', '1.200'],
    ['1.2e3', 'g', 'kg', '1.2'],
    ['30', 'N', 'cN', '3000'],
    ['0.00', 'N', 'cN', '0'],
    ['-5.0', 'mm', 'um', '-5000'],
    ['2', 'um', 'm', '0.000002'],
  ] as const)('%s %s in %s is %s', (written, from, to, text) => {
    expect(textOf(written, from, to)).toBe(text)
  })

  test.each([
    ['20', 'degC', 'degF', '68'],
    ['20.5', 'degC', 'degF', '68.9'],
    ['0', 'degC', 'degF', '32'],
    ['20.0', 'degC', 'K', '293.2'],
    ['20.1', 'degC', 'K', '293.2'],
    ['70', 'degF', 'degC', '21'],
    ['-0.2', 'degF', 'degC', '-17.9'],
  ] as const)('keeps the decimal places of temperatures: %s %s in %s is %s', (written, from, to, text) => {
    expect(textOf(written, from, to)).toBe(text)
  })

  test('comes with its number, which is not rounded', () => {
    expect(convertWritten('30', 'Ne', 'tex')).toEqual({ value: { number: 19.68470824827452, text: '19.7' } })
  })

  test('is refused where it cannot be converted', () => {
    expect(textOf('1,200', 'g', 'kg')).toBe('not_a_number')
    expect(textOf('0e9999', 'g', 'kg')).toBe('not_a_number')
    expect(textOf('1'.repeat(100_000), 'g', 'kg')).toBe('not_a_number')
    expect(textOf('1e999', 'g', 'kg')).toBe('out_of_range')
    expect(textOf('0', 'Ne', 'tex')).toBe('zero_reciprocal')
    expect(textOf('1', 'N', 'tex')).toBe('different_quantity')
  })
})
