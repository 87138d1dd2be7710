import type { WorkflowGraph, WorkflowNode } from '@heddle/contracts/workflow/workflow-graph'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WorkflowEvent } from '../model/events.ts'
import { createPlainChatGraph, createWritingHelperGraph } from '../model/graph/starter-graphs.ts'
import type { WorkflowInput } from '../model/node-type.ts'
import { ModelError, type ModelEvent, type ModelRequest, type WorkflowPorts } from '../model/ports.ts'
import { renderTemplate } from '../model/graph/template.ts'
import { runWorkflow } from './run.ts'
import { describeModelsOf } from '../testing/describe-model.ts'
import { plainInput } from '../testing/input.ts'

// The model is the edge of this package and scripted here. The real client is tested with the demonstration model.
type Script = (request: ModelRequest, signal: AbortSignal) => Iterable<ModelEvent | Error> | AsyncIterable<ModelEvent | Error>

const createText = (piece: string): ModelEvent => ({ type: 'text', text: piece })
const createReasoning = (piece: string): ModelEvent => ({ type: 'reasoning', text: piece })
const usage = { inputTokens: 11, outputTokens: 7, reasoningTokens: 2, cachedTokens: 3, estimated: false }

function createPorts(script: Script): WorkflowPorts & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  let time = 0
  return {
    requests,
    countTokens: (counted) => counted.length,
    splitPassages: (whole) => [whole],
    extractFeatures: () => new Set(),
    checkLanguage: (written) => (written.includes('falsch') ? 'wrong' : written.length > 20 ? 'matches' : 'unsure'),
    yieldToEventLoop: () => Promise.resolve(),
    wait: () => Promise.resolve(),
    now: () => (time += 10),
    model: {
      describe: describeModelsOf(plainInput),
      async *generate(request, signal) {
        requests.push(request)
        for await (const event of script(request, signal)) {
          if (event instanceof Error) throw event
          yield event
        }
      },
    },
  }
}

async function play(
  ports: WorkflowPorts,
  { graph = createPlainChatGraph(), changes = {}, signal = new AbortController().signal }: PlayOptions = {},
) {
  const events: WorkflowEvent[] = []
  let error: unknown
  try {
    const input = { ...plainInput, ...changes }
    const model = { ...ports.model, describe: describeModelsOf(input) }
    for await (const event of runWorkflow({ graph, input, ports: { ...ports, model }, signal })) events.push(event)
  } catch (thrown) {
    error = thrown
  }
  const listTexts = (type: 'delta' | 'reasoning') => events.flatMap((event) => (event.type === type ? [event.text] : []))
  return {
    events,
    error,
    deltas: listTexts('delta'),
    reasoning: listTexts('reasoning').join(''),
    usages: events.filter((event) => event.type === 'usage'),
    steps: events.flatMap((event) => (event.type === 'step' ? [`${event.step.node_id} ${event.step.status}`] : [])),
  }
}
type PlayOptions = { graph?: WorkflowGraph; changes?: Partial<WorkflowInput>; signal?: AbortSignal }

const start: WorkflowNode = { id: 'start', type: 'start', title: 'Start' }
const llm = (id: string): WorkflowNode => ({
  id,
  type: 'llm',
  title: id,
  config: { model: null, prompt: '', question: id, temperature: null, history_messages: 0 },
})
const answer = (id: string, template: string): WorkflowNode => ({ id, type: 'answer', title: id, config: { text: template } })
const chainNodes = (nodes: WorkflowNode[]): WorkflowGraph => ({
  nodes,
  edges: nodes.slice(1).map(({ id }, index) => ({ source: nodes[index]?.id ?? '', target: id })),
})

