import type { LlmNode } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { checkGraph } from '../graph/graph-rules.ts'
import { answer, parseEdges, start } from '../testing/test-nodes.ts'
import { runNode } from '../testing/run-node.ts'

const schema = { type: 'object', properties: { fibre: { type: 'string' }, share: { type: 'number' } }, required: ['fibre'] }

const createNode = (json_schema: LlmNode['config']['json_schema']): LlmNode => ({
  id: 'model',
  type: 'llm',
  title: 'Model',
  config: { model: null, prompt: '', question: '{{start.question}}', temperature: null, history_messages: 0, json_schema },
})

const ask = (...answers: string[]) => runNode(createNode(schema), { answers, isShown: true })

describe('an answer in JSON', () => {
  test('is asked for by its schema, and is a text and an object', async () => {
    const { output, requests } = await ask('{"fibre":"cotton","share":0.6}')
    expect(output).toEqual({ text: '{"fibre":"cotton","share":0.6}', json: { fibre: 'cotton', share: 0.6 } })
    expect(requests[0]?.messages[0]?.content).toContain(JSON.stringify(schema))
    expect(requests[0]?.answerSchema).toEqual({ name: 'answer', schema })
  })

  test('is retracted and asked for once more when it does not fit the schema', async () => {
    const { output, requests, events } = await ask('{"share":0.6}', '{"fibre":"cotton"}')
    expect(output.json).toEqual({ fibre: 'cotton' })
    expect(requests[1]?.messages.at(-1)?.content).toContain('fibre')
    expect(events.map(({ type }) => type).join(' ')).toBe('call reasoning piece usage retracted call reasoning piece usage')
  })

  test('fails the node when the second one does not fit either', async () => {
    await expect(ask('No.', '{"fibre":1}')).rejects.toMatchObject({ code: 'WORKFLOW_OUTPUT_INVALID' })
  })

  test('keeps its digits, and integers beyond the safe ones are integers', async () => {
    const numbers = { type: 'object', properties: { id: { type: 'integer' }, price: { type: 'number', maximum: 2 } }, required: ['id'] }
    const { output, requests } = await runNode(createNode(numbers), { answers: ['{"id":7615917337495251231,"Price":1.10,"more":[1e400]}'] })
    expect(requests).toHaveLength(1)
    expect(output.json).toEqual({
      id: { $exact_number: '7615917337495251231' },
      price: { $exact_number: '1.10' },
      more: [{ $exact_number: '1e400' }],
    })
  })

  test('is no object without a schema', async () => {
    const { output, requests } = await runNode(createNode(undefined), { answers: ['{"fibre":"cotton"}'] })
    expect(output).toEqual({ text: '{"fibre":"cotton"}' })
    expect(requests[0]).not.toHaveProperty('answerSchema')
    expect(requests).toHaveLength(1)
  })
})

describe('the rule of a schema', () => {
  const check = (json_schema: LlmNode['config']['json_schema'], text = '{{model.text}}') =>
    checkGraph({ nodes: [start, createNode(json_schema), answer('one', text)], edges: parseEdges('start>model model>one') }).map(
      ({ code, field }) => `${code} ${field}`,
    )

  test.each([
    [schema, []],
    [{ type: 'string' }, ['schema_invalid config.json_schema']],
    [{ type: 'object' }, ['schema_invalid config.json_schema']],
    [{ type: 'object', properties: { a: { type: 'colour' } } }, ['schema_invalid config.json_schema']],
    [{ type: 'object', properties: { a: { $ref: 'https://example.org/schema' } } }, ['schema_invalid config.json_schema']],
  ])('of %j finds %j', (given, problems) => expect(check(given)).toEqual(problems))

  test('gives the field `json` to a node with one', () => {
    expect(check(schema, '{{model.json}}')).toEqual([])
    expect(check(undefined, '{{model.json}}')).toEqual(['reference_unknown_field config.text'])
  })
})
