import type { ParameterExtractNode } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { checkGraph } from '../graph/graph-rules.ts'
import { answer, parseEdges, start } from '../testing/test-nodes.ts'
import { runNode } from '../testing/run-node.ts'

type Parameters = ParameterExtractNode['config']['parameters']

const parameters: Parameters = [
  { name: 'number', type: 'text', description: 'Of the standard', required: true },
  { name: 'year', type: 'number', description: '', required: true },
  { name: 'is_current', type: 'boolean', description: '', required: false },
  { name: 'materials', type: 'list', description: '', required: false },
]

const createNode = (list: Parameters): ParameterExtractNode => ({
  id: 'values',
  type: 'parameter_extract',
  title: 'Values',
  config: { model: null, question: '{{start.question}}', instructions: '', history_messages: 0, parameters: list },
})

const extract = (...answers: string[]) => runNode(createNode(parameters), { answers })

describe('extracted parameters', () => {
  test('are asked for by a JSON Schema in which what is not said is null', async () => {
    const { requests } = await extract('{}')
    const prompt = requests[0]?.messages[0]?.content ?? ''
    expect(prompt).toContain(JSON.stringify(requests[0]?.answerSchema?.schema))
    expect(JSON.parse(prompt.slice(prompt.indexOf('{')))).toEqual({
      type: 'object',
      properties: {
        number: { type: ['string', 'null'], description: 'Of the standard' },
        year: { type: ['number', 'null'] },
        is_current: { type: ['boolean', 'null'] },
        materials: { type: ['array', 'null'], items: { type: 'string' } },
      },
      required: ['number', 'year', 'is_current', 'materials'],
      additionalProperties: false,
    })
  })

  test('have the types of their fields', async () => {
    const { output } = await extract('{"number":"ISO 105","year":2013,"is_current":true,"materials":["cotton","wool"]}')
    expect(output).toEqual({ number: 'ISO 105', year: 2013, is_current: true, materials: ['cotton', 'wool'], missing: [] })
  })

  test.each([
    ['```json\n{"number": 105, "year": "2013"}\n```'],
    ['Here it is: {"number":"105","year":2013,"is_current":null,"materials":null} Anything else?'],
    ['{"number":"105","year":" 2013 ","is_current":"","unknown":[1]}'],
  ])('are read from %j', async (text) => {
    expect((await extract(text)).output).toEqual({ number: '105', year: 2013, missing: [] })
  })

  test('name the required ones that are not there', async () => {
    expect((await extract('{"year":null,"number":""}')).output).toEqual({ missing: ['number', 'year'] })
  })

  test.each(['I do not know.', '{"year": }', '{"number":"105","year":"long ago"}', '{"materials":"cotton"}'])(
    'are asked for once more after %j',
    async (text) => {
      const { output, requests, events } = await extract(text, '{"number":"105","year":2013}')
      expect(output).toEqual({ number: '105', year: 2013, missing: [] })
      expect(requests[1]?.messages.slice(0, -2)).toEqual(requests[0]?.messages)
      expect(events.map(({ type }) => type)).toEqual(['call', 'usage', 'call', 'usage'])
    },
  )

  test('fail when the second answer is of no use either', async () => {
    await expect(extract('No.', 'No.')).rejects.toMatchObject({ code: 'WORKFLOW_OUTPUT_INVALID' })
  })
})

describe('the rules of parameters', () => {
  const check = (list: Parameters) =>
    checkGraph({ nodes: [start, createNode(list), answer('one', '{{values.missing}}')], edges: parseEdges('start>values values>one') }).map(
      ({ code, field }) => `${code} ${field}`,
    )

  test('require at least one, each with a name of its own', () => {
    const [first] = parameters as [Parameters[number]]
    expect(check(parameters)).toEqual([])
    expect(check([])).toEqual(['parameter_missing config.parameters'])
    expect(check([first, first, { ...first, name: 'missing' }, { ...first, name: 'error_code' }])).toEqual([
      'parameter_repeated config.parameters.1.name',
      'parameter_repeated config.parameters.2.name',
      'parameter_repeated config.parameters.3.name',
    ])
  })
})
