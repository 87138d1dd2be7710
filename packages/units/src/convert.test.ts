import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Comparison, convert, convertComparison, type Converted, convertSpread, isReciprocal } from './convert.ts'
import { type UnitId, unitIds, units } from './units.ts'

function getValue<T>(converted: Converted<T>): T {
  if ('problem' in converted) throw new Error(converted.problem)
  return converted.value
}

const pairs = unitIds.flatMap((from) =>
  unitIds.filter((to) => units[to].quantity === units[from].quantity).map((to) => [from, to] as const),
)
const pair = fc.constantFrom(...pairs)
const reciprocalPair = fc.constantFrom(...pairs.filter(([from, to]) => isReciprocal(from, to)))
/** Values as reports have them: decimals of some digits, above zero. */
const measured = fc
  .integer({ min: 1, max: 9_999_999 })
  .chain((digits) => fc.integer({ min: 0, max: 6 }).map((decimals) => digits / 10 ** decimals))

/** Whether a comparison is true of a value; the specification of its operators. */
function isTrue(comparison: Comparison, value: number): boolean {
  switch (comparison.op) {
    case 'between':
      return value >= comparison.value[0] && value <= comparison.value[1]
    case 'lt':
      return value < comparison.value
    case 'le':
      return value <= comparison.value
    case 'gt':
      return value > comparison.value
    case 'ge':
      return value >= comparison.value
    case 'eq':
      return value === comparison.value
    case 'ne':
      return value !== comparison.value
  }
}

describe('a conversion', () => {
  test.each([
    [30, 'Ne', 'tex', 19.68470824827452],
    [40, 'Nm', 'tex', 25],
    [1, 'den', 'dtex', 1.1111111111111112],
    [1, 'gf', 'cN', 0.980665],
    [1, 'RKM', 'cN/tex', 0.980665],
    [1, 'g/den', 'cN/tex', 8.825985],
    [1, 'oz/yd2', 'g/m2', 33.9057474748823],
    [1, 'cfm/ft2', 'mm/s', 5.08],
    [1, 'l/m2/s', 'mm/s', 1],
    [0.1, 'inch', 'mm', 2.54],
    [0.7, 'ft', 'cm', 21.336],
    [14.5, 'turns/inch', 'turns/m', 570.8661417322835],
    [100, 'psi', 'kPa', 689.4757293168361],
    [-40, 'degC', 'degF', -40],
    [0, 'K', 'degC', -273.15],
    [98.6, 'degF', 'degC', 37],
  ] as const)('makes of %d %s in %s %d, to the last digit', (value, from, to, expected) => {
    expect(convert(value, from, to)).toEqual({ value: expected })
  })

  test('is refused between quantities, thread density and twist too', () => {
    expect(convert(1, 'N', 'cN/tex')).toEqual({ problem: 'different_quantity' })
    expect(convert(1, 'threads/cm', 'turns/cm')).toEqual({ problem: 'different_quantity' })
    expect(convert(1, 'kg', 'kgf')).toEqual({ problem: 'different_quantity' })
  })

  test('has no result for zero in a reciprocal unit, and zero between two of them', () => {
    expect(convert(0, 'Ne', 'tex')).toEqual({ problem: 'zero_reciprocal' })
    expect(convert(0, 'dtex', 'Nm')).toEqual({ problem: 'zero_reciprocal' })
    expect(convert(0, 'Ne', 'Nm')).toEqual({ value: 0 })
  })

  test('is refused where no number can say it', () => {
    for (const value of [NaN, Infinity, -Infinity]) expect(convert(value, 'm', 'cm')).toEqual({ problem: 'out_of_range' })
    expect(convert(1e308, 'm', 'mm')).toEqual({ problem: 'out_of_range' })
    expect(convert(5e-324, 'mm', 'm')).toEqual({ problem: 'out_of_range' })
  })

  test('there and back gives the value again, within two units of the last place', () => {
    fc.assert(
      fc.property(pair, measured, ([from, to], value) => {
        const back = getValue(convert(getValue(convert(value, from, to)), to, from))
        // What is near the zero of one scale of temperature is far from that of another.
        const scale = units[from].quantity === 'temperature' ? Math.abs(value) + 500 : Math.abs(value)
        expect(Math.abs(back - value)).toBeLessThanOrEqual(2 * Number.EPSILON * scale)
      }),
    )
  })

  test('keeps the order of values, and turns it round between reciprocal units', () => {
    fc.assert(
      fc.property(pair, measured, measured, ([from, to], a, b) => {
        const difference = getValue(convert(a, from, to)) - getValue(convert(b, from, to))
        const expected = isReciprocal(from, to) ? Math.sign(b - a) : Math.sign(a - b)
        expect(Math.sign(difference) + 0).toBe(expected + 0)
      }),
    )
  })
})

