// Properties of every run: random graphs with branches, joins, failures and stops, compared with a reference implementation without
// time.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Graph, type GraphNode, sortNodes } from '../graph/graph.ts'
import { checkGraph, listHandles, planRun } from '../graph/graph-rules.ts'
import { ModelError } from '../ports.ts'
import { play, type Script } from '../testing/play.ts'
import { answer, choose, createTestNodeTypes, parseEdges, llm, start, task } from '../testing/test-nodes.ts'

const nodeTypes = createTestNodeTypes()

type Spec = {
  readonly kind: 'task' | 'llm' | 'switch' | 'answer'
  readonly ms: number
  /** The number of failing calls, and whether they fail after a first piece. */
  readonly failures: number
  readonly isMidway: boolean
  readonly retries: number
  readonly onError: 'fail' | 'default' | 'branch'
  readonly isTimedOut: boolean
  /** The earlier nodes with edges to this one, by handle; and those that a template reads. */
  readonly parents: readonly { readonly node: number; readonly handle: number }[]
  readonly reads: readonly number[]
  readonly taken: number
}

const spec: fc.Arbitrary<Spec> = fc.record({
  kind: fc.constantFrom('task', 'llm', 'switch', 'answer'),
  ms: fc.nat(40),
  failures: fc.constantFrom(0, 0, 0, 0, 1, 2),
  isMidway: fc.boolean(),
  retries: fc.nat(2),
  onError: fc.constantFrom('fail', 'default', 'branch', 'branch'),
  isTimedOut: fc.constantFrom(false, false, false, false, true),
  parents: fc.array(fc.record({ node: fc.nat(20), handle: fc.nat(5) }), { minLength: 1, maxLength: 3 }),
  reads: fc.array(fc.nat(20), { maxLength: 2 }),
  taken: fc.nat(2),
})
const specs = fc.array(spec, { minLength: 1, maxLength: 9 })

const handles = ['a', 'b', 'c']
const timeoutMs = 1_000

type Built = { readonly graph: Graph; readonly findSpec: (id: string) => Spec | undefined }

function build(list: readonly Spec[]): Built {
  const nodes: GraphNode[] = [start]
  const links: Graph['edges'][number][] = []
  const byId = new Map<string, Spec>()
  const readableBefore: string[][] = [[]]
  // The last node is an answer, so that there is one.
  for (const [index, each] of list.map((item, at) => (at === list.length - 1 ? { ...item, kind: 'answer' as const } : item)).entries()) {
    const id = `n${index}`
    const parents = each.parents.map(({ node, handle }) => ({ at: node % nodes.length, handle }))
    const readable = [...new Set(parents.flatMap(({ at }) => readableBefore[at] ?? []))]
    const references = readable.length === 0 ? [] : each.reads.map((at) => `{{${readable[at % readable.length]}.text}}`)
    const handling = {
      retries: each.isMidway ? 0 : each.retries,
      on_error: each.onError,
      default_output: { text: `default ${id}` },
      ...(each.isTimedOut && { timeout_s: timeoutMs / 1_000 }),
    }
    const text = [id, ...references].join(' ')
    byId.set(id, each)
    if (each.kind === 'answer') nodes.push(answer(id, text))
    else if (each.kind === 'switch') nodes.push(choose(id, { handles, taken: handles[each.taken] ?? '', ms: each.ms }))
    else if (each.kind === 'llm') nodes.push(llm(id, handling))
    else {
      const failures = Array.from({ length: each.failures }, () => 'MODEL_UNAVAILABLE' as const)
      const pieces = each.isMidway || each.failures === 0 ? [`${id} `, 'done'] : []
      nodes.push(task(id, { ms: each.isTimedOut ? 10 * timeoutMs : each.ms, pieces, failures, template: text }, handling))
    }
    readableBefore.push([...readable, ...(each.kind === 'switch' ? [] : [id])])
    for (const { at, handle } of parents) {
      const source = nodes[at] ?? start
      const ways = listHandles(source, nodeTypes)
      links.push({ source: source.id, source_handle: ways[handle % ways.length] ?? 'out', target: id })
    }
  }
  return { graph: { nodes, edges: links }, findSpec: (id) => byId.get(id) }
}

