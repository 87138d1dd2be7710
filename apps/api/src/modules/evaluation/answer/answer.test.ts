// The answers of a run over HTTP: pages, verdicts, and what is kept from whom.
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import type { EvalAnswer, EvalRow } from '@heddle/contracts/evaluation/eval-answer'
import { EvalMetric, type EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createUser } from '@heddle/db/factories/user'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { readRefusal } from '../../../../test/dataset/dataset-scene.ts'
import { addressOf, arrangeSet, readOk, score, type SetScene, writeRun, type WrittenRow } from '../../../../test/evaluation/answered-run.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

type Page = { readonly rows: EvalRow[]; readonly next_page_token?: string; readonly total?: number }
type WrittenRun = Awaited<ReturnType<typeof writeRun>>

async function arrange(rows: readonly WrittenRow[], overrides: Parameters<typeof writeRun>[3] = {}) {
  const scene = await arrangeSet(api)
  const run = await writeRun(api, scene, rows, overrides)
  return { ...scene, run, ...asCaller(scene, run) }
}

const asCaller = ({ caller }: Pick<SetScene, 'caller'>, run: WrittenRun) => ({
  query: async (body: object = {}) => readOk<Page>(await caller.post(`${addressOf(run)}/row/query`, body)),
  judge: (rowId: string, body: object) => caller.put(`${addressOf(run)}/row/${rowId}/verdict`, body),
  read: async () => (await readOk<{ run: EvalRun }>(await caller.get(addressOf(run)))).run,
})

const numbersOf = ({ rows }: Page) => rows.map(({ row_no }) => row_no)

const judgement = (correctness: number | null, ...claims: readonly boolean[]) => ({
  correctness,
  reason: 'By the points.',
  claims: claims.map((is_supported, at) => ({ text: `Claim ${at}.`, is_supported })),
  prompt_version: 1,
})