describe('a comparison', () => {
  const single = fc.record({
    op: fc.constantFrom('lt' as const, 'le' as const, 'gt' as const, 'ge' as const, 'ne' as const),
    value: measured,
  })
  const between = fc.record({ op: fc.constant('between' as const), value: fc.tuple(measured, measured) })
  const comparison = fc.oneof(single, between)

  test('changes sides between reciprocal units, and the ends of between with it', () => {
    expect(convertComparison({ op: 'lt', value: 25 }, 'tex', 'Nm')).toEqual({ value: { op: 'gt', value: 40 } })
    expect(convertComparison({ op: 'ge', value: 40 }, 'Nm', 'dtex')).toEqual({ value: { op: 'le', value: 250 } })
    expect(convertComparison({ op: 'between', value: [20, 25] }, 'tex', 'Nm')).toEqual({ value: { op: 'between', value: [40, 50] } })
    expect(convertComparison({ op: 'ne', value: 20 }, 'tex', 'Nm')).toEqual({ value: { op: 'ne', value: 50 } })
  })

  test('keeps its side between all others, counts included', () => {
    expect(convertComparison({ op: 'gt', value: 0.8 }, 'kN', 'N')).toEqual({ value: { op: 'gt', value: 800 } })
    expect(convertComparison({ op: 'le', value: 50.8 }, 'Nm', 'Ne')).toMatchObject({ value: { op: 'le' } })
    expect(convertComparison({ op: 'between', value: [0, 100] }, 'degC', 'degF')).toEqual({ value: { op: 'between', value: [32, 212] } })
  })

  test('is as true of the converted value as of the value', () => {
    fc.assert(
      fc.property(pair, comparison, measured, ([from, to], original, value) => {
        const bounds = typeof original.value === 'number' ? [original.value] : original.value
        // A bound that is met to the last digit may be missed by one after both were rounded.
        fc.pre(bounds.every((bound) => Math.abs(value - bound) > 1e-9 * bound))
        const converted = getValue(convertComparison(original, from, to))
        expect(isTrue(converted, getValue(convert(value, from, to)))).toBe(isTrue(original, value))
      }),
    )
  })

  test('is true of a value that is written as its bound', () => {
    fc.assert(
      fc.property(pair, measured, fc.constantFrom('le' as const, 'ge' as const, 'eq' as const), ([from, to], value, op) => {
        expect(isTrue(getValue(convertComparison({ op, value }, from, to)), getValue(convert(value, from, to)))).toBe(true)
      }),
    )
  })

  test('that holds for no value holds for none in another unit', () => {
    fc.assert(
      fc.property(reciprocalPair, measured, ([from, to], value) => {
        const { value: ends } = getValue(convertComparison({ op: 'between', value: [value * 2, value] }, from, to))
        expect(Array.isArray(ends) && ends[0] > ends[1]).toBe(true)
      }),
    )
  })

  test('with a bound that is not above zero is refused between reciprocal units', () => {
    expect(convertComparison({ op: 'gt', value: 0 }, 'tex', 'Ne')).toEqual({ problem: 'zero_reciprocal' })
    expect(convertComparison({ op: 'between', value: [-1, 5] }, 'tex', 'Ne')).toEqual({ problem: 'not_positive' })
    expect(convertComparison({ op: 'gt', value: 1 }, 'tex', 'N')).toEqual({ problem: 'different_quantity' })
  })
})

describe('a spread', () => {
  test('is multiplied by the factor, without the zero of a scale', () => {
    expect(convertSpread(0.5, 20, 'degC', 'degF')).toEqual({ value: 0.9 })
    expect(convertSpread(0.4, 23.5, 'N', 'cN')).toEqual({ value: 40 })
    expect(convertSpread(2, 10, 'Ne', 'Nm')).toMatchObject({ value: expect.closeTo(2 * 1.693363, 5) })
  })

  test('is the same share of the value in a reciprocal unit', () => {
    expect(convertSpread(0.4, 40, 'Nm', 'tex')).toEqual({ value: 0.25 })
    expect(convertSpread(1, 0, 'Nm', 'tex')).toEqual({ problem: 'zero_reciprocal' })
  })

  test('of a sample is that of the converted values', () => {
    const deviation = (values: readonly number[]) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
    }
    fc.assert(
      fc.property(pair, fc.array(measured, { minLength: 2, maxLength: 9 }), ([from, to], values) => {
        fc.pre(!isReciprocal(from, to))
        const expected = deviation(values.map((value) => getValue(convert(value, from, to))))
        const actual = getValue(convertSpread(deviation(values), values[0] ?? 0, from, to))
        expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-9 * Math.max(expected, getScale(values, from, to)))
      }),
    )
  })
})

/** The size of what is subtracted: the digits of a difference are those of its largest operand. */
const getScale = (values: readonly number[], from: UnitId, to: UnitId) =>
  Math.max(...values.map((value) => Math.abs(getValue(convert(value, from, to)))))
