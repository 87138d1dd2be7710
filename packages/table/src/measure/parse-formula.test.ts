import { describe, expect, test } from 'vitest'
import type { Formula } from './formula.ts'
import { parseFormula } from './parse-formula.ts'

function write(formula: Formula): string {
  if (formula.type === 'number') return String(formula.value)
  if (formula.type === 'aggregate') return `${formula.fn}(${formula.ref ?? ''})`
  return formula.type === 'negation' ? `(-${write(formula.of)})` : `(${write(formula.a)} ${formula.operator} ${write(formula.b)})`
}

const parse = (text: string) => {
  const parsed = parseFormula(text)
  return parsed.ok ? write(parsed.formula) : parsed.error
}

describe('a formula', () => {
  test.each([
    ['stddev(c3) / mean(c3) * 100', '((stddev(c3) / mean(c3)) * 100)'],
    ['1 - sum(c1) - 2', '((1 - sum(c1)) - 2)'],
    ['1+2*max(c1)', '(1 + (2 * max(c1)))'],
    ['-(p90(c4.c2)-p10(c4.c2)) / -2.5e-1', '((-(p90(c4.c2) - p10(c4.c2))) / (-0.25))'],
    ['  count( ) ', 'count()'],
  ])('%s is read from the left, products before sums', (text, written) => {
    expect(parse(text)).toBe(written)
  })

  test.each([
    ['', { code: 'unexpected', at: 0 }],
    ['1 + 2', { code: 'no_aggregate', at: 0 }],
    ['mean(c1) +', { code: 'unexpected', at: 10 }],
    ['mean(c1) mean(c2)', { code: 'unexpected', at: 9 }],
    ['mean(c1', { code: 'unexpected', at: 7 }],
    ['mean()', { code: 'column_missing', at: 5 }],
    ['mean(m1)', { code: 'unexpected', at: 5 }],
    ['pg_sleep(c1)', { code: 'unknown_function', at: 0 }],
    ['mean(c1) ; drop', { code: 'unexpected', at: 9 }],
    ["mean(c1) + '1'", { code: 'unexpected', at: 11 }],
    ['mean(c1) * 1e999', { code: 'number_out_of_range', at: 11 }],
    [`${'('.repeat(30)}mean(c1)${')'.repeat(30)}`, { code: 'too_deep', at: 21 }],
    [`${'-'.repeat(30)}mean(c1)`, { code: 'too_deep', at: 21 }],
    [`mean(c1)${' + 1'.repeat(100)}`, { code: 'too_long', at: 300 }],
  ])('%s is refused with the position of the error', (text, error) => {
    expect(parse(text)).toEqual(error)
  })
})
