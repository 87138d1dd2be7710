// Two runs of a set compared over HTTP: what is told is what packages/evaluation says of the same numbers.
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import type { EvalComparison, EvalRow } from '@heddle/contracts/evaluation/eval-answer'
import type { EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { findVisibleLoss } from '@heddle/evaluation/gate/sensitivity'
import { compareRuns } from '@heddle/evaluation/run/compare-runs'
import { type Attempt, summarizeRun } from '@heddle/evaluation/run/summarize-run'
import { measureAgreement } from '@heddle/evaluation/statistics/agreement'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { readRefusal } from '../../../../test/dataset/dataset-scene.ts'
import { arrangeSet, readOk, score, type SetScene, writeRun } from '../../../../test/evaluation/answered-run.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

type Compared = {
  readonly runs: { readonly a: EvalRun; readonly b: EvalRun }
  readonly comparison: EvalComparison
  readonly rows: { readonly before: EvalRow; readonly after: EvalRow; readonly change_points: number }[]
  readonly next_page_token?: string
  readonly total?: number
}

const compare = async ({ caller }: SetScene, body: object) =>
  readOk<Compared>(await caller.post('/api/v1/knowledge/eval_run/compare', body))

const count = 25
const repeats = 3
const points = (value: number) => ({ scores: [score('points', value)] })
/** Scores that differ from row to row and from repeat to repeat. */
const scoreOf = (row: number, repeat: number, run: number) => ((row * 7 + repeat * 3 + run * (row % 4)) % 5) / 4
const tagOf = (row: number) => (row % 2 === 0 ? 'even' : 'odd')
const languageOf = (row: number) => (row % 3 === 0 ? 'th' : 'en')

async function arrangeTwo() {
  const scene = await arrangeSet(api)
  const rowIds = Array.from({ length: count }, () => randomUUID())
  const write = (run: number) =>
    writeRun(
      api,
      scene,
      rowIds.map((_, row) => ({
        cells: { [evalColumn.tags]: tagOf(row), [evalColumn.language]: languageOf(row), [evalColumn.points]: 'denim' },
        answers: [0, 1, 2].map((repeat) =>
          row === 4 && repeat === 2 ? { outcome: 'failed' as const } : points(scoreOf(row, repeat, run)),
        ),
      })),
      { repeats, rowIds },
    )
  const rows = rowIds.map((id, row) => ({ id, language: languageOf(row), tags: [tagOf(row)] }))
  const summarize = (run: number) => {
    const attempts = rows.flatMap(({ id }, row) =>
      [0, 1, 2].map((repeat): Attempt => {
        const isFailed = row === 4 && repeat === 2
        return {
          rowId: id,
          repeat: repeat + 1,
          outcome: isFailed ? 'failed' : 'finished',
          score: isFailed ? null : scoreOf(row, repeat, run),
        }
      }),
    )
    return summarizeRun({ rows, repeats, today: '2026-11-27' }, attempts)
  }
  return { scene, a: await write(0), b: await write(1), rows, figures: [summarize(0), summarize(1)] as const }
}

const toPoints = (share: number) => Number((share * 100).toFixed(9))

test('two runs are compared as packages/evaluation compares the same numbers, the worst changes first', async () => {
  const { scene, a, b, figures } = await arrangeTwo()
  const expected = compareRuns(...figures)
  const { comparison, rows, runs, total } = await compare(scene, { a: a.id, b: b.id, metric: 'points', page_size: 100 })
  expect(comparison).toMatchObject({
    metric: 'points',
    verdict: expected.verdict,
    change_points: toPoints(expected.change ?? Number.NaN),
    interval_points: { low: toPoints(expected.interval?.low ?? Number.NaN), high: toPoints(expected.interval?.high ?? Number.NaN) },
    better_count: expected.better,
    worse_count: expected.worse,
    equal_count: count - expected.better - expected.worse,
    sign_probability: expected.signProbability,
    row_count: count,
    visible_loss_points: findVisibleLoss(count, repeats),
    agreement: null,
  })
  expect(comparison.before).toBeCloseTo(figures[0].mean ?? Number.NaN, 12)
  expect(comparison.after).toBeCloseTo(figures[1].mean ?? Number.NaN, 12)
  expect(rows.map(({ before, after, change_points }) => [before.id, before.mean, after.id, after.mean, change_points])).toEqual(
    expected.rows.map(({ rowId, before, after, change }) => [rowId, before, rowId, after, toPoints(change)]),
  )
  expect(rows[0]).toMatchObject({ before: { answers: [{}, {}, {}] }, after: { answers: [{}, {}, {}] } })
  expect([runs.a.id, runs.b.id, total]).toEqual([a.id, b.id, count])
  for (const { tag, ...group } of comparison.by_tag) {
    const [before, after] = figures.map(({ byTag }) => byTag.get(tag))
    expect(group.row_count).toBe(before?.count)
    expect(group.before).toBeCloseTo(before?.mean ?? Number.NaN, 12)
    expect(group.after).toBeCloseTo(after?.mean ?? Number.NaN, 12)
  }
  expect(comparison.by_language.map(({ language, row_count }) => [language, row_count])).toEqual([
    ['th', 9],
    ['en', 16],
  ])
})

test('a comparison comes page by page, and of one tag and one language', async () => {
  const { scene, a, b, figures } = await arrangeTwo()
  const seen: string[] = []
  let token: string | undefined
  do {
    const page: Compared = await compare(scene, {
      a: a.id,
      b: b.id,
      metric: 'points',
      page_size: 4,
      ...(token !== undefined && { page_token: token }),
    })
    seen.push(...page.rows.map(({ before }) => before.id))
    token = page.next_page_token
  } while (token !== undefined)
  expect(seen).toEqual(compareRuns(...figures).rows.map(({ rowId }) => rowId))
  const { comparison, rows } = await compare(scene, { a: a.id, b: b.id, metric: 'points', tag: 'odd', language: 'th' })
  expect([comparison.row_count, comparison.verdict, comparison.by_tag]).toMatchObject([4, 'too_few', [{ tag: 'odd', row_count: 4 }]])
  expect(rows).toHaveLength(4)
  expect(rows.every(({ after }) => after.tags[0] === 'odd' && after.language === 'th')).toBe(true)
})

test('rows that one of the runs did not ask are left out', async () => {
  const scene = await arrangeSet(api)
  const [shared, other] = [randomUUID(), randomUUID()]
  const a = await writeRun(api, scene, [{ answers: [points(1)] }, { answers: [points(0)] }], { rowIds: [shared, other] })
  const b = await writeRun(api, scene, [{ answers: [points(0)] }], { rowIds: [shared] })
  const { comparison, rows } = await compare(scene, { a: a.id, b: b.id })
  expect(comparison).toMatchObject({ verdict: 'too_few', row_count: 1, change_points: -100, worse_count: 1 })
  expect(rows.map(({ before }) => before.id)).toEqual([shared])
})

test('judge and people agree as packages/evaluation says, over both runs', async () => {
  const scene = await arrangeSet(api)
  const pairs = [
    [1, 1],
    [1, 0],
    [0.5, 0.5],
    [0, 0],
    [1, 1],
  ] as const
  const judged = pairs.map(([judge, person]) => ({
    answers: [{ judgement: { correctness: judge, reason: 'So.', claims: [] }, correctness: person, verdictAt: new Date() }],
  }))
  const a = await writeRun(api, scene, judged.slice(0, 3), { judgeModel: 'judge' })
  const b = await writeRun(api, scene, [
    ...judged.slice(3),
    { answers: [{ judgement: { correctness: null, reason: 'So.', claims: [] }, correctness: 1 }] },
  ])
  const { comparison } = await compare(scene, { a: a.id, b: b.id })
  const agreement = measureAgreement(pairs.map(([judge, person]) => ({ judge, person })))
  expect(comparison.agreement).toEqual({ answer_count: 5, share: agreement?.share, kappa: agreement?.kappa })
})

test('runs of two sets are not compared, and those of others do not exist', async () => {
  const scene = await arrangeSet(api)
  const a = await writeRun(api, scene, [{}])
  const { id: otherSet } = await api.db.dataset.create({
    data: {
      tenantId: scene.tenantId,
      groupId: scene.dataset.groupId,
      kind: 'eval',
      name: { default: 'Other' },
      description: { default: '' },
    },
  })
  const b = await writeRun(api, { dataset: { ...scene.dataset, id: otherSet } }, [{}])
  const other = await arrangeSet(api)
  const c = await writeRun(api, other, [{}])
  const refuse = async (body: object) => readRefusal(await scene.caller.post('/api/v1/knowledge/eval_run/compare', body))
  expect(await refuse({ a: a.id, b: b.id })).toEqual([409, 'EVAL_RUNS_NOT_COMPARABLE'])
  expect(await refuse({ a: a.id, b: c.id })).toEqual([404, 'EVAL_RUN_NOT_FOUND'])
})
