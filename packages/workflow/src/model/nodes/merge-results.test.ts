import type { MergeResultsNode } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import type { Passage } from '../passage.ts'
import { runNode } from '../../testing/run-node.ts'
import type { TypedValue } from '../value.ts'
import { mergePassages } from './merge-results.ts'

const createPassage = (id: string, score: number | null, number = 1): Passage => ({
  id,
  number,
  fileId: `file of ${id}`,
  title: id,
  page: null,
  text: `About ${id}`,
  score,
})

const merge = (mode: MergeResultsNode['config']['mode'], values: Readonly<Record<string, TypedValue>>, sources: string[]) =>
  runNode({ id: 'merge', type: 'merge_results', title: 'Merge', config: { mode, sources, separator: ' | ' } }, { values })

const sources = ['{{a.text}}', '{{b.text}}', '{{c.text}}']

describe('merged results', () => {
  test('are the first that is not empty, in the order of the list', async () => {
    const values = {
      'b.text': { type: 'text', value: 'B' },
      'c.text': { type: 'text', value: 'C' },
      'a.text': { type: 'text', value: ' ' },
    } as const
    expect((await merge('first', values, sources)).output).toEqual({ text: 'B', passages: [] })
  })

  test('are all that are not empty, with the separator between them', async () => {
    const values = { 'c.text': { type: 'text', value: 'C' }, 'a.text': { type: 'list', value: ['x', 'y'] } } as const
    expect((await merge('join', values, sources)).output).toEqual({ text: 'x\ny | C', passages: [] })
  })

  test('are empty when all sources are', async () => {
    expect((await merge('join', {}, sources)).output).toEqual({ text: '', passages: [] })
    expect((await merge('first', {}, sources)).output).toEqual({ text: '', passages: [] })
  })

  test('of passages are each passage once with its best score, numbered again, and told to the reader', async () => {
    const values = {
      'a.found': { type: 'passages', value: [createPassage('wool', 0.4, 1), createPassage('silk', 0.9, 2)] },
      'b.found': { type: 'passages', value: [createPassage('wool', 0.95, 1), createPassage('jute', null, 2)] },
    } as const
    const { output, events } = await merge('join', values, ['{{a.found}}', '{{b.found}}'])
    const passages = [createPassage('wool', 0.95, 1), createPassage('silk', 0.9, 2), createPassage('jute', null, 3)]
    expect(output.passages).toEqual(passages)
    expect(events).toEqual([{ type: 'passages', passages }])
    expect(output.text).toMatch(/^<passage number="1" file="wool">\nAbout wool\n<\/passage>\n<passage number="2" file="silk">/)
  })
})

test('passages without scores keep their order', () => {
  const all = ['c', 'a', 'b'].map((id) => createPassage(id, null))
  expect(mergePassages(all).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})
