// Properties of every run: random graphs with branches, joins, failures and stops, compared with a reference implementation without
// time.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Graph, type GraphNode, sortNodes } from '../model/graph/graph.ts'
import { checkGraph, listHandles, planRun } from '../model/graph/graph-rules.ts'
import { HttpError, type HttpPort, ModelError } from '../model/ports.ts'
import { play, type Script } from '../testing/play.ts'
import { answer, choose, createTestNodeTypes, parseEdges, llm, start, task } from '../testing/test-nodes.ts'

const nodeTypes = createTestNodeTypes()

const kinds = [
  ...(['task', 'llm', 'switch', 'answer', 'template', 'merge', 'condition'] as const),
  ...(['rewrite', 'classifier', 'extract', 'http'] as const),
]
type Kind = (typeof kinds)[number]

type Spec = {
  readonly kind: Kind
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
  kind: fc.constantFrom(...kinds),
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
const categoryHandles = ['a', 'b', 'other']
const timeoutMs = 1_000

/** The kinds that call a model or a server, and may fail. */
const callers: ReadonlySet<Kind> = new Set(['task', 'llm', 'rewrite', 'classifier', 'extract', 'http'])
/** The kinds without a field `text`. */
const textless: ReadonlySet<Kind> = new Set(['switch', 'classifier', 'condition', 'http'])

type Handling = Pick<GraphNode, 'timeout_s' | 'retries' | 'on_error' | 'default_output'>

/** Returns a node of the product whose calls are known by its id. */
function createProductNode(
  kind: Kind,
  id: string,
  text: string,
  references: readonly string[],
  taken: number,
  handling: Handling,
): GraphNode {
  const asked = { model: null, question: id, instructions: 'Do it.', history_messages: 0 }
  const base = { id, title: id }
  switch (kind) {
    case 'template':
      return { ...base, type: 'template', config: { text } }
    case 'merge':
      return { ...base, type: 'merge_results', config: { mode: taken === 0 ? 'first' : 'join', sources: references, separator: '+' } }
    case 'condition': {
      const comparison = { value: references[0] ?? id, operator: 'is_not_empty', compare_to: '' }
      return { ...base, type: 'condition', config: { cases: [{ id: 'a', label: '', match: 'all', comparisons: [comparison] }] } }
    }
    case 'rewrite': {
      // Without a choice of its author, the question takes the place of what a model did not write.
      const { on_error: onError, ...others } = handling
      return { ...base, ...others, ...(onError !== 'fail' && { on_error: onError }), type: 'query_rewrite', config: asked }
    }
    case 'classifier': {
      const categories = ['a', 'b'].map((name) => ({ id: name, name, description: '' }))
      return { ...base, ...handling, default_output: { category: 'b' }, type: 'classifier', config: { ...asked, categories } }
    }
    case 'extract': {
      const parameters = [{ name: 'text', type: 'text', description: '', required: false }]
      return { ...base, ...handling, type: 'parameter_extract', config: { ...asked, parameters } }
    }
    case 'http': {
      const config = { method: 'GET', url: `https://example.org/${id}`, headers: [], body: null, body_type: 'text' }
      return { ...base, ...handling, default_output: {}, type: 'http_request', config }
    }
    default:
      throw new Error(`${kind} is no type of the product`)
  }
}

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
    // Merged results need at least one source.
    const kind = each.kind === 'merge' && references.length === 0 ? 'template' : each.kind
    if (kind !== each.kind) byId.set(id, { ...each, kind })
    if (each.kind === 'answer') nodes.push(answer(id, text))
    else if (each.kind === 'switch') nodes.push(choose(id, { handles, taken: handles[each.taken] ?? '', ms: each.ms }))
    else if (each.kind === 'llm') nodes.push(llm(id, handling))
    else if (each.kind !== 'task') nodes.push(createProductNode(kind, id, text, references, each.taken, handling))
    else {
      const failures = Array.from({ length: each.failures }, () => 'MODEL_UNAVAILABLE' as const)
      const pieces = each.isMidway || each.failures === 0 ? [`${id} `, 'done'] : []
      nodes.push(task(id, { ms: each.isTimedOut ? 10 * timeoutMs : each.ms, pieces, failures, template: text }, handling))
    }
    readableBefore.push([...readable, ...(textless.has(kind) ? [] : [id])])
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
    const { kind = 'llm', ms = 0, failures = 0, isMidway = false, isTimedOut = false, taken = 0 } = findSpec(id) ?? {}
    const [beginning, end] =
      kind === 'classifier' ? [' ', String((taken + 1) % 3)] : kind === 'extract' ? [`{"text":"${id} `, 'done"}'] : [`${id} `, 'done']
    await wait(isTimedOut ? 10 * timeoutMs : ms)
    const isFailing = call <= failures
    if (isFailing && !isMidway) throw new ModelError('MODEL_UNAVAILABLE')
    yield { type: 'text', text: beginning }
    await wait(ms)
    if (isFailing) throw new ModelError('MODEL_UNAVAILABLE')
    yield { type: 'text', text: end }
  }