describe('the rows of a run', () => {
  test.each(EvalMetric.options.filter((metric) => !['overall', 'correctness', 'support'].includes(metric)))(
    'are ordered by %s, the worst first, and those without one last',
    async (metric) => {
      const { query } = await arrange([
        { answers: [{ scores: [score(metric, 0.5)] }] },
        { answers: [{ scores: [score(metric === 'points' ? 'numbers' : 'points', 0)] }] },
        { answers: [{ scores: [score(metric, 0)] }] },
        { answers: [{ scores: [score(metric, 1)] }] },
        { answers: [{ scores: [score(metric, 0.5)] }] },
      ])
      const page = await query({ metric, order: 'worst' })
      expect(page.rows.map(({ row_no, mean }) => [row_no, mean])).toEqual([
        [3, 0],
        [1, 0.5],
        [5, 0.5],
        [4, 1],
        [2, null],
      ])
      expect(numbersOf(await query({ metric }))).toEqual([1, 2, 3, 4, 5])
    },
  )

  test('are ordered by what judge and people say, and by the one figure of all', async () => {
    const { query } = await arrange(
      [
        { answers: [{ scores: [score('points', 1)], judgement: judgement(0, true, false) }] },
        { answers: [{ scores: [score('points', 1)], judgement: judgement(0, true), correctness: 1, verdictAt: new Date() }] },
        { answers: [{ scores: [score('points', 0)], judgement: judgement(null, false) }] },
        { answers: [{ scores: [score('points', 0.5)] }] },
      ],
      { judgeModel: 'judge' },
    )
    const means = async (metric: EvalMetric) => (await query({ metric, order: 'worst' })).rows.map(({ row_no, mean }) => [row_no, mean])
    expect(await means('correctness')).toEqual([
      [1, 0],
      [2, 1],
      [3, null],
      [4, null],
    ])
    expect(await means('support')).toEqual([
      [3, 0],
      [4, 0],
      [1, 0.5],
      [2, 1],
    ])
    expect(await means('overall')).toEqual([
      [3, 0],
      [1, 0.5],
      [4, 0.5],
      [2, 1],
    ])
    const [first] = (await query()).rows
    expect(first?.answers[0]?.scores.map(({ metric, score: value }) => [metric, value])).toEqual([
      ['overall', 0.5],
      ['points', 1],
      ['correctness', 0],
      ['support', 0.5],
    ])
  })

  test('have the mean of their repeats, in which what failed, timed out or is missing counts 0', async () => {
    const { query } = await arrange(
      [
        {
          cells: { [evalColumn.points]: 'denim' },
          answers: [{ scores: [score('points', 1)] }, { outcome: 'failed' }, { outcome: 'timed_out' }],
        },
        { cells: { [evalColumn.points]: 'denim' }, answers: [{ scores: [score('points', 1)] }] },
        { cells: { [evalColumn.points]: 'denim' }, answers: [] },
        { answers: [] },
        { answers: [1, 1, 1].map(() => ({ scores: [score('points', 1)] })) },
      ],
      { repeats: 3 },
    )
    const page = await query({ metric: 'points' })
    expect(page.rows.map(({ mean }) => mean)).toEqual([1 / 3, 1 / 3, 0, null, 1])
    expect(page.rows[0]?.answers.map(({ repeat, outcome }) => [repeat, outcome])).toEqual([
      [1, 'finished'],
      [2, 'failed'],
      [3, 'timed_out'],
    ])
    expect(numbersOf(await query({ only: 'failed' }))).toEqual([1, 2, 3, 4])
  })

  test('are those of a tag, of a language, and those that no person has judged', async () => {
    const { query, judge, run } = await arrange([
      { cells: { [evalColumn.tags]: 'warp, denim' } },
      { cells: { [evalColumn.language]: 'th', [evalColumn.tags]: 'warp' } },
      { cells: { [evalColumn.language]: 'th' }, answers: [{ outcome: 'failed' }] },
    ])
    expect(numbersOf(await query({ tag: 'warp' }))).toEqual([1, 2])
    expect(numbersOf(await query({ tag: 'warp', language: 'th' }))).toEqual([2])
    expect(numbersOf(await query({ only: 'unjudged' }))).toEqual([1, 2])
    await judge(run.rowIds[0]!, { repeat: 1, correctness: 0.5 })
    expect(numbersOf(await query({ only: 'unjudged' }))).toEqual([2])
  })

  test('whose failure is known have no mean as long as it is known', async () => {
    const known = { [evalColumn.knownFailure]: 'The table is wrong.' }
    const { query } = await arrange([
      { cells: { ...known, [evalColumn.knownFailureUntil]: '2999-12-31' }, answers: [{ scores: [score('points', 0)] }] },
      { cells: { ...known, [evalColumn.knownFailureUntil]: '2020-01-01' }, answers: [{ scores: [score('points', 0)] }] },
    ])
    expect((await query()).rows.map(({ mean, is_known_failure }) => [mean, is_known_failure])).toEqual([
      [null, true],
      [0, false],
    ])
  })

  test('come page by page, each once, in either order', async () => {
    const { query } = await arrange(Array.from({ length: 23 }, (_, at) => ({ answers: [{ scores: [score('points', (at % 3) / 2)] }] })))
    for (const order of ['row_no', 'worst']) {
      const seen: number[] = []
      let token: string | undefined
      do {
        const page: Page = await query({ order, page_size: 5, ...(token !== undefined && { page_token: token }) })
        expect(page.total).toBe(token === undefined ? 23 : undefined)
        seen.push(...numbersOf(page))
        token = page.next_page_token
      } while (token !== undefined)
      const byNumber = Array.from({ length: 23 }, (_, at) => at + 1)
      expect(seen).toEqual(
        order === 'row_no' ? byNumber : [0, 1, 2].flatMap((rest) => byNumber.filter((number) => (number - 1) % 3 === rest)),
      )
    }
  })

  test('are fewer on a page when their answers are long, and none is left out', async () => {
    const long = '織'.repeat(50_000)
    const { query } = await arrange(
      Array.from({ length: 8 }, () => ({ answers: [1, 2, 3, 4, 5].map(() => ({ text: long })) })),
      { repeats: 5 },
    )
    const seen: number[] = []
    let token: string | undefined
    do {
      const page: Page = await query({ page_size: 8, ...(token !== undefined && { page_token: token }) })
      expect(JSON.stringify(page).length).toBeLessThan(5_000_000)
      seen.push(...numbersOf(page))
      token = page.next_page_token
    } while (token !== undefined)
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('of a run that goes on have a mean once they are asked as often as they are to be', async () => {
    const answered = { scores: [score('points', 1)] }
    const { query } = await arrange([{ answers: [answered, answered] }, { answers: [answered, { ...answered, outcome: 'running' }] }], {
      repeats: 2,
      state: 'running',
      endedAt: null,
    })
    const page = await query()
    expect(page.rows.map(({ mean, answers }) => [mean, answers.length])).toEqual([
      [1, 2],
      [null, 1],
    ])
  })

  test('have texts as they were, however hostile', async () => {
    const text = '=HYPERLINK("http://x")\n<script>alert(1)</script> [x](javascript:alert(1)) \u202e'
    const { query } = await arrange([{ answers: [{ text }] }])
    expect((await query()).rows[0]?.answers[0]?.text).toBe(text)
  })

  test('of another set, of no run and for others do not exist', async () => {
    const { caller, run } = await arrange([{}])
    const other = await arrange([{}])
    const at = (datasetId: string, id: string) => caller.post(`${addressOf({ datasetId, id })}/row/query`, {})
    expect(readRefusal(await at(other.dataset.id, run.id))).toEqual([404, 'DATASET_NOT_FOUND'])
    expect(readRefusal(await at(run.datasetId, other.run.id))).toEqual([404, 'EVAL_RUN_NOT_FOUND'])
    expect(readRefusal(await at(run.datasetId, randomUUID()))).toEqual([404, 'EVAL_RUN_NOT_FOUND'])
  })
})

describe('a verdict of a person', () => {
  const figures = [
    { metric: 'overall', mean: 0.5, row_count: 2, by_tag: [], by_language: [] },
    { metric: 'points', mean: 1, row_count: 2, by_tag: [], by_language: [] },
    { metric: 'correctness', mean: 0, row_count: 2, by_tag: [], by_language: [] },
  ]
  const judged = { scores: [score('points', 1)], judgement: judgement(0) }
  const arrangeJudged = () => arrange([{ answers: [judged] }, { answers: [judged] }], { judgeModel: 'judge', figures })

  test('counts in place of the judge, also in the figures of the run, until it is taken back', async () => {
    const { judge, read, run, user } = await arrangeJudged()
    const means = async () => (await read()).figures.map(({ metric, mean }) => [metric, mean])
    const [rowId = ''] = run.rowIds
    const given = await judge(rowId, { repeat: 1, correctness: 1, note: 'As the table says.' })
    const { answer, means: ofRow } = await readOk<{ answer: EvalAnswer; means: object }>(given)
    expect(ofRow).toEqual({ overall: 1, correctness: 1 })
    expect(answer).toMatchObject({
      judgement: { correctness: 0 },
      verdict: { correctness: 1, note: 'As the table says.', by: { id: user.id } },
      scores: [{ metric: 'overall', score: 1 }, { metric: 'points' }, { metric: 'correctness', score: 1 }],
    })
    expect(await means()).toEqual([
      ['overall', 0.75],
      ['points', 1],
      ['correctness', 0.5],
    ])
    const taken = await readOk<{ answer: EvalAnswer }>(await judge(rowId, { repeat: 1, correctness: null }))
    expect(taken.answer).toMatchObject({ verdict: null, scores: [{ score: 0.5 }, {}, { score: 0 }] })
    expect(await means()).toEqual([
      ['overall', 0.5],
      ['points', 1],
      ['correctness', 0],
    ])
    const events = await api.db.auditEvent.findMany({
      where: { action: 'judgeEvalAnswer', targetId: run.datasetId },
      orderBy: { id: 'asc' },
    })
    expect(events).toMatchObject([
      { before: { correctness: null, note: '' }, after: { row_id: rowId, repeat: 1, correctness: 1, note: 'As the table says.' } },
      { before: { correctness: 1, note: 'As the table says.' }, after: { correctness: null, note: '' } },
    ])
  })

  test('keeps its note when another one is given without', async () => {
    const { judge, run } = await arrange([{}])
    const [rowId = ''] = run.rowIds
    await judge(rowId, { repeat: 1, correctness: 1, note: 'As the table says.' })
    const again = await readOk<{ answer: EvalAnswer }>(await judge(rowId, { repeat: 1, correctness: 0 }))
    expect(again.answer.verdict).toMatchObject({ correctness: 0, note: 'As the table says.' })
    const emptied = await readOk<{ answer: EvalAnswer }>(await judge(rowId, { repeat: 1, correctness: 0, note: '' }))
    expect(emptied.answer.verdict).toMatchObject({ note: '' })
  })

  test('makes a figure of a run without a judge, over the rows that are judged', async () => {
    const { judge, read, run } = await arrange([{}, {}, {}], { figures: [] })
    await judge(run.rowIds[1]!, { repeat: 1, correctness: 0.5 })
    expect((await read()).figures).toMatchObject([
      { metric: 'overall', mean: 0.5, row_count: 1 },
      { metric: 'correctness', mean: 0.5, row_count: 1 },
    ])
  })

  test('of two people at once both count', async () => {
    const { judge, read, run } = await arrangeJudged()
    const responses = await Promise.all(run.rowIds.map((rowId) => judge(rowId, { repeat: 1, correctness: 1 })))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await read()).figures.map(({ mean }) => mean)).toEqual([1, 1, 1])
  })

  test('is of an answer that has a text', async () => {
    const { judge, run } = await arrange([{ answers: [{ outcome: 'failed' }] }])
    const [rowId = ''] = run.rowIds
    for (const [id, repeat] of [
      [rowId, 1],
      [rowId, 2],
      [randomUUID(), 1],
    ] as const)
      expect(readRefusal(await judge(id, { repeat, correctness: 1 }))).toEqual([404, 'EVAL_ANSWER_NOT_FOUND'])
    expect((await judge(rowId, { repeat: 1, correctness: 0.7 })).statusCode).toBe(400)
  })
})

