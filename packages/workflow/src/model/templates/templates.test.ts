import { languages } from '@heddle/contracts/languages'
import { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { checkGraph } from '../graph/graph-rules.ts'
import { nodeTypes } from '../node-type-list.ts'
import { findGraphWarnings } from '../graph/graph-warnings.ts'
import { isProductText } from './product-texts.ts'
import { starterAssistant } from './starter-texts.ts'
import { workflowTemplates } from './templates.ts'

const cases = workflowTemplates.flatMap((template) => languages.map((language) => ({ id: template.id, template, language })))

describe.each(cases)('the template $id in $language', ({ template, language }) => {
  test('is a graph that breaks no rule, but for the collections and the dataset that its author chooses', () => {
    const graph = WorkflowGraph.parse(template.createGraph(language))
    expect(checkGraph(graph, nodeTypes).filter(({ field }) => field !== 'config.collections' && field !== 'config.datasets')).toEqual([])
    const bound = graph.nodes.filter(({ type }) => type === 'knowledge_retrieval' || type === 'dataset_query' || type === 'qa_match')
    expect(checkGraph(graph, nodeTypes)).toHaveLength(bound.length)
    expect(findGraphWarnings(graph)).toEqual([])
  })

  test('has a name, a description and titles of its own', () => {
    for (const words of [template.name, template.description]) expect(new Set(Object.values(words)).size).toBe(languages.length)
    for (const { title } of template.createGraph(language).nodes) expect(title).not.toBe('')
  })
})

test('a text of the product is known as long as no language of it is changed', () => {
  const { name } = starterAssistant
  expect(isProductText(name)).toBe(true)
  expect(isProductText({ ...name, ja: '案内役' })).toBe(false)
  expect(isProductText({ default: 'Guide' })).toBe(false)
})
