import type { RunDoneEvent, RunStreamEvent, RunTrace, WorkflowRun } from '@heddle/contracts/trial/workflow-run'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError, NetworkError } from '#shared/api/errors.ts'
import type { DraftGraph } from '../../graph/draft.ts'
import { listNodeValues, parseValue } from '../node/node-values.ts'
import { readProblems } from './refused-problems.ts'
import { openKeptRun } from './test-run.ts'
import { TestStore } from './test-store.ts'

const runId = '01890000-0000-7000-8000-000000000001'
const otherRunId = '01890000-0000-7000-8000-000000000003'
const workflowId = '01890000-0000-7000-8000-000000000002'

const graph: DraftGraph = {
  nodes: [
    { id: 'start', type: 'start', title: 'Start' },
    { id: 'llm', type: 'llm', title: 'Model', config: { prompt: 'Know cotton.', question: '{{start.question}} {{start.question}}' } },
    { id: 'answer', type: 'answer', title: 'Answer', config: { text: '{{llm.text}}' } },
  ],
  edges: [
    { source: 'start', target: 'llm' },
    { source: 'llm', target: 'answer' },
  ],
}

const usage = { input_tokens: 7, output_tokens: 3, estimated: false }
const buildEnd = (nodeId: string, fields: Partial<Extract<RunTrace, { ms: number }>> = {}): RunTrace => ({
  node_id: nodeId,
  status: 'finished',
  attempt: 1,
  ms: 20,
  usage,
  cost: null,
  handle: 'out',
  output: { text: { text: 'Cotton is soft.', is_cut: false } },
  error: null,
  ...fields,
})
const started = (nodeId: string): RunStreamEvent => ({
  type: 'node',
  trace: { node_id: nodeId, status: 'started', attempt: 1, input: { 'config.question': { text: 'Why?', is_cut: false } } },
})
const ended = (nodeId: string): RunStreamEvent => ({ type: 'node', trace: buildEnd(nodeId) })
const delta = (text: string): RunStreamEvent => ({ type: 'delta', text })
const buildDone = (text: string, fields: Partial<RunDoneEvent> = {}): RunDoneEvent => ({
  type: 'done',
  run_id: runId,
  text,
  notices: [],
  outcome: 'completed',
  error: null,
  usage: { ...usage, reasoning_tokens: 0 },
  cost: null,
  ms: 40,
  first_token_ms: 10,
  model: 'demo',
  ...fields,
})

type Connection = {
  readonly body: Record<string, unknown>
  readonly signal: AbortSignal
  /** Resolves when the store has taken the events and waits for the next one, or wants none. */
  send: (...events: RunStreamEvent[]) => Promise<void>
  /** Resolves when the run has ended, as that of `close` does. */
  fail: (error: unknown) => Promise<void>
  close: () => Promise<void>
}

let connections: Connection[] = []
let hasEnded = 0
let nextEnd = Promise.withResolvers<void>()

function connect(body: Record<string, unknown>, signal: AbortSignal): ReadableStream<RunStreamEvent> {
  let taken = Promise.withResolvers<void>()
  const finish = async (end: () => void) => {
    nextEnd = Promise.withResolvers()
    end()
    await nextEnd.promise
  }
  return new ReadableStream(
    {
      start: (stream) => {
        connections.push({
          body,
          signal,
          send: async (...events) => {
            taken = Promise.withResolvers()
            for (const event of events) stream.enqueue(event)
            await taken.promise
          },
          fail: (error) => finish(() => stream.error(error)),
          close: () => finish(() => stream.close()),
        })
      },
      pull: () => taken.resolve(),
      cancel: () => taken.resolve(),
    },
    // Without a buffer, `pull` means that the store waits.
    { highWaterMark: 0 },
  )
}

function open(): TestStore {
  return new TestStore(workflowId, {
    run: async (body, signal) => connect(body, signal),
    onEnded: () => {
      hasEnded += 1
      nextEnd.resolve()
    },
    requestFrame: (callback) => callback(),
  })
}

function ask(store: TestStore, question = 'Why?', versions: (number | null)[] = [null]) {
  store.ask({ question, options: { response_language: 'en' }, graph, versions })
  return connections.slice(-versions.length)
}

beforeEach(() => {
  connections = []
  hasEnded = 0
})

