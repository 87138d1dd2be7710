import type { FixedPlan } from '@heddle/contracts/dataset/fixed-plan'
import type { DatasetQueryNode } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { bindResources, findUnknownResources, listBoundResources } from '../graph/bound-resources.ts'
import { checkGraph } from '../graph/graph-rules.ts'
import { nodeTypes } from '../node-type-list.ts'
import type { DatasetAnswer, DatasetPort, DatasetRequest, OpenValues } from '../ports.ts'
import { isObject } from '../value.ts'
import { answer, parseEdges, start } from '../../testing/test-nodes.ts'
import { runNode, type RunNodeOptions } from '../../testing/run-node.ts'

const datasetId = '01980000-0000-7000-8000-000000000001'
const linkedId = '01980000-0000-7000-8000-000000000002'

const createNode = (changes: Partial<DatasetQueryNode['config']> = {}): DatasetQueryNode => ({
  id: 'figures',
  type: 'dataset_query',
  title: 'Figures',
  config: {
    model: null,
    datasets: [datasetId],
    question: '{{start.question}}',
    instructions: 'Strength means tenacity.',
    history_messages: 0,
    max_rows: 50,
    on_empty: 'branch',
    ...changes,
  },
})

const rows = { columns: ['mean of tenacity'], rows: [{ 'mean of tenacity': 24.5 }] }
const found: DatasetAnswer = {
  outcome: 'found',
  text: 'mean of tenacity, 14 rows\n\n| … |',
  rows,
  query: 'mean of tenacity, 14 rows',
  total: 1,
  taken: ['fibre: 棉 → cotton'],
  cited: {
    title: 'Fabrics',
    rows: { dataset_ids: [datasetId, linkedId], version: 3, columns: [], rows: [], total: 1, matched: 14, is_cut: false },
  },
}
const told = (outcome: DatasetAnswer['outcome'], text: string): DatasetAnswer => ({
  outcome,
  text,
  rows: { columns: [], rows: [] },
  query: '',
  total: 0,
  taken: [],
  cited: null,
})

/** Those of a plan over one column, whose values are texts. */
function openValues({ where = [], ...plan }: FixedPlan): OpenValues {
  const keys = where.flatMap(({ open }, index) => (open === undefined ? [] : [`v${index + 1}`]))
  return {
    text: keys.map((key) => `- ${key}: Fibre (text)`).join('\n'),
    keys,
    schema: { type: 'object', required: keys },
    fillPlan(values) {
      if (keys.some((key) => typeof values[key] === 'number')) return { type: 'invalid', errors: '- v1.value: is not a text' }
      if (keys.some((key, index) => where[index]?.open === 'required' && values[key] === null))
        return { type: 'missing', reason: 'Which fibre?' }
      return { type: 'filled', plan: { ...plan, values: keys.map((key) => values[key]) } }
    },
  }
}

/** A dataset of the one column c1. */
function createDatasets(answered: DatasetAnswer | Error = found) {
  const requests: DatasetRequest[] = []
  const port: DatasetPort = {
    describe: (id) =>
      Promise.resolve({
        versions: 't7',
        text: `- c1: Tenacity of ${id}`,
        planSchema: { type: 'object', properties: { select: { enum: ['c1'] } } },
        datasetIds: [datasetId, linkedId],
        findErrors: (plan) => (JSON.stringify(plan).includes('c9') ? '- select.0: is not a column of the table' : null),
        openValues,
      }),
    query(request) {
      requests.push(request)
      return answered instanceof Error ? Promise.reject(answered) : Promise.resolve(answered)
    },
    explain: (outcome) => `Explained: ${outcome}.`,
  }
  return { port, requests }
}

const plan = { select: ['c1'] }
const write = (answered: object) => JSON.stringify(answered)
const asPlan = (written: object) => write({ plan: written, not_expressible: null })

async function ask(answers: NonNullable<RunNodeOptions['answers']>, { node = createNode(), datasets = createDatasets() } = {}) {
  const ran = await runNode(node, { answers, datasets: datasets.port })
  return { ...ran, queries: datasets.requests }
}

