import { describe, expect, test } from 'vitest'
import { computeOverall, listExpectedMetrics } from './overall.ts'

const score = (value: number) => ({ score: value })

describe('one figure of an answer', () => {
  test('is the mean of what the row expects', () => {
    expect(computeOverall({ numbers: score(1), points: score(0.5), citation_recall: score(0), language: null }, null)).toBe(0.5)
    expect(computeOverall({ points: score(1) }, 0.5)).toBe(0.75)
    expect(computeOverall({ language: null }, null)).toBeNull()
  })

  test('has the exact text only where nothing else tells whether the content is right', () => {
    expect(computeOverall({ exact: score(0), language: score(1) }, null)).toBe(0.5)
    expect(computeOverall({ exact: score(0), numbers: score(1), language: score(1) }, null)).toBe(1)
    expect(computeOverall({ exact: score(0), language: score(1) }, 1)).toBe(1)
  })

  test('has no ranks and no precision: more passages than are needed are no fault', () => {
    expect(computeOverall({ recall_at_k: score(1), hit_at_1: score(0), mrr_at_10: score(0.5), citation_precision: score(0) }, null)).toBe(1)
  })
})

test('the measures that a row expects something of are known without an answer', () => {
  const asked = { question: 'How strong is denim?', language: 'en' } as const
  expect(listExpectedMetrics(asked)).toEqual(['language'])
  expect(listExpectedMetrics({ ...asked, answer: '812 N' })).toEqual(['numbers', 'exact', 'language'])
  expect(listExpectedMetrics({ ...asked, mustRefuse: true })).toEqual(['refusal', 'language'])
  expect(listExpectedMetrics({ ...asked, sources: [{ text: 'Strip test' }], points: ['strong'] })).toEqual([
    'recall_at_k',
    'hit_at_1',
    'mrr_at_10',
    'citation_precision',
    'citation_recall',
    'points',
    'language',
  ])
})
