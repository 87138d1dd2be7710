// Node types for tests, which follow their configuration.
import type { GraphNode } from '../model/graph/graph.ts'
import type { NodeType, NodeTypes } from '../model/node-type.ts'
import { nodeTypes } from '../model/node-type-list.ts'
import { ModelError, type ModelErrorCode } from '../model/ports.ts'
import type { NodeOutput } from '../model/value.ts'

export type TaskConfig = {
  /** The duration of an attempt. */
  readonly ms?: number
  /** Emitted one after the other in that time, as pieces of `text`. */
  readonly pieces?: readonly string[]
  readonly thoughts?: readonly string[]
  readonly output?: NodeOutput
  /** The errors of the first attempts, in order; later attempts succeed. */
  readonly failures?: readonly ModelErrorCode[]
  readonly ignoresSignal?: boolean
  readonly template?: string
}

export type SwitchConfig = { readonly handles: readonly string[]; readonly taken: string; readonly ms?: number }

const noSignal = new AbortController().signal

function createTask(attempts: Map<string, number>): NodeType {
  return {
    fields: () => ({ text: 'text', count: 'number', flag: 'boolean', data: 'object', items: 'list', found: 'passages', table: 'rows' }),
    templates: ({ config }) => ({ 'config.template': (config as TaskConfig).template ?? '' }),
    async *run({ id, config }, { ports, signal, render }) {
      const { ms = 10, pieces = [], thoughts = [], output, failures = [], ignoresSignal, template } = config as TaskConfig
      const attempt = attempts.get(id) ?? 0
      attempts.set(id, attempt + 1)
      const sent = [
        ...thoughts.map((text) => ({ type: 'reasoning' as const, text })),
        ...pieces.map((text) => ({ type: 'piece' as const, field: 'text', text })),
      ]
      for (const event of sent) {
        await ports.wait(ms / (sent.length + 1), ignoresSignal ? noSignal : signal)
        yield event
      }
      await ports.wait(ms / (sent.length + 1), ignoresSignal ? noSignal : signal)
      const failure = failures[attempt]
      if (failure) throw new ModelError(failure)
      return { output: output ?? { text: pieces.join('') || render(template ?? id) } }
    },
  }
}

const switchNode: NodeType = {
  fields: () => ({ taken: 'text' }),
  handles: ({ config }) => (config as SwitchConfig).handles,
  templates: () => ({}),
  // oxlint-disable-next-line require-yield -- it emits no events
  async *run({ config }, { ports, signal }) {
    const { taken, ms = 10 } = config as SwitchConfig
    await ports.wait(ms, signal)
    return { output: { taken }, handle: taken }
  },
}

const fetchNode: NodeType = {
  fields: () => ({ body: 'text' }),
  templates: () => ({}),
  needs: ['http'],
  // oxlint-disable-next-line require-yield -- it emits no events
  async *run(_node, { ports, signal }) {
    const response = await ports.http?.send({ method: 'GET', url: 'https://example.org/', headers: {}, body: null }, signal)
    return { output: { body: response?.body ?? '' } }
  },
}

/** Returns the types of the product and those for tests, with new counters of attempts. */
export const createTestNodeTypes = (): NodeTypes =>
  new Map([...nodeTypes, ['task', createTask(new Map())], ['switch', switchNode], ['fetch', fetchNode]])

type Handling = Pick<GraphNode, 'timeout_s' | 'retries' | 'on_error' | 'default_output'>

export const start: GraphNode = { id: 'start', type: 'start', title: 'Start' }
export const answer = (id: string, text: string): GraphNode => ({ id, type: 'answer', title: id, config: { text } })
export const task = (id: string, config: TaskConfig = {}, handling: Handling = {}): GraphNode => ({
  id,
  type: 'task',
  title: id,
  config,
  ...handling,
})
export const choose = (id: string, config: SwitchConfig): GraphNode => ({ id, type: 'switch', title: id, config })
export const llm = (id: string, handling: Handling = {}): GraphNode => ({
  id,
  type: 'llm',
  title: id,
  config: { model: null, prompt: '', question: id, temperature: null, history_messages: 0 },
  ...handling,
})

/** Returns the edges of a text like `start>a a.yes>b`, where `yes` is the handle of the edge at `a`. */
export const parseEdges = (text: string) =>
  text.split(' ').map((edge) => {
    const [from = '', target = ''] = edge.split('>')
    const [source = '', handle] = from.split('.')
    return { source, ...(handle !== undefined && { source_handle: handle }), target }
  })