describe('a question over a dataset', () => {
  test('is a plan of the model by JSON Schema, and what the port computes of it', async () => {
    const { output, handle, requests, queries, events } = await ask([asPlan(plan)])
    expect(queries).toEqual([{ datasetId, versions: 't7', plan: { ...plan, limit: 50 }, language: 'en' }])
    const { outcome, text, cited, ...values } = found
    const { text: prompted, passages, ...rest } = output
    expect(rest).toEqual({ ...values, result: text, outcome, datasets: [datasetId, linkedId] })
    expect(prompted).toContain('<passage number="1" file="Fabrics">\nmean of tenacity, 14 rows\n\n| … |\n</passage>')
    expect(passages).toMatchObject([{ number: 1, title: 'Fabrics', text, result: { rows: cited?.rows, query: found.query } }])
    expect(handle).toBe('out')
    const [request] = requests
    expect(request).toMatchObject({ temperature: 0, answerSchema: { schema: { required: ['plan', 'not_expressible'] } } })
    const prompt = request?.messages[0]?.content ?? ''
    for (const part of [`- c1: Tenacity of ${datasetId}`, 'Strength means tenacity.', JSON.stringify(request?.answerSchema?.schema)])
      expect(prompt).toContain(part)
    expect(events.map(({ type }) => type)).toEqual(['call', 'usage', 'passages'])
  })

  test.each([
    [{ limit: 7 }, 7],
    [{ limit: 1e9 }, 50],
    [{ limit: 'all' }, 50],
    [{}, 50],
  ])('has at most the rows of the node, whatever the plan says: %j', async (written, limit) => {
    const { queries } = await ask([asPlan({ ...plan, ...written })])
    expect(queries[0]?.plan).toMatchObject({ limit })
  })

  test('with a column that is not there is asked once more, with the errors by path', async () => {
    const { output, requests } = await ask([asPlan({ select: ['c9'] }), asPlan(plan)])
    expect(output['outcome']).toBe('found')
    expect(requests[1]?.messages.at(-1)?.content).toContain('- select.0: is not a column of the table')
  })

  test('fails with an invented column in the second plan, and nothing is computed', async () => {
    const datasets = createDatasets()
    await expect(ask([asPlan({ select: ['c9'] })], { datasets })).rejects.toMatchObject({ code: 'WORKFLOW_OUTPUT_INVALID' })
    expect(datasets.requests).toEqual([])
  })

  test.each([['I do not know.'], [write({ plan: null, not_expressible: null })], [write({ plan: 'SELECT 1', not_expressible: '' })]])(
    'is asked again after %j',
    async (first) => {
      const { output, requests } = await ask([first, asPlan(plan)])
      expect(requests).toHaveLength(2)
      expect(output['outcome']).toBe('found')
    },
  )

  test('that no plan can say takes its own way, with the reason of the model', async () => {
    const { output, handle, queries } = await ask([write({ plan: null, not_expressible: 'It has no prices.' })])
    expect({ output, handle }).toMatchObject({
      output: { text: 'Explained: not_expressible. It has no prices.', outcome: 'not_expressible', datasets: [datasetId, linkedId] },
      handle: 'not_expressible',
    })
    expect(queries).toEqual([])
  })

  test.each([
    ['no_such_value', 'no_such_value', 'No row has “silk” as fibre.'],
    ['ambiguous', 'no_such_value', 'Which fibre does “natural” mean?'],
    ['empty', 'empty', 'Nothing fits.'],
  ] as const)('that ends with %s takes the way %s', async (outcome, handle, text) => {
    const ran = await ask([asPlan(plan)], { datasets: createDatasets(told(outcome, text)) })
    expect(ran).toMatchObject({ handle, output: { text, result: text, outcome, passages: [], rows: { columns: [], rows: [] } } })
  })

  test('has one way for all of them when it shall continue', async () => {
    const node = createNode({ on_empty: 'continue' })
    for (const outcome of ['no_such_value', 'ambiguous', 'empty'] as const)
      expect((await ask([asPlan(plan)], { node, datasets: createDatasets(told(outcome, 'So.')) })).handle).toBe('out')
    expect((await ask([write({ plan: null, not_expressible: 'No.' })], { node })).handle).toBe('out')
  })

  test('over a dataset that its user may not read calls no model, and says what is said of nothing', async () => {
    const { port } = createDatasets()
    const ran = await runNode(createNode(), { datasets: { ...port, describe: () => Promise.resolve(null) } })
    expect(ran).toMatchObject({ handle: 'empty', requests: [], output: { text: 'Explained: empty.', outcome: 'empty', datasets: [] } })
  })

  test('fails as its query does', async () => {
    const slow = Object.assign(new Error('Too slow'), { code: 'DATASET_QUERY_TIMEOUT' })
    await expect(ask([asPlan(plan)], { datasets: createDatasets(slow) })).rejects.toMatchObject({ code: 'DATASET_QUERY_TIMEOUT' })
  })
})

