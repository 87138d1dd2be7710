// When a figure of an answer is the one that was expected.
import { convert, convertSpread, isReciprocal } from '@heddle/units/convert'
import { convertWritten } from '@heddle/units/figures'
import type { UnitId } from '@heddle/units/units'
import { isRoundedTo, isWritten } from './equal-number.ts'
import type { Figure, Readings } from './figures.ts'

type UnitPair = { readonly from: UnitId; readonly to: UnitId }

/** Returns the pairs of different units, null where both are in one unit or one of them is written without: in a table it is in the header. */
function listUnitPairs(expected: Figure, given: Figure): (UnitPair | null)[] {
  if (expected.units.length === 0 || given.units.length === 0) return [null]
  return expected.units.flatMap((from) => given.units.map((to) => (from === to ? null : { from, to })))
}

/**
 * Whether a converted number is what was written: with the precision of what is expected, with three figures or more, or what is expected was
 * itself rounded.
 */
function isConverted(expected: string, given: string, { from, to }: UnitPair): boolean {
  const there = convertWritten(expected, from, to)
  const back = convert(Number(given), to, from)
  if ('problem' in there || 'problem' in back) return false
  const { number, text } = there.value
  return isWritten(number, given) || Number(text) === Number(given) || isRoundedTo(back.value, expected)
}

const isSameNumber = (expected: Readings, given: Readings, pair: UnitPair | null) =>
  expected.some((a) => given.some((b) => (pair ? isConverted(a, b, pair) : isWritten(Number(a), b))))

function isSameSpread(expected: Figure, given: Figure, pair: UnitPair | null): boolean {
  if (!pair) return isSameNumber(expected.second, given.second, null)
  const [spread, value] = [Number(expected.second.at(-1)), Number(expected.first.at(-1))]
  const converted = convertSpread(spread, value, pair.from, pair.to)
  return !('problem' in converted) && given.second.some((written) => isRoundedTo(converted.value, written))
}

const opposite = { above: 'below', below: 'above' } as const

function isSameIn(expected: Figure, given: Figure, pair: UnitPair | null): boolean {
  const isTurned = pair !== null && isReciprocal(pair.from, pair.to)
  const bound = isTurned && expected.bound ? opposite[expected.bound] : expected.bound
  if (bound !== given.bound) return false
  if (expected.kind === 'range') {
    const [low, high] = isTurned ? [expected.second, expected.first] : [expected.first, expected.second]
    return given.kind === 'range' && isSameNumber(low, given.first, pair) && isSameNumber(high, given.second, pair)
  }
  if (!isSameNumber(expected.first, given.first, pair)) return false
  // A value that is expected without its spread may be given with it.
  return expected.kind === 'spread' ? given.kind === 'spread' && isSameSpread(expected, given, pair) : given.kind !== 'range'
}

/**
 * Whether a figure is the expected one, in whatever unit: the number, or that number rounded to three significant figures or more; the same side
 * of a bound; both ends of a range. Between tex and Ne sides and ends change places. `1,234` may be either of what it means.
 */
export const isSameFigure = (expected: Figure, given: Figure): boolean =>
  listUnitPairs(expected, given).some((pair) => isSameIn(expected, given, pair))
