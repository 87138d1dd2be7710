import type { ApprovedAnswer } from '@heddle/contracts/dataset/qa-match'
import type { QaMatchNode } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { checkGraph } from '../graph/graph-rules.ts'
import { nodeTypes } from '../node-type-list.ts'
import { type AnswersRequest, ModelError, type NearAnswer, type NearAnswers } from '../ports.ts'
import { runNode, type RunNodeOptions } from '../../testing/run-node.ts'

const datasetId = '01980000-0000-7000-8000-000000000001'

const createNode = (changes: Partial<QaMatchNode['config']> = {}): QaMatchNode => ({
  id: 'match',
  type: 'qa_match',
  title: 'Approved answers',
  config: { model: null, datasets: [datasetId], question: '{{start.question}}', on_empty: 'branch', ...changes },
})

const approved: ApprovedAnswer = {
  text: 'Samples are conditioned for **24 hours**.',
  language: 'en',
  sources: ['ISO 139', 'Manual, chapter 3'],
  valid_from: null,
  valid_until: '2030-12-31',
}

const createNear = (number: number, score: number, changes: Partial<ApprovedAnswer> = {}): NearAnswer => ({
  rowId: `row ${number}`,
  question: `Question ${number}?`,
  score,
  answer: { ...approved, ...changes },
  cited: {
    title: 'Approved',
    rows: {
      dataset_ids: [datasetId],
      version: 3,
      columns: [],
      rows: [{ id: `row ${number}`, cells: [] }],
      total: 1,
      matched: 1,
      is_cut: false,
    },
  },
})

async function ask(
  found: Partial<NearAnswers>,
  { node = createNode(), ...options }: RunNodeOptions & { readonly node?: QaMatchNode } = {},
) {
  const asked: AnswersRequest[] = []
  const findNear = (request: AnswersRequest) => {
    asked.push(request)
    return Promise.resolve({ isReadable: true, near: [], threshold: 0.8, calls: [], notices: [], ...found })
  }
  return {
    ...(await runNode(node, { ...options, approvedAnswers: { findNear, escapeCitations: (text) => text.replaceAll('[', '(') } })),
    asked,
  }
}

describe('a question that is near enough', () => {
  test('gets the approved answer word for word with its sources, and no model is called', async () => {
    const { output, handle, requests, asked, events } = await ask({ near: [createNear(1, 0.8), createNear(2, 0.7)] })
    expect(output).toMatchObject({
      text: `> Approved answer · Source: ISO 139; Manual, chapter 3 · Valid until 2030-12-31 [1]\n\n${approved.text}`,
      question: 'Question 1?',
      score: 0.8,
      is_translated: false,
      outcome: 'found',
      hints: [],
      datasets: [datasetId],
    })
    expect(output['passages']).toMatchObject([
      { id: 'row 1', number: 1, title: 'Approved', result: { query: 'Question 1?', rows: { version: 3 } } },
    ])
    expect([handle, requests, events.map(({ type }) => type)]).toEqual(['out', [], ['passages']])
    expect(asked).toMatchObject([{ datasetId, language: 'en', max: 3 }])
  })

  test('is answered in the language of its reader, about the answer too', async () => {
    const near = [createNear(1, 1, { text: '調節 24 小時。', language: 'zhHant', sources: [], valid_from: '2020-01-01' })]
    const { output, requests } = await ask({ near }, { changes: { responseLanguage: 'zhHant' } })
    expect([output['text'], requests]).toEqual(['> 核定答案 · 自 2020-01-01 起生效 · 有效至 2030-12-31 [1]\n\n調節 24 小時。', []])
  })

  test.each([
    ['en', '> Approved answer · Source: ISO 139 (3] · Valid until 2030-12-31 [1]\n\nAs table (1] says.'],
    ['zhHant', '翻譯；核定的只有原文 · 資料來源：ISO 139 (3] · 有效至 2030-12-31 [1]\n\n如表 (1]。'],
  ] as const)('cites nothing by its own brackets: %s', async (responseLanguage, text) => {
    const near = [createNear(1, 1, { text: 'As table [1] says.', sources: ['ISO 139 [3]'] })]
    const { output } = await ask({ near }, { answers: ['如表 [1]。'], changes: { responseLanguage } })
    expect(output['text']).toContain(text)
  })

  test('without an answer in that language is translated from the approved text alone, and says so', async () => {
    const { output, requests, events } = await ask(
      { near: [createNear(1, 1)] },
      {
        answers: ['試樣調節 **24 小時**。'],
        changes: { responseLanguage: 'zhHant', history: [{ role: 'user', content: 'Secret of before' }] },
      },
    )
    expect(output).toMatchObject({ is_translated: true, outcome: 'found' })
    expect(output['text']).toBe(
      '> 核定答案 · 由模型自English翻譯；核定的只有原文 · 資料來源：ISO 139; Manual, chapter 3 · 有效至 2030-12-31 [1]\n\n試樣調節 **24 小時**。',
    )
    const [request] = requests
    expect(request?.temperature).toBe(0)
    expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(request?.messages[1]?.content).toBe(approved.text)
    expect(request?.messages[0]?.content).toContain('Translate it into Traditional Chinese')
    expect(events.map(({ type }) => type)).toEqual(['passages', 'call', 'usage'])
  })

  test.each([
    ['that fails', new ModelError('MODEL_UNAVAILABLE'), 'MODEL_UNAVAILABLE'],
    ['without text', '', 'MODEL_ONLY_THOUGHT'],
    [
      'that was cut',
      [
        { type: 'text', text: 'Half of' },
        { type: 'finish', reason: 'length' },
      ],
      'WORKFLOW_OUTPUT_INVALID',
    ],
  ] as const)('fails with a translation %s', async (_, answer, code) => {
    const asked = ask({ near: [createNear(1, 1)] }, { answers: [answer], changes: { responseLanguage: 'th' } })
    await expect(asked).rejects.toMatchObject({ code })
  })
})

