// Converts values, spreads and comparisons from one unit into another of the same quantity.
import { add, divide, fromNumber, isZero, multiply, negate, toNumber, type Ratio } from './ratio.ts'
import { units, type Unit, type UnitId } from './units.ts'

/**
 * Why there is no converted value: the units are of different quantities, zero has no reciprocal, what a reciprocal unit turns round is
 * not above zero, or the result is beyond the range of a number.
 */
export type ConversionProblem = 'different_quantity' | 'zero_reciprocal' | 'not_positive' | 'out_of_range'

export type Converted<T> = { readonly value: T } | { readonly problem: ConversionProblem }

/** A condition on a value; both ends of `between` belong to it. */
export type Comparison =
  | { readonly op: 'lt' | 'le' | 'gt' | 'ge' | 'eq' | 'ne'; readonly value: number }
  | { readonly op: 'between'; readonly value: readonly [from: number, to: number] }

const turned = { lt: 'gt', le: 'ge', gt: 'lt', ge: 'le', eq: 'eq', ne: 'ne' } as const

/** Whether a higher value in one unit is a lower one in the other, as with tex and Ne. */
export const isReciprocal = (from: UnitId, to: UnitId): boolean => units[from].isReciprocal !== units[to].isReciprocal

/** Returns what a value above the zero of `from` is multiplied by; of two units that are not reciprocal to each other. */
const findScale = (from: Unit, to: Unit) => (from.isReciprocal ? divide(to.factor, from.factor) : divide(from.factor, to.factor))

/** Returns the exact value in another unit, or why there is none. */
export function convertExactly(value: Ratio, fromId: UnitId, toId: UnitId): Converted<Ratio> {
  const from = units[fromId]
  const to = units[toId]
  if (from.quantity !== to.quantity) return { problem: 'different_quantity' }
  if (!isReciprocal(fromId, toId)) return { value: add(multiply(add(value, from.offset), findScale(from, to)), negate(to.offset)) }
  if (isZero(value)) return { problem: 'zero_reciprocal' }
  const [count, density] = from.isReciprocal ? [from, to] : [to, from]
  return { value: divide(count.factor, multiply(density.factor, value)) }
}

/** Returns an exact value as a number. */
export function roundConverted({ value }: { readonly value: Ratio }): Converted<number> {
  const number = toNumber(value)
  // Below the smallest number too there is none.
  return Number.isFinite(number) && (number === 0) === isZero(value) ? { value: number } : { problem: 'out_of_range' }
}

/**
 * Returns a value in another unit. The decimal that stands for the number is converted exactly and rounded once, so that 0.1 inch is
 * 2.54 mm. Zero has no value in a unit that is reciprocal to its own (`zero_reciprocal`).
 */
export function convert(value: number, from: UnitId, to: UnitId): Converted<number> {
  if (!Number.isFinite(value)) return { problem: 'out_of_range' }
  const converted = convertExactly(fromNumber(value), from, to)
  return 'problem' in converted ? converted : roundConverted(converted)
}

/**
 * Returns a spread (± or a standard deviation) around a value in another unit: multiplied by the factor, without the zero of a scale of
 * temperature. Between reciprocal units it is the spread to first order: the same share of the value.
 *
 * @param spread in the unit `from`, not below zero
 * @param value the one that it is around, in the unit `from`
 */
export function convertSpread(spread: number, value: number, from: UnitId, to: UnitId): Converted<number> {
  if (!Number.isFinite(spread) || !Number.isFinite(value)) return { problem: 'out_of_range' }
  const converted = convertExactly(fromNumber(value), from, to)
  if ('problem' in converted) return converted
  if (!isReciprocal(from, to)) return roundConverted({ value: multiply(fromNumber(spread), findScale(units[from], units[to])) })
  const share = divide(fromNumber(spread), fromNumber(Math.abs(value)))
  return roundConverted({ value: multiply(share, value < 0 ? negate(converted.value) : converted.value) })
}

/**
 * Returns the comparison that is true of a value in the unit `to` exactly when the given one is true of the same value in the unit
 * `from`: between reciprocal units above and below change sides, and the ends of `between` too. There it is so for values above zero,
 * which linear densities are, and a bound that is not above zero is refused (`not_positive`).
 */
export function convertComparison(comparison: Comparison, from: UnitId, to: UnitId): Converted<Comparison> {
  const bounds = typeof comparison.value === 'number' ? [comparison.value] : comparison.value
  const isTurned = isReciprocal(from, to)
  const converted: number[] = []
  for (const bound of bounds) {
    const result = convert(bound, from, to)
    if ('problem' in result) return result
    if (isTurned && bound < 0) return { problem: 'not_positive' }
    converted.push(result.value)
  }
  const [first = 0, second = first] = converted
  if (comparison.op === 'between') return { value: { op: 'between', value: isTurned ? [second, first] : [first, second] } }
  return { value: { op: isTurned ? turned[comparison.op] : comparison.op, value: first } }
}
