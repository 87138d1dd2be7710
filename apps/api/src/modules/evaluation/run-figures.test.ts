// The figures of a run whose judge has not judged all.
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import { expect, test } from 'vitest'
import { type AnsweredRun, readRunFigures, type ScoredAnswer } from './run-figures.ts'

const cells = { [evalColumn.question]: 'How strong is denim?', [evalColumn.language]: 'en', [evalColumn.answer]: 'It is strong.' }

const finished = (rowId: string, more: Partial<ScoredAnswer>): ScoredAnswer => ({
  rowId,
  repeat: 1,
  outcome: 'finished',
  scores: {},
  judged: null,
  support: null,
  verdict: null,
  ...more,
})

const readFigures = (more: Partial<AnsweredRun>, unjudged: Partial<ScoredAnswer> = {}) => {
  const { summarize } = readRunFigures({
    repeats: 1,
    isJudged: true,
    isOpen: false,
    today: '2026-11-27',
    rows: ['a', 'b'].map((id, index) => ({ id, rowNo: index + 1, cells })),
    answers: [finished('a', { judged: 1, support: 1 }), finished('b', { isUnjudged: true, ...unjudged })],
    ...more,
  })
  return (['correctness', 'support', 'overall'] as const).map((metric) => [summarize(metric).rows.length, summarize(metric).mean])
}

test('an answer that the judge of a run could not judge is wrong', () => {
  expect(readFigures({})).toEqual([
    [2, 0.5],
    [2, 0.5],
    [2, 0.5],
  ])
})

test('a person may say that it is right', () => {
  expect(readFigures({}, { verdict: 1 })[0]).toEqual([2, 1])
})

test('of a run that goes on it is still to be judged', () => {
  expect(readFigures({ isOpen: true })[0]).toEqual([1, 1])
})

test('of a run without a judge it tells nothing of that', () => {
  expect(readFigures({ isJudged: false })[0]).toEqual([1, 1])
})
