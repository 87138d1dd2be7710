import { describe, expect, test } from 'vitest'
import { findPageBlocks } from '../../../../test/knowledge/index-source-now.ts'
import { applyEdits, type StoredEdit } from './apply-edits.ts'
import { cutChunks } from './cut-chunks.ts'

const settings = { chunkStrategy: 'structure', chunkTokens: 400, overlapTokens: 0 } as const
const sentence = (topic: string) => `The ${topic} of a specimen is measured after conditioning for a day. `
const section = (topic: string) => `# ${topic}\n\n${sentence(topic).repeat(12)}`
const cut = (...topics: string[]) =>
  cutChunks({ isPaged: false, blocks: findPageBlocks([{ text: topics.map(section).join('\n\n') }]) }, settings)

const edit = (change: Partial<StoredEdit>): StoredEdit => ({ id: 'e1', originalText: null, text: null, enabled: true, ...change })

describe('the edits of a source', () => {
  test('are given to the chunks whose text is the same, wherever they are now', async () => {
    const [twist] = await cut('twist', 'count')
    const found = applyEdits(await cut('length', 'count', 'twist'), [
      edit({ originalText: twist!.text, text: 'Twist is counted in turns.', enabled: false }),
    ])
    expect(found.map(({ editId }) => editId)).toEqual([null, null, 'e1'])
    expect(found[2]).toMatchObject({ text: 'Twist is counted in turns.', enabled: false, headingPath: ['twist'], tokenCount: 7 })
    expect(found[2]!.spans).not.toEqual([])
  })

  test('are given to the chunk that has most of the text, once a word of it has changed', async () => {
    const [twist] = await cut('twist')
    const originalText = twist!.text.replace('for a day', 'for an hour')
    const found = applyEdits(await cut('twist', 'air permeability'), [edit({ originalText, enabled: false })])
    expect(found.map(({ enabled }) => enabled)).toEqual([false, true])
    expect(found[0]!.text).toBe(twist!.text)
  })

  test('are given to no chunk when the text is gone, and one chunk has one of them', async () => {
    const chunks = await cut('twist')
    const originalText = chunks[0]!.text
    const lost = edit({ id: 'lost', originalText: '紗支是一公里紗線的公克數。', enabled: false })
    const found = applyEdits(chunks, [lost, edit({ originalText, text: 'One' }), edit({ id: 'e2', originalText, text: 'Two' })])
    expect(found.map(({ editId }) => editId)).toEqual(['e1'])
  })

  test('of chunks that were added come after all others', async () => {
    const found = applyEdits(await cut('twist'), [edit({ text: 'Own words.' })])
    expect(found[1]).toMatchObject({ text: 'Own words.', editId: 'e1', spans: [], headingPath: [], pageFrom: null })
  })
})