describe('a run with text of a collection for members', () => {
  const secret = 'canary-7f3a'
  const source = { id: randomUUID(), number: 1, title: secret, passage: secret, page: null, score: null, file: null }
  const told = {
    text: secret,
    sources: [source],
    scores: [score('points', 0, { code: 'point_missing', value: secret })],
    judgement: { ...judgement(0, true), reason: secret, claims: [{ text: secret, is_supported: true }] },
    correctness: 0.5,
    verdictNote: secret,
    verdictAt: new Date(),
  }

  async function arrangeClosed() {
    const scene = await arrange([{ answers: [told] }])
    const { tenantId, run } = scene
    const { id: groupId } = await createGroup(api.db, { tenantId })
    const { id: resourceId } = await createCollection(api.db, { tenantId, groupId, access: 'members' })
    await api.db.evalRunResource.create({ data: { runId: run.id, resourceId, membersOf: groupId } })
    const member = await createUser(api.db, { tenantId, role: 'A' })
    await createMembership(api.db, { userId: member.id, groupId })
    return { ...scene, resourceId, groupId, member, ...asCaller(scene, run), memberCaller: await api.as(member) }
  }

  test('is read with its texts by members alone; others are told figures and scores', async () => {
    const { query, memberCaller, run, caller, member, groupId, resourceId } = await arrangeClosed()
    const asMember = asCaller({ caller: memberCaller }, run)
    expect((await asMember.query()).rows).toMatchObject([{ answers: [{ text: secret }] }])
    const { rows } = await query()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows).toMatchObject([
      {
        is_withheld: true,
        mean: 0.25,
        answers: [
          {
            text: '',
            sources: [{ number: 1, is_withheld: true }],
            scores: [
              { metric: 'overall', score: 0.25 },
              { metric: 'points', score: 0, findings: [{ code: 'point_missing' }] },
              {},
              { metric: 'support', score: 1 },
            ],
            judgement: { correctness: 0, reason: '', claims: [] },
            verdict: { correctness: 0.5, note: '' },
          },
        ],
      },
    ])
    for (const format of ['json', 'xlsx']) {
      const { rawPayload, statusCode } = await caller.get(`${addressOf(run)}/export?format=${format}`)
      expect(statusCode).toBe(200)
      expect(rawPayload.includes(secret)).toBe(false)
    }
    const compared = await caller.post('/api/v1/knowledge/eval_run/compare', { a: run.id, b: run.id })
    expect([compared.statusCode, compared.body.includes(secret)]).toEqual([200, false])
    // The collection is gone: what it was for then counts.
    await api.db.collection.delete({ where: { id: resourceId } })
    expect(JSON.stringify(await query())).not.toContain(secret)
    expect((await asMember.query()).rows).toMatchObject([{ answers: [{ text: secret }] }])
    await api.db.membership.deleteMany({ where: { userId: member.id, groupId } })
    expect(JSON.stringify(await asMember.query())).not.toContain(secret)
  })

  test('is judged by members alone', async () => {
    const { judge, memberCaller, run } = await arrangeClosed()
    const [rowId = ''] = run.rowIds
    expect(readRefusal(await judge(rowId, { repeat: 1, correctness: 1 }))).toEqual([404, 'EVAL_ANSWER_NOT_FOUND'])
    expect((await asCaller({ caller: memberCaller }, run).judge(rowId, { repeat: 1, correctness: 1 })).statusCode).toBe(200)
  })
})
