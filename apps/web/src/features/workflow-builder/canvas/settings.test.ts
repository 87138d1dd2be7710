import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { createNode } from '@heddle/workflow/model/graph/new-node'
import { expect, test } from 'vitest'
import { paletteTypes } from '../form/fields.ts'
import { listSettings, type SettingWords } from './settings.ts'

const words: SettingWords = {
  formatModel: (name) => name ?? 'model of the chat',
  formatResources: (kind, ids) => `${kind}: ${ids.join(' + ')}`,
  formatList: (items) => items.join(', '),
  formatOption: (option) => `<${option}>`,
  formatComparison: (...parts) => parts.join(' '),
  formatShare: (percent) => [`${percent} percent`],
}
const start = createNode('start', 'start', 'Question')
const describe = (type: Parameters<typeof createNode>[0], config: object) => {
  const node = createNode(type, 'node', 'Node') as GraphNode
  return listSettings({ ...node, config: { ...(node.config as object), ...config } }, { nodes: [start, node] }, words)
}
const comparison = { value: '{{start.question}}', operator: 'contains', compare_to: 'loom' }

test.each([
  ['llm', { model: 'small', prompt: 'You  know\n{{start.question}}' }, ['small', 'You know Question']],
  ['llm', { prompt: '' }, ['model of the chat']],
  ['llm', { prompt: 'x'.repeat(100) }, ['model of the chat', `${'x'.repeat(80)}…`]],
  ['query_rewrite', { instructions: 'In English' }, ['model of the chat', 'In English']],
  ['classifier', { model: 'small', instructions: '' }, ['small']],
  ['parameter_extract', { parameters: [{ name: 'width' }, { name: 'yarn' }] }, ['model of the chat', 'width, yarn']],
  ['knowledge_retrieval', { collections: ['a', 'b'] }, ['collections: a + b']],
  ['dataset_query', { model: 'small', datasets: ['a'] }, ['small', 'datasets: a']],
  ['qa_match', { model: null, datasets: ['a'] }, ['model of the chat', 'datasets: a']],
  ['document_extract', { context_percent: 40 }, ['40 percent']],
  ['condition', { cases: [{ comparisons: [comparison] }] }, ['Question <contains> loom']],
  ['condition', { cases: [{ comparisons: [{ ...comparison, operator: 'is_empty' }] }] }, ['Question <is_empty>']],
  ['http_request', { method: 'GET', url: 'https://example.org/a' }, ['GET https://example.org/a']],
  ['merge_results', { mode: 'join', sources: ['{{start.question}}'] }, ['<join>', 'Question']],
  ['template', { text: 'About {{start.question}}' }, ['About Question']],
  ['answer', { text: '{{gone.text}}' }, ['gone']],
] as const)('a node of the type "%s" with %j is set to %j', (type, config, lines) => {
  expect(describe(type, config)).toEqual(lines)
})

test.each([...paletteTypes])('a node of the type "%s" that lost its configuration is described without a crash', (type) => {
  expect(listSettings({ id: 'node', type, title: '' }, { nodes: [] }, words)).toBeInstanceOf(Array)
})
