import { describe, expect, test } from 'vitest'
import { ModelError } from '../model/ports.ts'
import { play } from '../testing/play.ts'
import { answer, choose, parseEdges, llm, start, task } from '../testing/test-nodes.ts'

describe('the trace of a run', () => {
  const choice = choose('choice', { handles: ['yes', 'no'], taken: 'yes' })
  const nodes = [start, choice, task('a', { ms: 40, template: 'Of {{choice.taken}}' }), llm('b'), answer('one', '{{a.text}}{{b.text}}')]
  const graph = { nodes, edges: parseEdges('start>choice choice.yes>a choice.no>b a>one b>one') }

  test('has the input, the output, the handle and the time of each node', async () => {
    const { traces } = await play(graph, { isTraced: true })
    expect(traces.filter(({ node_id }) => node_id === 'a')).toEqual([
      { node_id: 'a', status: 'started', attempt: 1, input: { 'config.template': { text: 'Of yes', is_cut: false } } },
      {
        node_id: 'a',
        status: 'finished',
        attempt: 1,
        ms: 40,
        usage: { input_tokens: 0, output_tokens: 0, estimated: false, server_calls: 0 },
        handle: 'out',
        output: { text: { text: 'Of yes', is_cut: false } },
        error: null,
      },
    ])
    expect(traces.find(({ node_id, status }) => node_id === 'choice' && status === 'finished')).toMatchObject({ handle: 'yes' })
    expect(traces.filter(({ node_id }) => node_id === 'b')).toEqual([{ node_id: 'b', status: 'skipped' }])
  })

  test('is emitted only on request', async () => {
    expect((await play(graph)).traces).toEqual([])
  })

  test('has the tokens and the attempts of a model, and the input of a failed node', async () => {
    const { traces } = await play(
      { nodes: [start, llm('b', { retries: 1 }), answer('one', '{{b.text}}')], edges: parseEdges('start>b b>one') },
      {
        isTraced: true,
        async *script(id, call) {
          if (call === 1) throw new ModelError('MODEL_UNAVAILABLE')
          yield { type: 'text', text: id }
          yield { type: 'usage', usage: { inputTokens: 7, outputTokens: 5, reasoningTokens: 0, cachedTokens: 0, estimated: false } }
          throw new ModelError('MODEL_STREAM_BROKEN')
        },
      },
    )
    const own = traces.filter(({ node_id }) => node_id === 'b')
    expect(own).toMatchObject([
      { status: 'started', attempt: 1, input: { 'config.question': { text: 'b' } } },
      { status: 'started', attempt: 2 },
      { status: 'failed', attempt: 2, usage: { input_tokens: 7, output_tokens: 5 }, handle: null, error: 'MODEL_STREAM_BROKEN' },
    ])
  })

  test('cuts long texts', async () => {
    const long = task('a', { output: { text: '布'.repeat(20_000) } })
    const { traces } = await play({ nodes: [start, long, answer('one', 'x')], edges: parseEdges('start>a a>one') }, { isTraced: true })
    const finished = traces.find(({ node_id, status }) => node_id === 'a' && status === 'finished')
    expect(finished).toMatchObject({ output: { text: { text: '布'.repeat(16_000), is_cut: true } } })
  })
})
