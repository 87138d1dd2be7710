import { expect, test } from 'vitest'
import { nodeTypes } from '../node-type-list.ts'
import type { NodeResult } from '../value.ts'
import { keepReadableOutcomes } from './readable-outcomes.ts'

const llm = (id: string, prompt: string) => ({
  id,
  type: 'llm',
  title: id,
  config: { model: null, prompt, question: '{{start.question}}', temperature: null, history_messages: 0 },
})
const nodes = [
  { id: 'start', type: 'start', title: 'Question' },
  { id: 'figures', type: 'dataset_query', title: 'Figures', config: { datasets: ['fabrics'], question: '', instructions: '' } },
  {
    id: 'found',
    type: 'knowledge_retrieval',
    title: 'Handbook',
    config: { collections: ['handbook', 'minutes'], query: '', wordings: '' },
  },
  llm('of_figures', '{{figures.text}}'),
  llm('of_found', '{{found.text}}'),
  llm('of_both', '{{of_figures.text}} {{of_found.text}}'),
  llm('alone', ''),
]

const text: NodeResult = { output: { text: 'So.' } }
const outcomes = {
  figures: { output: { datasets: ['fabrics', 'yarns'] } },
  found: { output: { found: ['handbook'] } },
  of_figures: text,
  of_found: text,
  of_both: text,
  alone: text,
}
const keep = (readable: readonly string[], given: Parameters<typeof keepReadableOutcomes>[2] = outcomes) =>
  Object.keys(keepReadableOutcomes({ nodes }, nodeTypes, given, new Set(readable)))

test('what the reader may still read is kept', () => {
  expect(keep(['fabrics', 'yarns', 'handbook'])).toEqual(Object.keys(outcomes))
})

test('what has text of a dataset or collection that the reader may not read is dropped, also where another node passed it on', () => {
  expect(keep(['fabrics', 'handbook'])).toEqual(['found', 'of_found', 'alone'])
  expect(keep(['fabrics', 'yarns', 'minutes'])).toEqual(['figures', 'of_figures', 'alone'])
})

test('a search of which nothing is known counts as one that found something everywhere', () => {
  const { found: _, ...rest } = outcomes
  expect(keep(['fabrics', 'yarns', 'handbook'], rest)).toEqual(['figures', 'of_figures', 'alone'])
})

test('a query that was skipped has found nothing', () => {
  expect(keep([], { figures: null, of_figures: null, alone: text })).toEqual(['figures', 'of_figures', 'alone'])
})
