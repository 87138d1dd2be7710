import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { convert, type Converted } from './convert.ts'
import { type UnitId, unitIds, units } from './units.ts'

type Fixture = {
  readonly pint: string
  readonly values: readonly number[]
  readonly pairs: readonly (readonly [from: UnitId, to: UnitId, results: readonly (number | null)[]])[]
}

const fixture = JSON.parse(readFileSync(new URL('../fixtures/pint.json', import.meta.url), 'utf8')) as Fixture

/** Returns how far a value is from that of pint, as a share of it; 0 where neither has one. */
function findError(converted: Converted<number>, expected: number | null): number {
  if ('problem' in converted) return expected === null && converted.problem === 'zero_reciprocal' ? 0 : Infinity
  if (expected === null) return Infinity
  return expected === 0 ? Math.abs(converted.value) : Math.abs(converted.value / expected - 1)
}

describe(`every pair of units that pint ${fixture.pint} knows`, () => {
  test('is each ordered pair of different units of one quantity', () => {
    const ours = unitIds.flatMap((from) =>
      unitIds.filter((to) => to !== from && units[to].quantity === units[from].quantity).map((to) => `${from} → ${to}`),
    )
    expect(new Set(fixture.pairs.map(([from, to]) => `${from} → ${to}`))).toEqual(new Set(ours))
  })

  test('is converted as pint does, within 1e-9 of the value', () => {
    const errors = fixture.pairs.flatMap(([from, to, results]) =>
      results.map((expected, index) => findError(convert(fixture.values[index] ?? NaN, from, to), expected)),
    )
    expect(errors).toHaveLength(270 * fixture.values.length)
    expect(Math.max(...errors)).toBeLessThan(1e-9)
  })
})