describe('a run', () => {
  test("streams the model's text, and emits steps, reasoning and usage", async () => {
    const run = await play(
      createPorts(() => [
        createReasoning('Hm. '),
        createReasoning('Yes.'),
        createText('It '),
        createText('relaxes.'),
        { type: 'usage', usage },
      ]),
    )
    expect(run.error).toBeUndefined()
    expect(run.deltas).toEqual(['It ', 'relaxes.'])
    expect(run.reasoning).toBe('Hm. Yes.')
    expect(run.usages).toEqual([
      { type: 'usage', nodeId: 'llm', model: 'gpt-4o', usage, serverCalls: 0, firstTokenMs: 10, attempt: 1, answeredBy: null },
    ])
    expect(run.steps).toEqual([
      'start started',
      'start finished',
      'files started',
      'files finished',
      'llm started',
      'llm finished',
      'answer started',
      'answer finished',
    ])
    expect(run.events.at(-1)).toEqual({
      type: 'step',
      step: { node_id: 'answer', type: 'answer', title: 'Answer', status: 'finished', ms: 10 },
    })
  })

  test('sends the model the prompt, the instructions, the language, the last messages and the question', async () => {
    const ports = createPorts(() => [createText('x')])
    const history = [
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'second' },
      { role: 'user', content: 'third' },
      { role: 'assistant', content: 'fourth' },
    ] as const
    const graph = chainNodes([
      start,
      {
        id: 'llm',
        type: 'llm',
        title: 'llm',
        config: {
          model: 'big',
          prompt: 'You know {{start.question}}',
          question: 'Q: {{start.question}}',
          temperature: 0.5,
          history_messages: 3,
        },
      },
      answer('answer', '{{llm.text}}'),
    ])
    const run = await play(ports, { graph, changes: { history, responseLanguage: 'zhHant', userPrompt: 'Speak of looms.' } })
    const [request] = ports.requests
    expect(run.events).toContainEqual(expect.objectContaining({ type: 'call', nodeId: 'llm', model: 'big', messages: request?.messages }))
    expect(request).toMatchObject({ model: 'big', temperature: 0.5 })
    const [system, ...rest] = request?.messages ?? []
    expect(system?.content).toMatch(
      /^You know Why does cotton shrink\?\n\nSpeak of looms\.\n\nResponse language: Traditional Chinese \(繁體中文\)/,
    )
    expect(system?.content).toContain('Taiwan')
    expect(rest.map(({ content }) => content)).toEqual(['third', 'fourth', 'Q: Why does cotton shrink?'])
  })

  test('sends no history for a node without it', async () => {
    const ports = createPorts(() => [createText('x')])
    await play(ports, { graph: createWritingHelperGraph(), changes: { history: [{ role: 'user', content: 'earlier' }] } })
    expect(ports.requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
  })

  test('rejects a graph that breaks the rules before the first event', async () => {
    const run = await play(
      createPorts(() => []),
      { graph: { nodes: [start], edges: [] } },
    )
    expect(run.error).toMatchObject({ name: 'WorkflowGraphError', problems: [{ code: 'answer_missing' }] })
    expect(run.events).toEqual([])
  })
})

describe('the usage of a model call', () => {
  test('is estimated when the endpoint reports none', async () => {
    const run = await play(createPorts(() => [createReasoning('abc'), createText('defgh')]))
    expect(run.usages).toMatchObject([{ usage: { outputTokens: 8, reasoningTokens: 3, cachedTokens: 0, estimated: true } }])
    expect(run.usages[0]?.usage.inputTokens).toBeGreaterThan(100)
  })

  test('is emitted once, before the error, when the model fails in the middle', async () => {
    const run = await play(createPorts(() => [createText('par'), new ModelError('MODEL_STREAM_BROKEN')]))
    expect(run.error).toMatchObject({ code: 'MODEL_STREAM_BROKEN' })
    expect(run.deltas).toEqual(['par'])
    expect(run.usages).toMatchObject([{ usage: { outputTokens: 3, estimated: true } }])
    expect(run.steps.at(-1)).toBe('llm failed')
  })

  test('is zero when the model sends no event', async () => {
    const run = await play(createPorts(() => [new ModelError('MODEL_UNAVAILABLE')]))
    expect(run.usages).toMatchObject([{ firstTokenMs: null, usage: { inputTokens: 0, outputTokens: 0 } }])
  })

  test('is emitted when the run is stopped, and the run throws the reason', async () => {
    const stop = new AbortController()
    const ports = createPorts(async function* (_request, signal) {
      yield createText('begun')
      stop.abort(new Error('stopped by the user'))
      signal.throwIfAborted()
    })
    const run = await play(ports, { signal: stop.signal })
    expect(run.error).toMatchObject({ message: 'stopped by the user' })
    expect(run.usages).toMatchObject([{ usage: { outputTokens: 5, estimated: true } }])
    expect(run.steps).toContain('llm failed')
  })

  test('is emitted for every call of a run', async () => {
    const graph = chainNodes([start, llm('a'), llm('b'), answer('answer', '{{b.text}}')])
    const run = await play(
      createPorts(() => [createText('x'), { type: 'usage', usage }]),
      { graph },
    )
    expect(run.usages.map(({ nodeId }) => nodeId)).toEqual(['a', 'b'])
  })
})

