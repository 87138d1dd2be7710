import { describe, expect, test } from 'vitest'
import type { GraphNode } from '../model/graph/graph.ts'
import { ModelError } from '../model/ports.ts'
import { play, type PlayOptions } from '../testing/play.ts'
import { answer, choose, parseEdges, llm, start, task } from '../testing/test-nodes.ts'

const run = (nodes: GraphNode[], links: string, options?: PlayOptions) =>
  play({ nodes: [start, ...nodes], edges: parseEdges(links) }, options)

const createChoice = (taken: string) => choose('choice', { handles: ['yes', 'no'], taken })

describe('a branch', () => {
  test('is taken by its handle, and the other one is skipped completely', async () => {
    const nodes = [createChoice('yes'), task('a'), task('b'), task('b2'), answer('one', '{{a.text}}'), answer('two', '{{b2.text}}')]
    const { reply, steps, error } = await run(nodes, 'start>choice choice.yes>a choice.no>b b>b2 a>one b2>two')
    expect(error).toBeUndefined()
    expect(reply).toBe('a')
    expect(steps.filter((step) => step.endsWith('started'))).toEqual(['start', 'choice', 'a', 'one'].map((id) => `${id} started`))
  })

  test.each([
    ['yes', '<a|>'],
    ['no', '<|b>'],
  ])('joins the other: after %s, the value of the skipped node is empty', async (taken, reply) => {
    const nodes = [
      createChoice(taken),
      task('a'),
      task('b'),
      task('join', { template: '<{{a.text}}|{{b.text}}>' }),
      answer('one', '{{join.text}}'),
    ]
    const played = await run(nodes, 'start>choice choice.yes>a choice.no>b a>join b>join join>one')
    expect(played.reply).toBe(reply)
    expect(played.steps.filter((step) => step === 'join started')).toHaveLength(1)
  })

  test('has empty values of every type when it is skipped', async () => {
    const fields = ['text', 'count', 'flag', 'data', 'items', 'found', 'table']
    const nodes = [createChoice('no'), task('a'), answer('one', `<${fields.map((field) => `{{a.${field}}}`).join('')}>`)]
    expect((await run(nodes, 'start>choice choice.yes>a choice.no>one a>one')).reply).toBe('<>')
  })

  test('may end without an answer beside one that answers', async () => {
    const nodes = [createChoice('no'), task('a'), answer('one', 'One'), answer('two', 'Two')]
    expect((await run(nodes, 'start>choice choice.yes>a a>one start>two')).reply).toBe('Two')
  })

  test('fails the reply when none of its answers is reached', async () => {
    const nodes = [createChoice('no'), answer('one', 'One')]
    const { error, reply, steps } = await run(nodes, 'start>choice choice.yes>one')
    expect(error).toMatchObject({ code: 'REPLY_EMPTY' })
    expect(reply).toBe('')
    expect(steps.at(-1)).toBe('choice finished')
  })

  test('shows no text before it is taken', async () => {
    const nodes = [llm('a'), createChoice('no'), answer('one', 'Yes: {{a.text}}'), answer('two', 'No: {{a.text}}')]
    const { deltas } = await run(nodes, 'start>a a>choice choice.yes>one choice.no>two')
    expect(deltas).toEqual(['No: a'])
  })
})

describe('several answers', () => {
  const slow = task('slow', { ms: 100, pieces: ['s1 ', 's2'] })
  const fast = task('fast', { ms: 30, pieces: ['f1 ', 'f2'] })

  test('are shown in the order of the plan, whichever is ready first', async () => {
    const { deltas, ms } = await run(
      [slow, fast, answer('one', '{{slow.text}}'), answer('two', '{{fast.text}}')],
      'start>slow start>fast slow>one fast>two',
    )
    expect(deltas).toEqual(['s1 ', 's2', '\n\nf1 f2'])
    expect(ms).toBe(100)
  })

  test('continue from a partial second answer when it is its turn', async () => {
    const { deltas } = await run(
      [fast, slow, answer('one', '{{fast.text}}'), answer('two', '{{slow.text}}')],
      'start>slow start>fast slow>one slow>two fast>one',
    )
    expect(deltas).toEqual(['f1 ', 'f2', '\n\ns1 ', 's2'])
  })

  test('follow the order of the graph, and of the list where the graph has none', async () => {
    const nodes = [task('deep'), answer('three', '3'), answer('two', '2'), answer('one', '1')]
    expect((await run(nodes, 'start>deep deep>two start>one one>three')).reply).toBe('2\n\n1\n\n3')
  })

  test('leave no gap for skipped ones', async () => {
    const nodes = [createChoice('no'), answer('one', '1'), answer('two', '2'), answer('three', '3'), answer('four', '4')]
    const { reply } = await run(nodes, 'start>choice choice.yes>one choice.no>two choice.yes>three choice.no>four')
    expect(reply).toBe('2\n\n4')
  })
})

