import type { RunTrace } from '@heddle/contracts/trial/workflow-run'
import { describe, expect, test } from 'vitest'
import type { UsageCall } from '../usage/usage.service.ts'
import { boundTrace, boundValues, maxTraceLength, maxValuesLength } from './kept-run.rules.ts'
import { computeCost, type RunPrice, toMicros } from './run-cost.ts'

const price: RunPrice = { currency: 'USD', input: toMicros(1.5), cachedInput: toMicros(0.5), output: toMicros(3) }
const prices = new Map([
  ['a', price],
  ['b', { ...price, currency: 'EUR' }],
  ['cheap', { ...price, input: toMicros(0.006) }],
])

const createCall = (modelId: string | null, inputTokens = 0, cachedTokens = 0, outputTokens = 0): UsageCall => ({
  nodeId: 'model',
  attempt: 1,
  modelId,
  endpointId: null,
  modelName: 'gpt-4o',
  usage: { inputTokens, outputTokens, cachedTokens, reasoningTokens: 0, estimated: false },
  serverCalls: 1,
  firstTokenMs: null,
})

describe('the cost of calls', () => {
  test.each([
    ['of new, cached and generated tokens', [createCall('a', 1_000_000, 400_000, 500_000)], '2.6'],
    ['is rounded for each call', [createCall('cheap', 1), createCall('cheap', 1)], '0.00000002'],
    ['of a call that no model took is none', [createCall('a', 1_000_000), createCall(null)], '1.5'],
  ])('%s', (_, calls, amount) => {
    expect(computeCost(calls, prices)).toEqual({ amount, currency: 'USD' })
  })

  test.each([
    ['without calls', []],
    ['with a model that has no price', [createCall('a', 5), createCall('c', 5)]],
    ['in two currencies', [createCall('a', 5), createCall('b', 5)]],
  ])('is unknown %s', (_, calls) => {
    expect(computeCost(calls, prices)).toBeNull()
  })
})

describe('what is kept of a run', () => {
  const createTrace = (length: number): RunTrace => ({
    node_id: 'model',
    status: 'started',
    attempt: 1,
    input: { 'config.prompt': { text: '布'.repeat(length), is_cut: false } },
  })

  test('is the whole trace when that is short enough', () => {
    const trace = [createTrace(16_000), { node_id: 'other', status: 'skipped' } as const]
    expect(boundTrace(trace)).toBe(trace)
  })

  test('is a trace with shorter texts otherwise', () => {
    const bounded = boundTrace(Array.from({ length: 800 }, () => createTrace(16_000)))
    expect(bounded).toHaveLength(800)
    expect(bounded[0]).toMatchObject({ input: { 'config.prompt': { text: '布'.repeat(1_000), is_cut: true } } })
    expect(JSON.stringify(bounded).length).toBeLessThanOrEqual(maxTraceLength)
  })

  test('is each output that is short enough, as long as all are', () => {
    const half = { text: 'x'.repeat(maxValuesLength.node / 2) }
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`n${index}`, half]))
    expect(Object.keys(boundValues({ long: { text: 'x'.repeat(maxValuesLength.node) }, half }))).toEqual(['half'])
    expect(JSON.stringify(boundValues(many)).length).toBeLessThanOrEqual(maxValuesLength.run + 1_000)
  })
})
