import { describe, expect, test } from 'vitest'
import { type Attempt, type RunRow, summarizeRun } from './summarize-run.ts'

const row = (id: string, more: Partial<RunRow> = {}): RunRow => ({ id, language: 'en', tags: [], ...more })
const finished = (rowId: string, repeat: number, score: number | null): Attempt => ({ rowId, repeat, outcome: 'finished', score })
const today = '2026-11-27'

describe('the figure of a run', () => {
  test('is the mean over rows of the mean over repeats', () => {
    const plan = { rows: [row('a'), row('b')], repeats: 3, today }
    const figure = summarizeRun(plan, [
      ...[1, 1, 0].map((s, i) => finished('a', i + 1, s)),
      ...[0, 0.5, 0.5].map((s, i) => finished('b', i + 1, s)),
    ])
    expect(figure.rows.map(({ mean }) => mean)).toEqual([2 / 3, 1 / 3])
    expect(figure.mean).toBeCloseTo(1 / 2)
  })

  test('counts what failed, timed out or is missing as 0, and names it apart from what is wrong', () => {
    const figure = summarizeRun({ rows: [row('a'), row('b')], repeats: 3, today }, [
      finished('a', 1, 1),
      { rowId: 'a', repeat: 2, outcome: 'failed', score: null },
      { rowId: 'a', repeat: 3, outcome: 'timed_out', score: null },
      finished('b', 2, 1),
    ])
    expect(figure.rows).toMatchObject([
      { row: { id: 'a' }, mean: 1 / 3, failed: 1, timedOut: 1, missing: 0 },
      { row: { id: 'b' }, mean: 1 / 3, failed: 0, timedOut: 0, missing: 2 },
    ])
  })

  test('counts each repeat once, and none that was not asked for', () => {
    const attempts = [finished('a', 1, 1), finished('a', 1, 1), finished('a', 4, 1), finished('unknown', 1, 1)]
    expect(summarizeRun({ rows: [row('a')], repeats: 2, today }, attempts)).toMatchObject({ mean: 1 / 2, rows: [{ missing: 1 }] })
  })

  test('leaves out a repeat whose answer does not tell, and a row without any other', () => {
    const attempts = [finished('a', 1, null), finished('a', 2, 1), finished('b', 1, null), finished('b', 2, null)]
    const figure = summarizeRun({ rows: [row('a'), row('b')], repeats: 2, today }, attempts)
    expect(figure.rows.map(({ row: { id }, mean }) => [id, mean])).toEqual([['a', 1]])
    expect(figure.mean).toBe(1)
  })

  test('leaves out known failures up to their day, and counts them from the next', () => {
    const plan = { rows: [row('a'), row('b', { knownFailureUntil: today })], repeats: 1 }
    const attempts = [finished('a', 1, 1), finished('b', 1, 0)]
    expect(summarizeRun({ ...plan, today }, attempts)).toMatchObject({ mean: 1, knownFailures: ['b'] })
    expect(summarizeRun({ ...plan, today: '2026-11-28' }, attempts)).toMatchObject({ mean: 1 / 2, knownFailures: [] })
  })

  test('is told by tag and by language, a row under each of its tags', () => {
    const rows = [row('a', { tags: ['units', 'limits'] }), row('b', { tags: ['units'], language: 'th' })]
    const figure = summarizeRun({ rows, repeats: 1, today }, [finished('a', 1, 1), finished('b', 1, 0)])
    expect(Object.fromEntries(figure.byTag)).toEqual({ units: { count: 2, mean: 1 / 2 }, limits: { count: 1, mean: 1 } })
    expect(Object.fromEntries(figure.byLanguage)).toEqual({ en: { count: 1, mean: 1 }, th: { count: 1, mean: 0 } })
  })

  test('is none without a row that counts', () => {
    expect(summarizeRun({ rows: [], repeats: 3, today }, []).mean).toBeNull()
  })
})