describe('nodes that do not wait for each other', () => {
  test('run concurrently, at most four', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const links = `${ids.map((id) => `start>${id} ${id}>join`).join(' ')} join>one`
    let running = 0
    let maximum = 0
    const { ms } = await run([...ids.map((id) => task(id, { ms: 50 })), task('join', { ms: 10 }), answer('one', 'x')], links, {
      onEvent: (event) => {
        if (event.type === 'step') running += event.step.status === 'started' ? 1 : -1
        maximum = Math.max(maximum, running)
      },
    })
    expect(maximum).toBe(4)
    expect(ms).toBe(110)
  })

  test('emit their reasoning one after the other', async () => {
    const nodes = [
      task('a', { ms: 40, thoughts: ['a1', 'a2', 'a3'] }),
      task('b', { ms: 60, thoughts: ['b1', 'b2', 'b3'] }),
      answer('one', '{{a.text}}{{b.text}}'),
    ]
    expect((await run(nodes, 'start>a start>b a>one b>one')).thoughts).toEqual(['a1', 'a2', 'a3', 'b1b2', 'b3'])
  })
})

describe('a node that fails', () => {
  const createFailingTask = (handling: Parameters<typeof task>[2], pieces: string[] = []) =>
    task('a', { pieces, failures: ['MODEL_REFUSED', 'MODEL_REFUSED'] }, handling)

  test('fails the run, after the concurrent nodes were aborted and reported their usage', async () => {
    const nodes = [task('a', { ms: 20, failures: ['MODEL_REFUSED'] }), llm('b'), answer('one', '{{a.text}}{{b.text}}')]
    const played = await run(nodes, 'start>a start>b a>one b>one', {
      async *script(id, _call, wait) {
        yield { type: 'text', text: id }
        await wait(500)
      },
    })
    expect(played.error).toMatchObject({ code: 'MODEL_REFUSED' })
    expect(played.usages).toEqual(['b'])
    expect(played.steps.slice(-2)).toEqual(['a failed', 'b failed'])
    expect(played.ms).toBe(20)
  })

  test('outputs its default value, if it has one', async () => {
    const node = createFailingTask({ on_error: 'default', default_output: { text: 'instead' } })
    const { reply, error, steps } = await run([node, answer('one', 'Says {{a.text}}{{a.count}}.')], 'start>a a>one')
    expect(error).toBeUndefined()
    expect(reply).toBe('Says instead.')
    expect(steps).toContain('a failed')
  })

  test('retracts its shown text in favor of its default value', async () => {
    const node = createFailingTask({ on_error: 'default', default_output: { text: 'instead' } }, ['half '])
    const { reply, events } = await run(
      [node, answer('zero', '{{start.question}}'), answer('one', 'Says {{a.text}}.')],
      'start>zero start>a a>one',
    )
    expect(events.filter(({ type }) => type === 'restart')).toHaveLength(1)
    expect(reply).toBe('Why does cotton shrink?\n\nSays instead.')
  })

  test('takes its error branch, and retracts the text of the other branch', async () => {
    const node = createFailingTask({ on_error: 'branch' }, ['half '])
    const nodes = [node, answer('one', 'Says {{a.text}}.'), answer('two', 'Sorry{{a.text}}.')]
    const { reply, error } = await run(nodes, 'start>a a>one a.error>two')
    expect(error).toBeUndefined()
    expect(reply).toBe('Sorry.')
  })

  test('skips its error branch when it does not fail', async () => {
    const nodes = [task('a', {}, { on_error: 'branch' }), answer('one', 'Says {{a.text}}.'), answer('two', 'Sorry.')]
    expect((await run(nodes, 'start>a a>one a.error>two')).reply).toBe('Says a.')
  })

  test('joins after its error branch', async () => {
    const node = createFailingTask({ on_error: 'branch' })
    const nodes = [node, task('b'), task('c'), answer('one', '<{{b.text}}|{{c.text}}>')]
    expect((await run(nodes, 'start>a a>b a.error>c b>one c>one')).reply).toBe('<|c>')
  })
})