/** Returns a server that follows the node's specification; it answers at once. */
function createHttpPort(findSpec: Built['findSpec']): HttpPort {
  const calls = new Map<string, number>()
  return {
    async send({ url }, signal) {
      const id = url.slice(url.lastIndexOf('/') + 1)
      const { failures = 0, isTimedOut = false } = findSpec(id) ?? {}
      const call = (calls.get(id) ?? 0) + 1
      calls.set(id, call)
      if (isTimedOut) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
      if (call <= failures) throw new HttpError('WORKFLOW_HTTP_UNAVAILABLE')
      return { status: 200, headers: {}, body: id }
    },
  }
}

type End = 'finished' | 'failed' | 'skipped'

type Expected = {
  readonly error: 'REPLY_EMPTY' | 'node failed' | null
  /** The end of each node; null when one fails the run. */
  readonly ends: ReadonlyMap<string, string> | null
  readonly reply: string | null
}

type AnyConfig = {
  readonly text?: string
  readonly mode?: string
  readonly sources?: readonly string[]
  readonly cases?: readonly { readonly comparisons: readonly { readonly value: string }[] }[]
}
const getConfig = ({ config }: GraphNode) => (config ?? {}) as AnyConfig

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
    const render = (text: unknown) => String(text).replaceAll(/\{\{(\w+)\.text\}\}/g, (_, id: string) => texts.get(id) ?? '')
    const hasFailed = kind !== 'start' && callers.has(kind) && (isTimedOut || failures > (isMidway ? 0 : retries))
    ends.set(node.id, hasFailed ? 'failed' : 'finished')
    if (hasFailed && node.on_error === 'fail') return { error: 'node failed', ends: null, reply: null }
    const chooseHandle = () => {
      if (hasFailed && node.on_error === 'branch') return 'error'
      if (kind === 'switch') return handles[taken] ?? ''
      if (kind === 'classifier') return hasFailed ? 'b' : (categoryHandles[taken] ?? '')
      if (kind === 'condition') return render(getConfig(node).cases?.[0]?.comparisons[0]?.value) === '' ? 'else' : 'a'
      return 'out'
    }
    takenHandles.set(node.id, chooseHandle())
    if (hasFailed && node.on_error === undefined) texts.set(node.id, node.id)
    else if (hasFailed) texts.set(node.id, node.on_error === 'default' ? `default ${node.id}` : '')
    else if (kind === 'template') texts.set(node.id, render(getConfig(node).text))
    else if (kind === 'merge') {
      const { mode, sources = [] } = getConfig(node)
      const found = sources.map(render).filter((text) => text.trim() !== '')
      texts.set(node.id, (mode === 'first' ? found.slice(0, 1) : found).join('+'))
    } else if (kind === 'llm' || kind === 'rewrite' || kind === 'extract') texts.set(node.id, `${node.id} done`)
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
  play(built.graph, { ...options, script: createScript(built.findSpec), ports: { http: createHttpPort(built.findSpec) }, isTraced: true })

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
        ports: { http: createHttpPort(built.findSpec) },
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
