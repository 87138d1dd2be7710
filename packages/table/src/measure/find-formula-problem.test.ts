import { describe, expect, test } from 'vitest'
import { findFormulaProblem } from './find-formula-problem.ts'

const columns = [
  { id: 'c1', type: 'text' },
  { id: 'c3', type: 'number' },
  { id: 'c4', type: 'choice', refers_to: '6f2b1a52-4c1c-4a57-9f3a-2b8f4a3f1c11' },
  { id: 'c5', type: 'date' },
] as const

describe('a formula over the columns of its table', () => {
  test.each([
    'stddev(c3) / mean(c3) * 100',
    'count(c1) / count()',
    'count_distinct(c5)',
    // What a link leads to is known to the server alone.
    'mean(c4.c2)',
  ])('has no problem: %s', (formula) => {
    expect(findFormulaProblem(formula, columns)).toBeNull()
  })

  test.each([
    ['mean(c9)', { code: 'unknown_column', at: 5 }],
    ['mean(c3) + mean( c30)', { code: 'unknown_column', at: 17 }],
    ['mean(c3.c1)', { code: 'unknown_column', at: 5 }],
    ['2 * mean(c1)', { code: 'function_not_for_type', at: 4 }],
    ['max(c5)', { code: 'function_not_for_type', at: 0 }],
    ['mean(c3) *', { code: 'unexpected', at: 10 }],
    ['100', { code: 'no_aggregate', at: 0 }],
  ])('names what is wrong, and where: %s', (formula, problem) => {
    expect(findFormulaProblem(formula, columns)).toEqual(problem)
  })
})