describe('a fixed plan', () => {
  const fixed = { aggregates: [{ fn: 'mean' as const, column: 'c1' }] }
  const of = (where: FixedPlan['where'], limit?: number) => createNode({ plan: { ...fixed, where, ...(limit && { limit }) } })
  const open = of([{ column: 'c1', op: 'eq', open: 'required' }])

  test('without open values is computed without a model, over no more rows than those of its node', async () => {
    const { output, handle, requests, queries } = await ask([], { node: of([], 200) })
    expect([output['outcome'], handle, requests]).toEqual(['found', 'out', []])
    expect(queries).toEqual([{ datasetId, versions: 't7', plan: { ...fixed, values: [], limit: 50 }, language: 'en' }])
  })

  test('asks the model for its open values alone, and computes the plan with what it answers', async () => {
    const { requests, queries } = await ask([write({ v1: "'; DROP TABLE t1; --" })], { node: open })
    const [request] = requests
    expect(request?.answerSchema).toEqual({ name: 'query_values', schema: { type: 'object', required: ['v1'] } })
    const prompt = request?.messages[0]?.content ?? ''
    expect(prompt).toContain('- v1: Fibre (text)')
    expect(prompt).not.toContain('Tenacity')
    expect(queries).toMatchObject([{ plan: { ...fixed, values: ["'; DROP TABLE t1; --"] } }])
  })

  test('whose value the question does not give takes the way of what is not expressible, and names the value', async () => {
    const { output, handle, queries } = await ask([write({ v1: null })], { node: open })
    expect({ handle, output }).toMatchObject({
      handle: 'not_expressible',
      output: { text: 'Explained: not_expressible. Which fibre?', outcome: 'not_expressible' },
    })
    expect(queries).toEqual([])
  })

  test('with a value that does not fit is asked for once more, with what is wrong', async () => {
    const { output, requests } = await ask([write({ v1: 3 }), write({ v1: 'cotton' })], { node: open })
    expect(requests[1]?.messages.at(-1)?.content).toContain('- v1.value: is not a text')
    expect(output['outcome']).toBe('found')
  })

  test('that no longer fits the columns fails, and no model is asked', async () => {
    const { port } = createDatasets()
    const invalid = Object.assign(new Error('Gone'), { code: 'DATASET_PLAN_INVALID' })
    const datasets: DatasetPort = {
      ...port,
      describe: async (id) => {
        const described = await port.describe(id)
        return (
          described && {
            ...described,
            openValues: () => {
              throw invalid
            },
          }
        )
      },
    }
    await expect(runNode(open, { datasets })).rejects.toMatchObject({ code: 'DATASET_PLAN_INVALID' })
  })
})

describe('a graph with it', () => {
  const createGraph = (node: DatasetQueryNode) => ({
    nodes: [start, node, answer('reply', '{{figures.text}}')],
    edges: parseEdges(
      node.config.on_empty === 'branch'
        ? 'start>figures figures>reply figures.empty>reply figures.no_such_value>reply figures.not_expressible>reply'
        : 'start>figures figures>reply',
    ),
  })

  test.each(['branch', 'continue'] as const)('is valid (%s)', (on_empty) => {
    expect(checkGraph(createGraph(createNode({ on_empty })), nodeTypes)).toEqual([])
  })

  test('needs a dataset and a question', () => {
    const problems = checkGraph(createGraph(createNode({ datasets: [], question: '', on_empty: 'continue' })), nodeTypes)
    expect(problems.map(({ field, code }) => [field, code])).toEqual([
      ['config.datasets', 'datasets_missing'],
      ['config.question', 'field_missing'],
    ])
  })

  test('needs a question only when it asks a model', () => {
    const check = (fixed: FixedPlan) =>
      checkGraph(createGraph(createNode({ question: '', plan: fixed })), nodeTypes).map(({ field }) => field)
    expect(check({ aggregates: [{ fn: 'count' }] })).toEqual([])
    expect(check({ aggregates: [{ fn: 'count' }], where: [{ column: 'c1', op: 'eq', open: 'optional' }] })).toEqual(['config.question'])
  })

  test('names its dataset as a resource, and that of its output', () => {
    const graph = createGraph(createNode({ on_empty: 'continue' }))
    expect([listBoundResources(graph, 'dataset'), listBoundResources(graph, 'collection')]).toEqual([[datasetId], []])
    expect(findUnknownResources(graph, { dataset: new Set() })).toMatchObject([{ code: 'dataset_unknown', subject: datasetId }])
    const unbound = bindResources({ nodes: [createNode()], edges: [] }, {}).nodes[0]
    expect(isObject(unbound) && 'config' in unbound && unbound.config).toMatchObject({ datasets: [] })
    expect(nodeTypes.get('dataset_query')?.resources?.listFound({ datasets: [datasetId] })).toEqual([datasetId])
  })
})