describe('a question that is not near enough', () => {
  const near = [createNear(1, 0.79), createNear(2, 0.5), createNear(3, 0.4)]

  test('passes the near ones on as hints', async () => {
    const { output, handle, requests } = await ask({ near })
    expect(output).toMatchObject({ text: '', outcome: 'near', score: 0.79, question: 'Question 1?' })
    expect(output['hints']).toMatchObject([{ number: 1 }, { number: 2 }, { number: 3, text: `Question 3?\n\n${approved.text}` }])
    expect(output['passages']).toEqual(output['hints'])
    expect([handle, requests]).toEqual(['empty', []])
  })

  test('leaves out what shares hardly a word', async () => {
    expect((await ask({ near: [createNear(1, 0.5), createNear(2, 0.3)] })).output['hints']).toHaveLength(1)
    expect((await ask({ near: [createNear(1, 0.3)] })).output).toMatchObject({ hints: [], passages: [], outcome: 'empty', score: 0.3 })
  })

  test('continues as any other when it shall', async () => {
    expect((await ask({ near }, { node: createNode({ on_empty: 'continue' }) })).handle).toBe('out')
  })

  test('has nothing where nothing is near, or nothing may be read', async () => {
    const { output, handle } = await ask({ notices: ['embedding_unavailable'] })
    expect([output, handle]).toMatchObject([
      { outcome: 'empty', hints: [], datasets: [datasetId], notices: ['embedding_unavailable'] },
      'empty',
    ])
    expect((await ask({ isReadable: false })).output).toMatchObject({ outcome: 'empty', datasets: [] })
  })
})

test('is asked again by a continued reply, as an answer may have expired meanwhile', () => {
  expect(nodeTypes.get('qa_match')?.isReplayed).toBeUndefined()
})

test('it needs a dataset and a question', () => {
  const graph = { nodes: [createNode({ datasets: [], question: '' })], edges: [] }
  const problems = checkGraph(graph, nodeTypes).filter(({ field }) => field?.startsWith('config'))
  expect(problems.map(({ field, code }) => [field, code])).toEqual([
    ['config.datasets', 'datasets_missing'],
    ['config.question', 'field_missing'],
  ])
})
