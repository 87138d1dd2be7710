import type { QueryRewriteNode } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { ModelError, type RetrievalPort } from '../ports.ts'
import { play } from '../../testing/play.ts'
import { answer, parseEdges, start } from '../../testing/test-nodes.ts'
import { runNode, type RunNodeOptions } from '../../testing/run-node.ts'

const createNode = (config: Partial<QueryRewriteNode['config']> = {}, handling: object = {}): QueryRewriteNode => ({
  id: 'rewrite',
  type: 'query_rewrite',
  title: 'Rewrite',
  ...handling,
  config: { model: null, question: '{{start.question}}', instructions: '', history_messages: 4, ...config },
})

const history = [
  { role: 'user', content: 'Tell me about cotton.' },
  { role: 'assistant', content: 'Cotton is a fibre.' },
] as const

const rewrite = (options: RunNodeOptions, config: Partial<QueryRewriteNode['config']> = {}) =>
  runNode(createNode(config), { changes: { history, question: 'Does it shrink?' }, ...options })

describe('a rewritten question', () => {
  test('is what the model writes, without space around it', async () => {
    const { output, requests } = await rewrite({ answers: ['\n Does cotton shrink? '] })
    expect(output).toEqual({ text: 'Does cotton shrink?' })
    expect(requests).toMatchObject([{ model: 'gpt-4o', temperature: 0, maxOutputTokens: 1_024 }])
  })

  test('is asked for with the conversation as a text, which a model does not continue', async () => {
    const { requests } = await rewrite({})
    expect(requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(requests[0]?.messages[1]?.content).toMatch(/User: Tell me about cotton\.[^]*Assistant: Cotton is a fibre\.[^]*Does it shrink\?$/)
  })

  test('is the question itself without a conversation and instructions, and no model is called', async () => {
    const first = await rewrite({ changes: { question: 'Does it shrink?' } })
    expect(first).toMatchObject({ output: { text: 'Does it shrink?' }, requests: [] })
    expect((await rewrite({}, { history_messages: 0 })).requests).toEqual([])
    expect((await rewrite({ changes: {} }, { instructions: 'In English.' })).requests).toHaveLength(1)
  })

  test('is the question itself when the model writes nothing', async () => {
    expect((await rewrite({ answers: [' '] })).output).toEqual({ text: 'Does it shrink?' })
  })

  test('shows the reader neither text nor reasoning, only what it used', async () => {
    expect((await rewrite({})).events.map(({ type }) => type)).toEqual(['call', 'usage'])
  })

  test('has a model and instructions of its own', async () => {
    const { requests } = await rewrite({}, { model: 'small', instructions: 'Answer in {{start.question}}' })
    expect(requests[0]).toMatchObject({ model: 'small', messages: [{ content: expect.stringContaining('Answer in Does it shrink?') }, {}] })
  })
})

describe('a question in the languages of the documents', () => {
  const inDocumentLanguages = { document_languages: true }
  const retrieval: RetrievalPort = {
    findOtherLanguages: (collectionIds) => Promise.resolve(collectionIds.includes('handbooks') ? ['ja', 'en'] : []),
    retrieve: () => Promise.reject(new Error('Nothing is searched')),
  }
  const searching = { retrieval, searchedCollections: ['handbooks'] }

  test('is what the model writes on the first line, and its other wordings on the next ones', async () => {
    const answers = ['棉會縮水嗎？\n\n- 綿は縮みますか。\n2. English: Does cotton shrink?\nThai: more than was asked for']
    const { output, requests } = await rewrite({ ...searching, answers, changes: { question: '棉會縮水嗎？' } }, inDocumentLanguages)
    expect(output).toEqual({ text: '棉會縮水嗎？', wordings: '綿は縮みますか。\nDoes cotton shrink?' })
    expect(requests[0]?.messages[0]?.content).toContain('translate it into Japanese, English:')
  })

  test('has no other wordings when the model writes one line only', async () => {
    const { output } = await rewrite({ ...searching, answers: ['Does cotton shrink?'] }, inDocumentLanguages)
    expect(output).toEqual({ text: 'Does cotton shrink?', wordings: '' })
  })

  test.each([
    ['all documents are in its language', { searchedCollections: ['reports'] }],
    ['the workflow searches no collection', { searchedCollections: [] }],
  ])('is not asked for where %s', async (_why, changes) => {
    const options = { ...searching, ...changes, changes: { question: 'Does it shrink?' } }
    expect(await rewrite(options, inDocumentLanguages)).toMatchObject({ output: { text: 'Does it shrink?', wordings: '' }, requests: [] })
  })
})

describe('a rewriting that fails', () => {
  const run = (handling: object) =>
    play(
      { nodes: [start, createNode({}, handling), answer('one', '<{{rewrite.text}}>')], edges: parseEdges('start>rewrite rewrite>one') },
      {
        changes: { history, question: 'Does it shrink?' },
        // oxlint-disable-next-line require-yield -- it fails before
        async *script() {
          throw new ModelError('MODEL_REFUSED')
        },
      },
    )

  test('continues with the question itself', async () => {
    const { error, reply, steps, usages } = await run({})
    expect(error).toBeUndefined()
    expect(reply).toBe('<Does it shrink?>')
    expect(steps).toContain('rewrite failed')
    expect(usages).toEqual(['rewrite'])
  })

  test('fails the run when its author has chosen so', async () => {
    expect((await run({ on_error: 'fail' })).error).toMatchObject({ code: 'MODEL_REFUSED' })
  })
})
