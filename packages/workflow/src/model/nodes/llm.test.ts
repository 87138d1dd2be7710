import type { LlmNode } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { checkGraph } from '../graph/graph-rules.ts'
import { nodeTypes } from '../node-type-list.ts'
import { answer, parseEdges, start } from '../../testing/test-nodes.ts'
import { runNode } from '../../testing/run-node.ts'

const schema = { type: 'object', properties: { fibre: { type: 'string' }, share: { type: 'number' } }, required: ['fibre'] }

type JsonSchema = NonNullable<LlmNode['config']['json_schema']>

const createNode = (json_schema: JsonSchema | undefined): LlmNode => ({
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

describe('an answer of a schema that could take long', () => {
  const askFor = (properties: JsonSchema, ...answers: string[]) => runNode(createNode({ type: 'object', properties }), { answers })
  const hostile = `${'a'.repeat(34)}!`

  test('is matched in time with a pattern that backtracks', async () => {
    const pattern = { type: 'string', pattern: '^(a+)+$' }
    const { output, requests } = await askFor({ a: pattern }, JSON.stringify({ a: hostile }), '{"a":"aaa"}')
    expect(output.json).toEqual({ a: 'aaa' })
    expect(requests).toHaveLength(2)
  })

  test('is matched so by the patterns of names too', async () => {
    const named = { type: 'object', patternProperties: { '^(a+)+$': {} }, additionalProperties: false }
    const { output } = await askFor(
      { a: named, b: { type: 'object', propertyNames: { pattern: '^(b+)+$' } } },
      '{"a":{"aa":1},"b":{"b":2}}',
    )
    expect(output.json).toEqual({ a: { aa: 1 }, b: { b: 2 } })
    await expect(askFor({ a: named }, `{"a":{"${hostile}":1}}`, `{"a":{"${hostile}":1}}`)).rejects.toMatchObject({
      code: 'WORKFLOW_OUTPUT_INVALID',
    })
  })

  test.each<[string, JsonSchema, string, string]>([
    ['texts', { type: 'string', pattern: String.raw`(\pL{1,900})$` }, `"${'é'.repeat(20_000)}!"`, 'too long'],
    [
      'values',
      { items: { anyOf: Array.from({ length: 40 }, () => ({ type: 'boolean' })) }, type: 'array' },
      `[${'0,'.repeat(50_000)}0]`,
      'too many',
    ],
  ])('is refused beyond the work of an answer: %s', async (_, property, value, problem) => {
    const { requests } = await askFor({ a: property }, `{"a":${value}}`, '{}')
    expect(requests[1]?.messages.at(-1)?.content).toContain(problem)
  })

  test('says of very many errors the first ones', async () => {
    const { requests } = await askFor({ a: { type: 'array', items: { type: 'string' } } }, `{"a":[${'0,'.repeat(50_000)}0]}`, '{}')
    expect(requests[1]?.messages.at(-1)?.content.length).toBeLessThan(5_000)
  })
})

const tooLarge = 'schema_too_large config.json_schema'
const tree: JsonSchema = { type: 'object', properties: { next: { anyOf: [{ $ref: '#/$defs/tree' }, { type: 'null' }] } } }
const within: JsonSchema = { type: 'object', properties: { x: { $ref: '#/$defs/a' } } }

/** Each definition has the next one twice. */
const createDoublings = (count: number): JsonSchema =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const next = { $ref: `#/$defs/${at + 1}` }
      return [String(at), { allOf: at === count - 1 ? [] : [next, next] }]
    }),
  )

describe('the rule of a schema', () => {
  const check = (json_schema: JsonSchema | undefined, text = '{{model.text}}') =>
    checkGraph({ nodes: [start, createNode(json_schema), answer('one', text)], edges: parseEdges('start>model model>one') }, nodeTypes).map(
      ({ code, field }) => `${code} ${field}`,
    )

  test.each<[JsonSchema, string[]]>([
    [schema, []],
    [{ type: 'string' }, ['schema_invalid config.json_schema']],
    [{ type: 'object' }, ['schema_invalid config.json_schema']],
    [{ type: 'object', properties: { a: { type: 'colour' } } }, ['schema_invalid config.json_schema']],
    [{ type: 'object', properties: { a: { $ref: 'https://example.org/schema' } } }, ['schema_invalid config.json_schema']],
    [{ type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } }, []],
    [{ type: 'object', properties: { a: { type: 'string', pattern: String.raw`^[\u4e00-\u9fff]{2,}\/\d$` } } }, []],
    [{ type: 'object', properties: { a: { type: 'string', pattern: '(?=a)b' } } }, ['pattern_unsupported config.json_schema']],
    [{ type: 'object', properties: { a: { type: 'string', pattern: String.raw`(a)\1` } } }, ['pattern_unsupported config.json_schema']],
    [{ type: 'object', properties: {}, patternProperties: { '(?<!a)b': {} } }, ['pattern_unsupported config.json_schema']],
    [{ type: 'object', properties: { tree: { $ref: '#/$defs/tree' } }, $defs: { tree } }, []],
    [{ type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } }, [tooLarge]],
    [{ type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { anyOf: [within, within] } } }, [tooLarge]],
    [{ type: 'object', properties: { a: { $ref: '#/$defs/0' } }, $defs: createDoublings(20) }, [tooLarge]],
    [{ type: 'object', properties: { a: { enum: Array.from({ length: 9_000 }, (_, at) => at) } } }, [tooLarge]],
    [{ type: 'object', properties: { a: { type: ['object', 'object'] } } }, [tooLarge]],
  ])('of %j finds %j', (given, problems) => expect(check(given)).toEqual(problems))

  test('refuses too many properties, and too many levels, before anything is made of them', () => {
    const properties = Object.fromEntries(Array.from({ length: 16_000 }, (_, at) => [`p${at}`, { type: 'string' }]))
    const deep = JSON.parse(`${'{"items":'.repeat(50_000)}{}${'}'.repeat(50_000)}`) as JsonSchema
    const started = performance.now()
    expect(check({ type: 'object', properties })).toEqual([tooLarge])
    expect(check({ type: 'object', properties: { a: deep } })).toEqual([tooLarge])
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  test('gives the field `json` to a node with one', () => {
    expect(check(schema, '{{model.json}}')).toEqual([])
    expect(check(undefined, '{{model.json}}')).toEqual(['reference_unknown_field config.text'])
  })
})
