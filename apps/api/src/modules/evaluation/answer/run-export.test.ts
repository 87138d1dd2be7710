// A run as a file: what a workbook and JSON say is what the pages say.
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import type { RawCell } from '@heddle/contracts/dataset/import'
import type { EvalRow } from '@heddle/contracts/evaluation/eval-answer'
import type { EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { addressOf, arrangeSet, readOk, score, writeRun } from '../../../../test/evaluation/answered-run.ts'
import { readTable } from '../../../../test/files/raw-tables.ts'
import { readXlsxValues } from '../../../../test/files/xlsx-values.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

/** Longer than a cell, where the cell ends within a character. */
const long = `織織${'𠮷'.repeat(24_998)}。`
const hostile = ['=1+1', '+49 30', '-12', '@SUM(A1)', '\tx', '＝1', '=HYPERLINK("http://x","y")', '<b>&amp;</b>\n| a | b |']

async function arrange() {
  const scene = await arrangeSet(api)
  const run = await writeRun(
    api,
    scene,
    [...hostile, long].map((text, at) => ({
      cells: { [evalColumn.tags]: at % 2 === 0 ? 'even' : 'odd', [evalColumn.answer]: '=1+1', [evalColumn.mustRefuse]: at === 0 },
      answers: [
        {
          text,
          scores: [score('points', at / 10, { code: 'point_missing', value: '=2+2' })],
          sources: [{ id: randomUUID(), number: 2, title: '@source', passage: text, page: null, score: null, file: null }],
          judgement: { correctness: 0.5, reason: '-3', claims: [{ text: '+claim', is_supported: false }] },
          firstTokenMs: 12,
          cost: { amount: '0.25', currency: 'USD' },
        },
        { outcome: 'failed', error: { code: 'MODEL_BUSY', message: 'The model is busy.' } },
      ],
    })),
    { repeats: 2, judgeModel: 'judge' },
  )
  const exportRun = async (format: string) => {
    const response = await scene.caller.get(`${addressOf(run)}/export?format=${format}`)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="evaluation-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`),
    )
    return response
  }
  return { ...scene, run, exportRun }
}

const toRecords = (rows: readonly (readonly (string | number)[])[]) => {
  const [header = [], ...others] = rows
  return { header: header.map(String), rows: others }
}

const writeCell = (cell: RawCell) => (typeof cell === 'string' ? cell : typeof cell === 'number' ? String(cell) : '')

test('JSON has the run, and its rows as the pages have them', async () => {
  const { caller, run, exportRun } = await arrange()
  const response = await exportRun('json')
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  const exported = response.json<{ run: EvalRun; rows: (EvalRow & { means: Record<string, number> })[] }>()
  const { rows } = await readOk<{ rows: EvalRow[] }>(await caller.post(`${addressOf(run)}/row/query`, { page_size: 100 }))
  expect(exported.rows).toEqual(rows.map((row) => ({ ...row, means: expect.any(Object) as object })))
  expect(exported.rows[1]?.means).toMatchObject({ points: 0.05, correctness: 0.25, support: 0 })
  expect(exported.run).toEqual((await readOk<{ run: EvalRun }>(await caller.get(addressOf(run)))).run)
  const events = await api.db.auditEvent.findMany({ where: { action: 'exportEvalRun', targetId: run.datasetId } })
  expect(events).toMatchObject([{ after: { run_id: run.id, format: 'json', row_count: hostile.length + 1 } }])
})

test('a workbook has the run, its figures, its rows and its answers, and no formula', async () => {
  const { exportRun, caller, run } = await arrange()
  const { rawPayload } = await exportRun('xlsx')
  const { figures } = (await readOk<{ run: EvalRun }>(await caller.get(addressOf(run)))).run
  const [about, sheet, rows, answers] = await Promise.all(
    [1, 2, 3, 4].map(async (number) => toRecords(await readXlsxValues(rawPayload, number))),
  )
  expect(about?.rows.map(([property]) => property)).toContain('judge_model')
  expect(sheet?.header).toEqual(['metric', 'group', 'value', 'mean', 'row_count'])
  expect(sheet?.rows.filter((cells) => cells.length === 3)).toEqual(figures.map(({ metric, mean, row_count }) => [metric, mean, row_count]))
  expect(rows?.header.slice(0, 4)).toEqual(['row_no', 'question', 'language', 'expected_answer'])
  expect(rows?.rows[1]?.slice(0, 4)).toEqual([2, 'Question 2?', 'en', '=1+1'])
  expect(answers?.rows).toHaveLength(hostile.length * 2 + 2)
})

test('a workbook is read again with the same texts by the reader of tables', async () => {
  const { exportRun } = await arrange()
  const { rawPayload } = await exportRun('xlsx')
  const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const lines: string[][] = []
  for await (const part of readTable(rawPayload, mediaType, { sheet: 3 }))
    if (part.kind === 'row') lines.push(part.row.cells.map(writeCell))
  const [header = [], ...answers] = lines
  const read = (line: readonly string[], column: string) => line[header.indexOf(column)] ?? ''
  const texts = answers.filter((line) => read(line, 'outcome') === 'finished').map((line) => read(line, 'text'))
  // That reader removes the space around a cell.
  expect(texts.slice(0, hostile.length)).toEqual(hostile.map((text) => text.trim()))
  expect(
    answers
      .slice(0, 2)
      .map((line) => ['sources', 'findings', 'judge_reason', 'unsupported_claims', 'error'].map((column) => read(line, column))),
  ).toEqual([
    ['[2] @source', 'point_missing: =2+2', '-3', '+claim', ''],
    ['', '', '', '', 'MODEL_BUSY'],
  ])
})

test('a text that is longer than a cell goes on in the next one', async () => {
  const { exportRun } = await arrange()
  const answers = await readXlsxValues((await exportRun('xlsx')).rawPayload, 4)
  const [begin, rest] = answers.at(-2)?.slice(3, 5).map(String) ?? []
  expect(begin?.length).toBe(32_766)
  expect(`${begin}${rest}` === long).toBe(true)
})