describe('a test of the draft', () => {
  test('sends the unsaved graph and shows what each node does as it happens', async () => {
    const store = open()
    const [connection] = ask(store)
    expect(connection?.body).toEqual({ graph, question: 'Why?', response_language: 'en', history: [] })
    expect(store.getNodeRun('llm')?.status).toBe('waiting')
    await connection?.send({ type: 'run', run_id: runId }, started('llm'))
    expect(store.getNodeRun('llm')).toMatchObject({ status: 'running', attempt: 1, input: { 'config.question': { text: 'Why?' } } })
    await connection?.send({ type: 'step', step: { node_id: 'llm', type: 'llm', title: '', status: 'started', ahead: 2 } })
    expect(store.getNodeRun('llm')?.ahead).toBe(2)
    await connection?.send(ended('llm'), delta('Cotton is '), delta('soft.'))
    expect(store.getNodeRun('llm')).toMatchObject({ status: 'finished', ahead: null, ms: 20, usage, handle: 'out' })
    expect(store.getState()).toMatchObject({ isRunning: true, shown: { text: 'Cotton is soft.', end: null } })
    await connection?.send({ type: 'node', trace: { node_id: 'answer', status: 'skipped' } }, buildDone('Cotton is soft.'))
    await connection?.close()
    expect(store.getState()).toMatchObject({ isRunning: false, shown: { id: runId, end: { kind: 'done', outcome: 'completed' } } })
    expect(store.getNodeRun('answer')?.status).toBe('skipped')
    expect(store.getNodeRun('start'), 'a node that the run did not reach').toBeUndefined()
    expect(hasEnded).toBe(1)
  })

  test('changes the object of a node only when that node changes', async () => {
    const store = open()
    const [connection] = ask(store)
    const before = store.getNodeRun('answer')
    await connection?.send(started('llm'), delta('C'), ended('llm'))
    expect(store.getNodeRun('answer')).toBe(before)
  })

  test('gives the next question the earlier turns, and a repeated one those before it', async () => {
    const store = open()
    const [first] = ask(store, 'Why?')
    await first?.send(buildDone('Because.'))
    await first?.close()
    const history = [
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content: 'Because.' },
    ]
    const [second] = ask(store, 'And then?')
    expect(second?.body['history']).toEqual(history)
    await second?.send(buildDone('Then this.'))
    await second?.close()
    store.repeat({ graph, versions: [null] })
    expect(connections.at(-1)?.body).toMatchObject({ question: 'And then?', history })
    expect(store.getState().turns.map(({ question }) => question)).toEqual(['Why?', 'And then?'])
  })

  test('ends at once when it is stopped, and keeps its text', async () => {
    const store = open()
    const [connection] = ask(store)
    await connection?.send(started('llm'), delta('Cotton'))
    store.stop()
    expect(connection?.signal.aborted).toBe(true)
    expect(store.getState()).toMatchObject({ isRunning: false, shown: { text: 'Cotton', end: { kind: 'stopped' } } })
    expect(store.getNodeRun('llm')?.status).toBe('failed')
    await connection?.send(delta(' is late'))
    expect(store.getState().shown?.text).toBe('Cotton')
  })

  test('ends with the refusal, and with a connection that breaks', async () => {
    const refusal = new ApiError(422, 'WORKFLOW_GRAPH_INVALID', '', {
      problems: [{ severity: 'error', node_id: 'llm', field: 'config.prompt', code: 'field_missing', message: '' }],
    })
    const store = open()
    const [first] = ask(store)
    await first?.fail(refusal)
    expect(store.getState().shown?.end).toEqual({ kind: 'broken', error: refusal })
    expect(readProblems(refusal)).toMatchObject([{ severity: 'error', nodeId: 'llm', field: 'config.prompt', code: 'field_missing' }])
    const [second] = ask(store)
    await second?.send(delta('Half'))
    await second?.close()
    expect(store.getState().shown).toMatchObject({ text: 'Half', end: { kind: 'broken', error: expect.any(NetworkError) } })
  })

  test('forgets its turns when it starts again', async () => {
    const store = open()
    const [connection] = ask(store)
    store.restart()
    expect(connection?.signal.aborted).toBe(true)
    expect(store.getState()).toEqual({ turns: [], shown: null, isRunning: false })
  })
})