describe('the text of the reply', () => {
  const sayOwnName: Script = ({ messages }) => (messages.at(-1)?.content ?? '').split('').map(createText)

  test('streams from the middle of a template, with the text around it', async () => {
    const graph = chainNodes([start, llm('abc'), answer('answer', 'Says: {{abc.text}}.')])
    const run = await play(createPorts(sayOwnName), { graph })
    expect(run.deltas).toEqual(['Says: a', 'b', 'c', '.'])
  })

  test('has no introduction without its answer', async () => {
    const graph = chainNodes([start, llm('abc'), answer('answer', 'Says: {{abc.text}}.')])
    const run = await play(
      createPorts(() => [new ModelError('MODEL_UNAVAILABLE')]),
      { graph },
    )
    expect(run.deltas).toEqual([])
  })

  test('does not contain a draft that no answer shows', async () => {
    const graph = chainNodes([start, llm('draft'), llm('final'), answer('answer', '{{final.text}}')])
    const run = await play(createPorts(sayOwnName), { graph })
    expect(run.deltas).toEqual(['f', 'i', 'n', 'a', 'l'])
  })

  test('follows the templates in their order, whatever the pieces', async () => {
    const reference = fc.constantFrom('{{start.question}}', '{{aa.text}}', '{{bbb.text}}')
    const template = fc
      .array(fc.oneof(reference, fc.constantFrom('text', ' ', '${x}', '{{', '\n')), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.join(''))
    const output = fc.array(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 5 }).filter((pieces) => pieces.join('').trim() !== '')
    await fc.assert(
      fc.asyncProperty(fc.array(template, { minLength: 1, maxLength: 3 }), output, output, async (templates, a, b) => {
        const graph = chainNodes([start, llm('aa'), llm('bbb'), ...templates.map((each, index) => answer(`answer_${index}`, each))])
        const run = await play(
          createPorts(({ messages }) => (messages.at(-1)?.content === 'aa' ? a : b).map(createText)),
          { graph },
        )
        const values: Record<string, string> = { start: plainInput.question, aa: a.join(''), bbb: b.join('') }
        expect(run.error).toBeUndefined()
        expect(run.deltas.join('')).toBe(templates.map((each) => renderTemplate(each, ({ nodeId }) => values[nodeId])).join('\n\n'))
      }),
    )
  })
})