describe('a retry', () => {
  const createFlakyNode = (retries: number, pieces: string[] = []) =>
    task('a', { ms: 0, pieces, failures: ['MODEL_UNAVAILABLE', 'MODEL_STALLED'] }, { retries })

  test('follows a transient failure, after a longer delay each time', async () => {
    const { reply, error, ms, steps } = await run([createFlakyNode(2), answer('one', '{{a.text}}')], 'start>a a>one')
    expect(error).toBeUndefined()
    expect(reply).toBe('a')
    expect(ms).toBeGreaterThanOrEqual(3_000)
    expect(ms).toBeLessThan(3_751)
    expect(steps.filter((step) => step.startsWith('a '))).toEqual(['a started', 'a finished'])
  })

  test('is made as often as the node allows', async () => {
    const { error, steps } = await run([createFlakyNode(1), answer('one', '{{a.text}}')], 'start>a a>one')
    expect(error).toMatchObject({ code: 'MODEL_STALLED' })
    expect(steps.at(-1)).toBe('a failed')
  })

  test('is not made after a part was shown', async () => {
    const { error, deltas } = await run([createFlakyNode(2, ['half']), answer('one', '{{a.text}}')], 'start>a a>one')
    expect(error).toMatchObject({ code: 'MODEL_UNAVAILABLE' })
    expect(deltas).toEqual(['half'])
  })

  test('starts its text again when no part was shown', async () => {
    const nodes = [task('z', { ms: 5_000 }), createFlakyNode(2, ['half ', 'whole']), answer('one', '{{z.text}} {{a.text}}')]
    expect((await run(nodes, 'start>z start>a z>one a>one')).deltas).toEqual(['z half whole'])
  })

  test('is not made for a permanent failure', async () => {
    const { error, ms } = await run(
      [task('a', { ms: 0, failures: ['MODEL_REFUSED'] }, { retries: 3 }), answer('one', '{{a.text}}')],
      'start>a a>one',
    )
    expect(error).toMatchObject({ code: 'MODEL_REFUSED' })
    expect(ms).toBe(0)
  })

  test.each([
    [20, 20_000, undefined],
    [40, 0, 'MODEL_RATE_LIMITED'],
  ])('waits for %i s when it is asked to, 30 s at most', async (retryAfter, ms, code) => {
    const played = await run([llm('a', { retries: 1 }), answer('one', '{{a.text}}')], 'start>a a>one', {
      async *script(id, call) {
        if (call === 1) throw new ModelError('MODEL_RATE_LIMITED', { params: { retry_after: retryAfter } })
        yield { type: 'text', text: id }
      },
    })
    expect(played.ms).toBe(ms)
    expect((played.error as ModelError | undefined)?.code).toBe(code)
    expect(played.usages).toHaveLength(code ? 1 : 2)
  })
})

describe('a time-out', () => {
  test('ends an attempt, and is a transient failure', async () => {
    let call = 0
    const played = await run([llm('a', { timeout_s: 2, retries: 1 }), answer('one', '{{a.text}}')], 'start>a a>one', {
      async *script(id, _call, wait) {
        if ((call += 1) === 1) await wait(60_000)
        yield { type: 'text', text: id }
      },
    })
    expect(played.reply).toBe('a')
    expect(played.usages).toHaveLength(2)
    expect(played.ms).toBeLessThan(3_300)
  })

  test('fails a node without retries, and by default the run', async () => {
    const { error, ms } = await run([task('a', { ms: 60_000 }, { timeout_s: 2 }), answer('one', '{{a.text}}')], 'start>a a>one')
    expect(error).toMatchObject({ code: 'WORKFLOW_NODE_TIMEOUT' })
    expect(ms).toBe(2_000)
  })

  test('abandons a node that ignores it, a second later', async () => {
    const node = task('a', { ms: 60_000, ignoresSignal: true }, { timeout_s: 2, on_error: 'default', default_output: { text: 'late' } })
    let repliedAt = 0
    const { reply } = await run([node, answer('one', '{{a.text}}')], 'start>a a>one', { onEvent: (_event, now) => (repliedAt = now) })
    expect(reply).toBe('late')
    expect(repliedAt).toBe(3_000)
  })
})

describe('a stop by the user', () => {
  const handlings = [{ retries: 3 }, { on_error: 'default', default_output: { text: 'instead' } }, { on_error: 'branch' }] as const

  test.each(handlings)('is no failure: with %j, the run throws its reason', async (handling) => {
    const stop = new AbortController()
    const nodes = [llm('a', handling), llm('b', handling), answer('one', '{{a.text}}{{b.text}}'), answer('two', 'Two')]
    const links = handling === handlings[2] ? 'start>a start>b a>one b>one a.error>two' : 'start>a start>b a>one b>one a>two'
    const played = await run(nodes, links, {
      signal: stop.signal,
      async *script(id, _call, wait) {
        await wait(10)
        stop.abort(new Error('stopped by the user'))
        await wait(10)
        yield { type: 'text', text: id }
      },
    })
    expect(played.error).toMatchObject({ message: 'stopped by the user' })
    expect(played.reply).toBe('')
    expect(played.usages.toSorted()).toEqual(['a', 'b'])
    expect(played.calls).toHaveLength(2)
  })

  test('at the event of a node prevents that node', async () => {
    const stop = new AbortController()
    const played = await run([llm('a'), answer('one', '{{a.text}}')], 'start>a a>one', {
      signal: stop.signal,
      onEvent: (event) => event.type === 'step' && event.step.node_id === 'a' && stop.abort(new Error('stopped by the user')),
    })
    expect(played.error).toMatchObject({ message: 'stopped by the user' })
    expect(played.calls).toEqual([])
    expect(played.steps.slice(-2)).toEqual(['a started', 'a failed'])
  })
})

test('a node that needs a port runs only where the port is provided', async () => {
  const nodes: GraphNode[] = [{ id: 'web', type: 'fetch', title: 'Web' }, answer('one', '{{web.body}}')]
  const refused = await run(nodes, 'start>web web>one')
  expect(refused.error).toMatchObject({ problems: [{ node_id: 'web', code: 'port_missing' }] })
  expect(refused.events).toEqual([])
  const http = { send: () => Promise.resolve({ status: 200, headers: {}, body: 'looms' }) }
  expect((await run(nodes, 'start>web web>one', { ports: { http } })).reply).toBe('looms')
})
