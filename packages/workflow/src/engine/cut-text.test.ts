// A text that the model's limit has cut: at the end of the reply, before its end, and continued.
import { describe, expect, test } from 'vitest'
import type { Graph } from '../model/graph/graph.ts'
import { ModelError } from '../model/ports.ts'
import { play, type Script } from '../testing/play.ts'
import { answer, choose, llm, parseEdges, start } from '../testing/test-nodes.ts'

/** The models whose questions are in the list are cut. */
const cut = (...ids: string[]): Script =>
  async function* (id) {
    yield { type: 'text', text: `<${id}` }
    yield { type: 'finish', reason: ids.includes(id) ? 'length' : 'stop' }
  }

const createGraph = (...templates: string[]): Graph => {
  const answers = templates.map((template, at) => answer(`answer_${at}`, template))
  const names = ['start', 'one', 'two', ...answers.map(({ id }) => id)]
  return {
    nodes: [start, llm('one'), llm('two'), ...answers],
    edges: names.slice(1).map((target, at) => ({ source: names[at] ?? '', target })),
  }
}

const listNotices = ({ events }: Awaited<ReturnType<typeof play>>) =>
  events.flatMap((event) => (event.type === 'notice' ? [event.notice] : []))

describe('a cut text', () => {
  test.each<[string, string[], string[], string]>([
    ['with which the reply ends', ['{{one.text}} {{two.text}}. The end.'], ['two'], '<one <two'],
    ['of the last answer', ['{{one.text}}', 'Then {{two.text}} and more'], ['two'], '<one\n\nThen <two'],
    ['beside another one', ['{{one.text}}, {{two.text}}'], ['one', 'two'], '<one, <two'],
  ])('%s ends the run, without the rest of the template', async (_name, templates, ids, reply) => {
    const run = await play(createGraph(...templates), { script: cut(...ids), isTraced: true })
    expect(run.error).toMatchObject({ code: 'MODEL_REPLY_CUT' })
    expect(run.reply).toBe(reply)
    expect(run.steps).toContain('two finished')
    expect(run.outcomes.two).toEqual({ output: { text: '<two' }, isCut: true })
    expect(run.traces.find((trace) => trace.node_id === 'two' && trace.status === 'finished')).toMatchObject({ error: 'MODEL_REPLY_CUT' })
    expect(listNotices(run)).toEqual(ids.includes('one') ? [{ code: 'step_cut', title: 'one' }] : [])
  })

  test.each<[string, string[], string]>([
    ['before another text', ['{{one.text}}, {{two.text}}.'], '<one, <two.'],
    ['that only a later node reads', ['{{two.text}}.'], '<two.'],
    ['before an answer without fields', ['{{two.text}}{{one.text}}', 'The end.'], '<two<one\n\nThe end.'],
    ['before the question', ['{{one.text}} {{start.question}}'], '<one Why does cotton shrink?'],
  ])('%s is a notice, and the reply goes on', async (_name, templates, reply) => {
    const run = await play(createGraph(...templates), { script: cut('one') })
    expect(run.error).toBeUndefined()
    expect(run.reply).toBe(reply)
    expect(listNotices(run)).toEqual([{ code: 'step_cut', title: 'one' }])
  })

  test('is no failure for its node: neither retried nor replaced', async () => {
    const node = llm('one', { retries: 2, on_error: 'default', default_output: { text: 'Nothing.' } })
    const graph = { nodes: [start, node, answer('answer', '{{one.text}}')], edges: parseEdges('start>one one>answer') }
    const run = await play(graph, { script: cut('one') })
    expect(run).toMatchObject({ reply: '<one', calls: ['one'], error: { code: 'MODEL_REPLY_CUT' } })
  })

  test('is continued where it ends, and may be cut again', async () => {
    const graph = createGraph('{{one.text}}, {{two.text}}. The end.')
    const first = await play(graph, { script: cut('two') })
    const changes = { soFar: first.reply, outcomes: first.outcomes }
    const again = await play(graph, {
      changes,
      script: async function* () {
        yield { type: 'text', text: '>' }
        yield { type: 'finish', reason: 'length' }
      },
    })
    expect(again).toMatchObject({ reply: '>', error: { code: 'MODEL_REPLY_CUT' } })
    expect(again.calls).toHaveLength(1)
    const last = await play(graph, { changes: { soFar: first.reply + again.reply, outcomes: again.outcomes }, script: cut() })
    expect(last).toMatchObject({ error: undefined })
    expect(last.reply).toMatch(/\. The end\.$/)
    expect(last.calls).toHaveLength(1)
  })

  test('is whole when the model has nothing to add to it', async () => {
    const graph = createGraph('{{one.text}}, {{two.text}}. The end.')
    const first = await play(graph, { script: cut('two') })
    const next = await play(graph, {
      changes: { soFar: first.reply, outcomes: first.outcomes },
      script: async function* () {
        yield { type: 'finish', reason: 'stop' }
      },
    })
    expect(next).toMatchObject({ reply: '. The end.', error: undefined })
  })

  test('of the branch that was taken is continued, and not a later one that was skipped', async () => {
    const nodes = [start, llm('guess', { on_error: 'branch' }), llm('one'), llm('two'), answer('answer', '{{one.text}}{{two.text}}')]
    const graph = { nodes, edges: parseEdges('start>guess guess>one guess.error>two one>answer two>answer') }
    const first = await play(graph, { script: cut('one') })
    expect(first).toMatchObject({ reply: '<one', error: { code: 'MODEL_REPLY_CUT' } })
    expect(first.outcomes.two).toBeNull()
    const next = await play(graph, {
      changes: { soFar: first.reply, outcomes: first.outcomes },
      script: async function* () {
        yield { type: 'text', text: '>' }
      },
    })
    expect(next).toMatchObject({ reply: '>', error: undefined })
    expect(next.steps).toContain('one finished')
  })

  test('of a node that runs alone ends its run', async () => {
    const only = { nodeId: 'one', values: new Map() }
    const run = await play(createGraph('{{two.text}}'), { only, script: cut('one') })
    expect(run).toMatchObject({ reply: '<one', error: { code: 'MODEL_REPLY_CUT' } })
  })
})

test('a reply without text never completes', async () => {
  const choice = choose('choice', { handles: ['yes', 'no'], taken: 'yes' })
  const nodes = [start, choice, llm('one'), answer('answer', '{{one.text}}')]
  const graph = { nodes, edges: parseEdges('start>choice choice.yes>one one>answer') }
  const run = await play(graph, {
    script: async function* () {
      yield { type: 'text', text: 'I think.' }
      yield { type: 'text_was_reasoning' }
    },
  })
  expect(run.error).toBeInstanceOf(ModelError)
  expect(run).toMatchObject({ reply: '', thoughts: ['I think.'], error: { code: 'MODEL_ONLY_THOUGHT' } })
})
