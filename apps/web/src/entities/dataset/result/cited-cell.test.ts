import { describe, expect, test } from 'vitest'
import { formatCell, listUnits } from './cited-cell.ts'

const column = { unit: null, decimals: null, conversion: 'none', is_key: false, omitted: 0 } as const

describe('a cell', () => {
  const yarn = { ...column, unit: 'tex', decimals: 1, conversion: 'values' } as const
  test.each([
    [19.68, yarn, 'tex', '19.7'],
    [19.68, yarn, 'Ne', '30.0'],
    [{ number: 19.7, mark: '<' }, yarn, 'Ne', '>30.0'],
    [{ number: null, mark: 'n.d.' }, yarn, 'Ne', 'n.d.'],
    [0, yarn, 'Ne', '–'],
    [1_234_567, column, null, '1,234,567'],
    [5, { ...column, unit: 'degC', conversion: 'difference' } as const, 'degF', '9'],
    [null, yarn, 'tex', ''],
  ] as const)('%j of %j in %s is %s', (cell, shown, to, text) => {
    expect(formatCell(cell, shown, { to, tag: 'en' })).toBe(text)
  })

  test('of a mean is not offered in a reciprocal unit', () => {
    expect(listUnits(yarn)).toContain('Ne')
    expect(listUnits({ ...yarn, conversion: 'linear' })).not.toContain('Ne')
    expect(listUnits({ unit: 'pH', conversion: 'values' })).toEqual([])
  })
})