describe('a prompt that is too long for the endpoint', () => {
  const history = Array.from({ length: 20 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `${index} `.repeat(100),
  }))
  const refuse = (params: Readonly<Record<string, unknown>>) => new ModelError('MODEL_CONTEXT_EXCEEDED', { params })

  test('is sent once more with the history that fits by the true size', async () => {
    let calls = 0
    const countCharacters = ({ messages }: ModelRequest) => messages.reduce((sum, { content }) => sum + content.length, 0)
    // The tokens of this model are half a character.
    const ports = createPorts((request) => {
      const tokens = countCharacters(request) * 2
      return (calls += 1) === 1 ? [refuse({ context_tokens: 8_000, prompt_tokens: tokens })] : [createText('Yes.')]
    })
    const run = await play(ports, { changes: { history } })
    expect(run.error).toBeUndefined()
    expect(run.deltas.join('')).toBe('Yes.')
    expect(run.usages).toHaveLength(2)
    const [first, second] = ports.requests
    expect(countCharacters(first!)).toBeGreaterThan(4_000)
    expect(countCharacters(second!) * 2).toBeLessThan(8_000)
    expect(second?.messages.slice(-2)).toEqual(first?.messages.slice(-2))
    expect(second?.messages.length).toBeGreaterThan(2)
  })

  // What model servers say: Groq and OpenAI no number, SGLang none, Ollama and DashScope the context, llama.cpp both.
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['no size', {}],
    ['only the context', { context_tokens: 1_800 }],
    ['a context above the true one', { context_tokens: 100_000 }],
    ['a prompt that is none', { context_tokens: 8_000, prompt_tokens: 10 }],
  ])('is sent shorter until it fits when the endpoint names %s', async (_name, params) => {
    const sizes: number[] = []
    const ports = createPorts(function* (request) {
      const size = request.messages.reduce((sum, { content }) => sum + content.length, 0)
      sizes.push(size)
      if (!request.budget?.take('server')) throw new Error('The budget is spent')
      yield size > 1_500 ? refuse(params) : createText('Yes.')
    })
    const run = await play(ports, { changes: { history, contextTokens: 128_000 } })
    expect(run.error).toBeUndefined()
    expect(run.deltas.join('')).toBe('Yes.')
    expect(sizes.every((size, at) => at === 0 || size < sizes[at - 1]!)).toBe(true)
    expect(run.usages.map(({ serverCalls }) => serverCalls)).toEqual(sizes.map(() => 1))
    expect(sizes.length).toBeLessThanOrEqual(4)
  })

  test('has only the question at last, and is never sent twice', async () => {
    const ports = createPorts(function* (request) {
      if (request.budget?.take('server')) yield refuse({})
      else throw new Error('The budget is spent')
    })
    const run = await play(ports, { changes: { history, contextTokens: 128_000 } })
    expect(run.error).toMatchObject({ code: 'MODEL_CONTEXT_EXCEEDED' })
    expect(ports.requests.map(({ messages }) => messages.length)).toEqual([22, 8, 2])
  })

  test('has less history in a repair too', async () => {
    let calls = 0
    const ports = createPorts((request) => {
      calls += 1
      if (calls === 1) return [createText('falsch')]
      return request.messages.length > 10 ? [refuse({})] : [createText('Yes.')]
    })
    const run = await play(ports, { changes: { history, contextTokens: 128_000 } })
    expect(run.error).toBeUndefined()
    expect(ports.requests.at(-1)?.messages.slice(-2)).toEqual(ports.requests[1]?.messages.slice(-2))
  })

  test.each([
    ['it is refused again', history, 2],
    ['it has no history', [], 1],
  ])('fails when %s', async (_name, earlier, calls) => {
    const ports = createPorts(() => [refuse({ context_tokens: 2_000, prompt_tokens: 90_000 })])
    const run = await play(ports, { changes: { history: earlier } })
    expect(run.error).toMatchObject({ code: 'MODEL_CONTEXT_EXCEEDED' })
    expect(ports.requests).toHaveLength(calls)
  })
})