test('two versions run side by side, each with its own history, and either can be shown on the nodes', async () => {
  const store = open()
  const [draft, version] = ask(store, 'Why?', [null, 3])
  expect(draft?.body).toMatchObject({ graph, question: 'Why?' })
  expect(version?.body).toMatchObject({ version: 3, question: 'Why?' })
  await draft?.send(ended('llm'), buildDone('A'))
  await draft?.close()
  expect(store.getState().isRunning).toBe(true)
  await version?.send(started('answer'), buildDone('B', { run_id: otherRunId }))
  await version?.close()
  const [turn] = store.getState().turns
  expect(turn?.runs.map(({ text }) => text)).toEqual(['A', 'B'])
  expect(store.getNodeRun('llm')?.status).toBe('finished')
  const other = turn?.runs[1]
  if (other) store.show(other)
  expect(store.getNodeRun('llm')).toBeUndefined()
  const [, next] = ask(store, 'More?', [null, 3])
  expect(next?.body['history']).toEqual([
    { role: 'user', content: 'Why?' },
    { role: 'assistant', content: 'B' },
  ])
})

test('a node alone keeps the trace of the others, and is given the values of their run', async () => {
  const store = open()
  const [connection] = ask(store)
  await connection?.send({ type: 'run', run_id: runId }, ended('start'), ended('llm'), buildDone('Cotton.'))
  await connection?.close()
  store.runNode({ nodeId: 'llm', question: 'Why?', graph, values: { start: { question: 'Why not?' } } })
  const alone = connections.at(-1)
  expect(alone?.body).toEqual({
    graph,
    question: 'Why?',
    node_id: 'llm',
    values: { start: { question: 'Why not?' } },
    values_from_run_id: runId,
  })
  expect(store.getNodeRun('start')?.status).toBe('finished')
  expect(store.getNodeRun('llm')?.status).toBe('waiting')
  await alone?.send({ type: 'run', run_id: otherRunId }, ended('llm'), buildDone('', { run_id: otherRunId }))
  await alone?.close()
  store.runNode({ nodeId: 'answer', question: 'Why?', graph, values: {} })
  const again = connections.at(-1)
  expect(again?.body, 'the run that has the values of all nodes').toMatchObject({ node_id: 'answer', values_from_run_id: runId })
  await again?.close()
  const [next] = ask(store, 'More?')
  expect(next?.body['history'], 'without the nodes alone').toHaveLength(2)
})

test('a node alone reads the files of the question before it', () => {
  const store = open()
  store.ask({ question: 'Why?', options: { file_ids: [otherRunId] }, graph, versions: [null] })
  expect(connections.at(-1)?.body['file_ids']).toEqual([otherRunId])
  store.stop()
  store.runNode({ nodeId: 'llm', question: 'Why?', graph, values: {} })
  expect(connections.at(-1)?.body['file_ids']).toEqual([otherRunId])
})

test('a kept run opens with its trace on the nodes', () => {
  const { type: _type, run_id: id, ...done } = buildDone('Cotton is soft.')
  const kept: WorkflowRun = {
    ...done,
    id,
    question: 'Why?',
    response_language: 'en',
    version: 2,
    node_id: null,
    user: null,
    created_at: '2026-01-01T00:00:00Z',
    sources: [],
    trace: [
      { node_id: 'start', status: 'started', attempt: 1, input: {} },
      buildEnd('start'),
      buildEnd('llm', { status: 'failed', handle: null, error: 'MODEL_UNAVAILABLE' }),
      { node_id: 'answer', status: 'skipped' },
    ],
    values: {},
  }
  const store = open()
  store.show(openKeptRun(kept))
  expect(store.getState().shown).toMatchObject({ id: runId, version: 2, text: 'Cotton is soft.', end: { kind: 'done' } })
  expect(store.getNodeRun('llm')).toMatchObject({ status: 'failed', error: 'MODEL_UNAVAILABLE' })
  expect(store.getNodeRun('answer')?.status).toBe('skipped')
  expect(['start', 'llm', 'answer'].map((nodeId) => store.getNodeRun(nodeId)?.handle)).toEqual(['out', null, null])
})

describe('the values of a node', () => {
  test('are what its templates read, each once', () => {
    const [, llm] = graph.nodes
    expect(llm && listNodeValues(graph, llm)).toEqual([
      { nodeId: 'start', field: 'question', title: 'Start', sourceType: 'start', type: 'text' },
    ])
  })

  test.each([
    ['text', ' two ', ' two '],
    ['number', '1.5', 1.5],
    ['number', 'one', undefined],
    ['boolean', 'true', true],
    ['boolean', 'yes', undefined],
    ['object', '{"a":1}', { a: 1 }],
    ['object', '[1]', undefined],
    ['list', '["a"]', ['a']],
    ['list', 'a\nb\n', ['a', 'b']],
  ] as const)('of the type %s are read from %j', (type, text, value) => {
    expect(parseValue(type, text)).toEqual(value)
  })
})
