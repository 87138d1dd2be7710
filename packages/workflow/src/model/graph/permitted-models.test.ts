import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { createPlainChatGraph } from '@heddle/workflow/model/graph/starter-graphs'
import { describe, expect, test } from 'vitest'
import { listPermittedModels } from './permitted-models.ts'

const models = [{ name: 'gpt-4o' }, { name: 'llama' }, { name: 'qwen' }]
const createGraph = (model: string | null) => {
  const graph = createPlainChatGraph()
  return { ...graph, nodes: graph.nodes.map((node) => (node.type === 'llm' ? { ...node, config: { ...node.config, model } } : node)) }
}

describe('the models that a workflow permits', () => {
  test.each<[string, string[], WorkflowGraph | null, string[]]>([
    ['all of them when it names none', [], createGraph(null), ['gpt-4o', 'llama', 'qwen']],
    ['those that it allows, in the order of the tenant', ['qwen', 'gpt-4o', 'gone'], createGraph(null), ['gpt-4o', 'qwen']],
    ['none when none of those is offered', ['gone'], createGraph(null), []],
    ['only the one that its answer is made with', [], createGraph('llama'), ['llama']],
    ['the first when the tenant does not offer that one', [], createGraph('inner'), ['gpt-4o']],
    ['all when there is no graph to read', [], null, ['gpt-4o', 'llama', 'qwen']],
  ])('are %s', (_, allowedModels, graph, expected) => {
    expect(listPermittedModels(models, { allowedModels, graph }).map(({ name }) => name)).toEqual(expected)
  })

  test('are not restricted by a node that no answer uses', () => {
    const graph = createGraph(null)
    const nodes = graph.nodes.flatMap((node): WorkflowGraph['nodes'] =>
      node.type === 'llm' ? [node, { ...node, id: 'aside', config: { ...node.config, model: 'llama' } }] : [node],
    )
    const edges = [...graph.edges, { source: 'start', target: 'aside' }]
    expect(listPermittedModels(models, { allowedModels: [], graph: { ...graph, nodes, edges } })).toHaveLength(3)
  })
})