describe('an answer in a wrong language', () => {
  const wrong = Array.from({ length: 100 }, () => createText('falsch '))
  const right = [createText('This is '), createText('what was asked for.')]
  const firstWrong = (): Script => {
    let calls = 0
    return () => ((calls += 1) === 1 ? wrong : right)
  }
  /** Returns the final text of the reader. */
  const joinDeltas = ({ events }: Awaited<ReturnType<typeof play>>) =>
    events.reduce((shown, event) => (event.type === 'restart' ? '' : event.type === 'delta' ? shown + event.text : shown), '')

  test('is aborted, retracted and requested once more', async () => {
    const ports = createPorts(firstWrong())
    const run = await play(ports)
    expect(run.error).toBeUndefined()
    expect(joinDeltas(run)).toBe('This is what was asked for.')
    expect(run.deltas.filter((delta) => delta.includes('falsch')).length).toBeLessThan(wrong.length)
    expect(run.events.filter(({ type }) => type === 'notice')).toEqual([{ type: 'notice', notice: { code: 'language_repaired' } }])
    expect(ports.requests).toHaveLength(2)
    const [first, second] = ports.requests.map(({ messages }) => messages)
    expect(second?.slice(0, first?.length)).toEqual(first)
    expect(second?.slice(-2)).toMatchObject([
      { role: 'assistant', content: expect.stringContaining('falsch') },
      { role: 'user', content: expect.stringContaining('only in English') },
    ])
  })

  test('counts both calls, the first one estimated', async () => {
    const { usages } = await play(createPorts(firstWrong()))
    expect(usages).toHaveLength(2)
    expect(usages.every(({ usage: { outputTokens, estimated } }) => outputTokens > 0 && estimated)).toBe(true)
  })

  test('closes the connection of the first call before it makes the second', async () => {
    const signals: AbortSignal[] = []
    let wereClosed: boolean[] = []
    const script = firstWrong()
    await play(
      createPorts((request, signal) => {
        wereClosed = signals.map(({ aborted }) => aborted)
        signals.push(signal)
        return script(request, signal)
      }),
    )
    expect(wereClosed).toEqual([true])
  })

  test('is detected at the end of a short text too', async () => {
    let calls = 0
    const run = await play(createPorts(() => ((calls += 1) === 1 ? [createText('falsch')] : right)))
    expect(joinDeltas(run)).toBe('This is what was asked for.')
  })

  test('is not seen in thoughts that come as text, and is seen after them', async () => {
    const thoughts: ModelEvent[] = [createText('This is what I think of it.'), { type: 'text_was_reasoning' }]
    const run = await play(createPorts(() => [...thoughts, ...right]))
    expect(joinDeltas(run)).toBe('This is what was asked for.')
    expect(run.reasoning).toBe('This is what I think of it.')
    let calls = 0
    const ports = createPorts(() => ((calls += 1) === 1 ? [...thoughts, createText('falsch')] : right))
    expect(joinDeltas(await play(ports))).toBe('This is what was asked for.')
    expect(ports.requests).toHaveLength(2)
  })

  test('may be thoughts without their beginning, after which the second call has the answer', async () => {
    const thoughts: ModelEvent[] = [...wrong, { type: 'text_was_reasoning' }]
    const run = await play(createPorts(() => [...thoughts, ...right]))
    expect(joinDeltas(run)).toBe('This is what was asked for.')
    expect(run.usages).toHaveLength(2)
  })

  test('is kept when the second answer is wrong too', async () => {
    const ports = createPorts(() => wrong)
    const run = await play(ports)
    expect(ports.requests).toHaveLength(2)
    expect(joinDeltas(run)).toBe('falsch '.repeat(100))
  })

  test('keeps the text of the template before it', async () => {
    const graph = chainNodes([start, llm('abc'), answer('one', 'First: {{start.question}}'), answer('two', 'Says: {{abc.text}}.')])
    const run = await play(createPorts(firstWrong()), { graph })
    expect(joinDeltas(run)).toBe(`First: ${plainInput.question}\n\nSays: This is what was asked for..`)
  })

  test('is ignored in a draft that no answer shows', async () => {
    const graph = chainNodes([start, llm('draft'), answer('answer', 'Done.')])
    const ports = createPorts(() => wrong)
    await play(ports, { graph })
    expect(ports.requests).toHaveLength(1)
  })

  test('is not requested again after the run was stopped', async () => {
    const stop = new AbortController()
    const ports = createPorts(function* () {
      yield createText('falsch')
      stop.abort(new Error('stopped by the user'))
    })
    const run = await play(ports, { signal: stop.signal })
    expect(run.error).toMatchObject({ message: 'stopped by the user' })
    expect(run.usages).toHaveLength(1)
    expect(ports.requests).toHaveLength(1)
  })
})