/** Returns a model that follows the node's specification. */
const createScript = (findSpec: Built['findSpec']): Script =>
  async function* (id, call, wait) {
    const { ms = 0, failures = 0, isMidway = false, isTimedOut = false } = findSpec(id) ?? {}
    await wait(isTimedOut ? 10 * timeoutMs : ms)
    const isFailing = call <= failures
    if (isFailing && !isMidway) throw new ModelError('MODEL_UNAVAILABLE')
    yield { type: 'text', text: `${id} ` }
    await wait(ms)
    if (isFailing) throw new ModelError('MODEL_UNAVAILABLE')
    yield { type: 'text', text: 'done' }
  }

type End = 'finished' | 'failed' | 'skipped'

type Expected = {
  readonly error: 'REPLY_EMPTY' | 'node failed' | null
  /** The end of each node; null when one fails the run. */
  readonly ends: ReadonlyMap<string, string> | null
  readonly reply: string | null
}

/** Returns the expected outcome of a run, computed without time. */
function evaluate({ graph, findSpec }: Built): Expected {
  const ends = new Map<string, End>()
  const takenHandles = new Map<string, string>()
  const texts = new Map<string, string>()
  const answers: string[] = []
  for (const node of sortNodes(graph)) {
    const incoming = graph.edges.filter(({ target }) => target === node.id)
    const isReached = node.id === 'start' || incoming.some(({ source, source_handle: handle }) => takenHandles.get(source) === handle)
    if (!isReached) {
      ends.set(node.id, 'skipped')
      continue
    }
    const { kind = 'start', failures = 0, isMidway = false, retries = 0, isTimedOut = false, taken = 0 } = findSpec(node.id) ?? {}
    const works = kind === 'task' || kind === 'llm'
    const hasFailed = works && (isTimedOut || failures > (isMidway ? 0 : retries))
    ends.set(node.id, hasFailed ? 'failed' : 'finished')
    if (hasFailed && node.on_error === 'fail') return { error: 'node failed', ends: null, reply: null }
    takenHandles.set(node.id, hasFailed && node.on_error === 'branch' ? 'error' : kind === 'switch' ? (handles[taken] ?? '') : 'out')
    const render = (text: unknown) => String(text).replaceAll(/\{\{(\w+)\.text\}\}/g, (_, id: string) => texts.get(id) ?? '')
    if (hasFailed) texts.set(node.id, node.on_error === 'default' ? `default ${node.id}` : '')
    else if (kind === 'llm') texts.set(node.id, `${node.id} done`)
    else if (kind === 'task') {
      const { pieces = [], template } = node.config as { pieces?: readonly string[]; template?: string }
      texts.set(node.id, pieces.join('') || render(template))
    } else if (kind === 'answer') {
      texts.set(node.id, render((node.config as { text: string }).text))
      answers.push(texts.get(node.id) ?? '')
    }
  }
  return answers.length === 0 ? { error: 'REPLY_EMPTY', ends, reply: null } : { error: null, ends, reply: answers.join('\n\n') }
}

const playBuilt = (built: Built, options: Parameters<typeof play>[1] = {}) =>
  play(built.graph, { ...options, script: createScript(built.findSpec), isTraced: true })

type Played = Awaited<ReturnType<typeof play>>

