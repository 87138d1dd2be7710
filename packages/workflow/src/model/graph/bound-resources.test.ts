import { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { getTemplate } from '../templates/templates.ts'
import { bindResources, findUnknownResources, listBoundResources } from './bound-resources.ts'

const [wool, silk] = ['01980000-0000-7000-8000-000000000001', '01980000-0000-7000-8000-000000000002']
const draft = WorkflowGraph.parse(getTemplate('document_qa').createGraph('en'))

describe('the resources that a graph names', () => {
  const graph = bindResources(draft, { collection: [wool, silk, wool] })

  test('are listed once, of all kinds and of one', () => {
    expect([listBoundResources(graph), listBoundResources(graph, 'collection')]).toEqual([
      [wool, silk],
      [wool, silk],
    ])
    expect(listBoundResources(draft)).toEqual([])
  })

  test('are replaced in the nodes that read them, and nothing else is', () => {
    expect(bindResources(graph, { collection: [silk] })).toEqual(bindResources(draft, { collection: [silk] }))
    expect(bindResources(graph, {})).toEqual(draft)
  })

  test('are errors when the tenant does not have them, if it is known which it has', () => {
    const unknown = { severity: 'error', field: 'config.collections', subject: silk, code: 'collection_unknown' }
    expect(findUnknownResources(bindResources(draft, { collection: [wool, silk] }), { collection: new Set([wool]) })).toMatchObject([
      unknown,
    ])
    expect(findUnknownResources(graph, {})).toEqual([])
  })

  test('of a draft whose settings are gone are none', () => {
    const node = graph.nodes.find(({ type }) => type === 'knowledge_retrieval')
    if (!node) throw new Error('The template has no search')
    expect(
      listBoundResources({
        nodes: [
          { ...node, config: undefined },
          { ...node, config: {} },
        ],
      }),
    ).toEqual([])
  })
})