/** Expects that every node starts at most once, after its predecessors have ended, and ends once when it has started. */
function expectOrder({ graph }: Built, { steps, traces }: Played) {
  const ended = new Set<string>()
  const violations: string[] = []
  for (const trace of traces) {
    const { node_id: id, status } = trace
    if (status !== 'started') {
      if (ended.has(id)) violations.push(`${id} ends twice`)
      ended.add(id)
    } else if (!graph.edges.every(({ source, target }) => target !== id || ended.has(source))) violations.push(`${id} starts too early`)
  }
  const byStatus = Map.groupBy(steps, (step) => step.endsWith(' started'))
  const listIds = (isStart: boolean) => (byStatus.get(isStart) ?? []).map((step) => step.slice(0, step.indexOf(' ')))
  expect({ violations, ends: listIds(false).toSorted() }).toEqual({ violations: [], ends: [...new Set(listIds(true))].toSorted() })
}

/** Returns the outcome of a run; a node may fail in two ways. */
function observe({ error, reply, traces }: Played): Expected {
  const { code = null } = (error ?? {}) as { code?: string }
  if (code !== null && code !== 'REPLY_EMPTY') return { error: 'node failed', ends: null, reply: null }
  const ends = new Map(traces.flatMap(({ node_id: id, status }) => (status === 'started' ? [] : [[id, status]])))
  return { error: code, ends, reply: code === null ? reply : null }
}

/** Expects one usage event for each call of a model. */
const expectUsage = ({ calls, usages }: Played) => expect(usages.toSorted()).toEqual(calls.toSorted())

test('every run ends, and its reply has the reached answers, in the order of the plan', async () => {
  await fc.assert(
    fc.asyncProperty(specs, async (list) => {
      const built = build(list)
      expect(checkGraph(built.graph, nodeTypes)).toEqual([])
      const run = await playBuilt(built)
      expectOrder(built, run)
      expectUsage(run)
      expect(observe(run)).toEqual(evaluate(built))
    }),
    { numRuns: 250 },
  )
})

test('a run that is stopped at any time throws the reason, calls no model afterwards and has reported all usage', async () => {
  await fc.assert(
    fc.asyncProperty(specs, fc.nat(30), async (list, stopAt) => {
      const built = build(list)
      const stop = new AbortController()
      let seen = 0
      const onEvent = () => (seen += 1) === stopAt && stop.abort(new Error('stopped by the user'))
      const run = await playBuilt(built, { signal: stop.signal, onEvent })
      expectOrder(built, run)
      expectUsage(run)
      expect(run.callsAfterAbort).toBe(0)
      const expected = evaluate(built)
      // A run that was about to end may end normally.
      const isOver = !stop.signal.aborted || expected.error !== null || run.reply === expected.reply
      expect(isOver || (run.error as Error).message === 'stopped by the user').toBe(true)
    }),
    { numRuns: 250 },
  )
})

test('a run whose reader leaves closes its model calls', async () => {
  await fc.assert(
    fc.asyncProperty(specs, fc.nat(20), async (list, leaveAt) => {
      const built = build(list)
      let open = 0
      const script = createScript(built.findSpec)
      let seen = 0
      const left = new Error('left')
      await play(built.graph, {
        async *script(...call) {
          open += 1
          try {
            yield* script(...call)
          } finally {
            open -= 1
          }
        },
        onEvent: () => {
          if ((seen += 1) === leaveAt) throw left
        },
      })
      await new Promise((resolve) => setImmediate(resolve))
      expect(open).toBe(0)
    }),
    { numRuns: 100 },
  )
})

test('a graph of a million paths is planned without delay', () => {
  const nodes = [start, ...Array.from({ length: 60 }, (_, at) => task(`n${at}`)), answer('one', 'x')]
  const diamonds = Array.from({ length: 20 }, (_, at) => {
    const [from, left, right, to] = [at === 0 ? 'start' : `n${at * 3 - 1}`, `n${at * 3}`, `n${at * 3 + 1}`, `n${at * 3 + 2}`]
    return `${from}>${left} ${from}>${right} ${left}>${to} ${right}>${to}`
  })
  const before = performance.now()
  planRun({ nodes, edges: parseEdges(`${diamonds.join(' ')} n59>one`) }, nodeTypes)
  expect(performance.now() - before).toBeLessThan(500)
})
