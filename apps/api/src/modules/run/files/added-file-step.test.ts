// Files for a workflow that has no step for them: who may send some, and what the models and the reader get of them.
import type { Message } from '@heddle/contracts/message/message'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat, createChatFile } from '@heddle/db/factories/chat'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createWorkflow, graphWithoutFiles, plainChatGraph } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { indexSourceNow } from '../../../../test/knowledge/index-source-now.ts'
import { createSearchGraph } from '../../../../test/knowledge/search-graph.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const fixedGraph = {
  nodes: [
    { id: 'start', type: 'start', title: 'Start' },
    { id: 'answer', type: 'answer', title: 'A', config: { text: 'Ask the laboratory.' } },
  ],
  edges: [{ source: 'start', target: 'answer' }],
}
const wool = 'Wool felts when it is rubbed.'
const cotton = 'Cotton shrinks by three percent in hot water.'

/** A chat with an expert of this graph, and a file that waits for a question. */
async function createScene(draft: object, { allowFiles = true, filesWithAnyAssistant = true } = {}) {
  const scene = await app.createScene()
  const { person, tenantId } = scene
  await app.db.tenant.update({ where: { id: tenantId }, data: { filesWithAnyAssistant } })
  const workflow = await createWorkflow(app.db, { tenantId, draft, allowFiles })
  const assistant = await createAssistant(app.db, { tenantId, workflowId: workflow.id, isPublic: true })
  const chat = await app.startChat(person, assistant.id)
  const file = await createChatFile(app.db, { chatId: chat.id, name: 'wool.pdf', texts: ['Cover', wool] })
  return { ...scene, other: scene.assistant, assistant, workflow, chat, file }
}
type Scene = Awaited<ReturnType<typeof createScene>>

const ask = ({ person, chat, file }: Scene, body: object = {}) =>
  app.send(person, chat, { content: 'When does wool felt?', file_ids: [file.id], ...body })

const readSources = async ({ person, chat }: Scene, { id }: Message) =>
  (await person.get(`/api/v1/chat/${chat.id}/message/${id}/source`)).json<{ sources: Message['sources'] }>().sources

describe('a file for an expert without a step for files', () => {
  test('is read in a step of the reply, cited, and counted in what the model was told', async () => {
    const scene = await createScene(graphWithoutFiles())
    const { message } = await (await ask(scene)).done()
    expect(message.steps.map(({ type, status }) => `${type} ${status}`)).toEqual(
      ['start', 'document_extract', 'llm', 'answer'].map((type) => `${type} finished`),
    )
    expect(message.content).toContain(`${wool} [2]`)
    expect(message.sources).toMatchObject([{ number: 2, page: 2, file: { id: scene.file.id } }])
    const told = await scene.person.get(`/api/v1/chat/${scene.chat.id}/message/${message.id}/told`)
    expect(told.json()).toMatchObject({ told: { files: [{ name: 'wool.pdf', passage_count: 2 }] } })
    const { version } = await app.db.chat.findUniqueOrThrow({ where: { id: scene.chat.id } })
    const later = await (await app.send(scene.person, { ...scene.chat, version }, { content: 'And when does wool felt again?' })).done()
    expect(later.message.sources).toMatchObject([{ number: 2 }])
  })

  test('is read again when a stopped reply goes on, which cites it by the same number', async () => {
    const scene = await createScene(graphWithoutFiles())
    const { person, chat } = scene
    const content = 'When does wool felt? [[demo:tokens=150,tps=80,reasoning=none]]'
    const reader = await ask(scene, { content })
    await reader.hasText(30)
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    const stopped = await reader.done()
    expect(stopped.status).toBe('stopped')
    const going = await app.continue(person, { id: chat.id, version: stopped.version }, stopped.message.id)
    const { message, status } = await going.done()
    expect(status).toBe('completed')
    expect(message.content.startsWith(stopped.message.content)).toBe(true)
    expect(message.content).toContain(`${wool} [2]`)
    expect(message.sources).toMatchObject([{ number: 2, page: 2, file: { id: scene.file.id } }])
    expect(await readSources(scene, message)).toEqual(message.sources)
    const [, asked] = app.callsOf('tokens=150,tps=80')
    expect(JSON.stringify(asked?.body)).toContain(wool)
  })

  test('shows no step while the chat has no file', async () => {
    const { message } = await (await ask(await createScene(graphWithoutFiles()), { file_ids: [] })).done()
    expect(message.steps.map(({ type }) => type)).toEqual(['start', 'llm', 'answer'])
  })

  test('is said not to be used where the run takes a way without a model', async () => {
    const [start, answer] = fixedGraph.nodes
    const comparisons = [{ value: '{{start.question}}', operator: 'contains', compare_to: 'felt' }]
    const scene = await createScene({
      nodes: [
        start,
        { id: 'about', type: 'condition', title: 'About', config: { cases: [{ id: 'felt', label: 'Felt', match: 'all', comparisons }] } },
        {
          id: 'llm',
          type: 'llm',
          title: 'Model',
          config: { model: null, prompt: '', question: '{{start.question}}', temperature: null, history_messages: 0 },
        },
        { id: 'said', type: 'answer', title: 'Said', config: { text: '{{llm.text}}' } },
        answer,
      ],
      edges: [
        { source: 'start', target: 'about' },
        { source: 'about', source_handle: 'felt', target: 'llm' },
        { source: 'about', source_handle: 'else', target: 'answer' },
        { source: 'llm', target: 'said' },
      ],
    })
    const replies: [string, unknown][] = []
    let { version } = scene.chat
    for (const [content, file_ids] of [
      ['Who knows wool?', [scene.file.id]],
      ['And who knows silk?', []],
      ['When does wool felt?', [scene.file.id]],
    ] as const) {
      const done = await (await ask({ ...scene, chat: { ...scene.chat, version } }, { content, file_ids })).done()
      version = done.version
      replies.push([done.message.content === 'Ask the laboratory.' ? 'fixed' : 'of the model', done.message.notices])
    }
    expect(replies).toEqual([
      ['fixed', [{ code: 'files_not_used' }]],
      ['fixed', []],
      ['of the model', []],
    ])
  })

  test('is numbered apart from the passages of a collection, and each citation leads to its own', async () => {
    const scene = await createScene(fixedGraph)
    const { tenantId } = scene
    const collection = await createCollection(app.db, { tenantId })
    await indexSourceNow(app.dependencies, { collectionId: collection.id, title: 'Handbook', text: ['', `# Washing\n\n${cotton}`] })
    const graph = createSearchGraph([collection.id])
    await app.db.workflowVersion.create({ data: { workflowId: scene.workflow.id, number: 2, graph } })
    for (const [content, citation, title] of [
      ['When is wool felt rubbed in hot water?', `${wool} [2]`, 'wool.pdf'],
      ['By how much does cotton shrink in hot water?', `${cotton} [3]`, 'Handbook'],
    ] as const) {
      const { version } = await app.db.chat.findUniqueOrThrow({ where: { id: scene.chat.id } })
      const { message } = await (await ask({ ...scene, chat: { ...scene.chat, version } }, { content })).done()
      expect(message.steps.map(({ type }) => type)).toEqual(['start', 'document_extract', 'knowledge_retrieval', 'llm', 'answer'])
      expect(message.content).toContain(citation)
      expect(message.sources).toMatchObject([{ number: Number(citation.at(-2)), title }])
      expect(await readSources(scene, message)).toEqual(message.sources)
    }
  })

  test.each([
    ['is refused where the author of the workflow says no', graphWithoutFiles(), { allowFiles: false }, false],
    ['is refused where the institute wants a step for it', graphWithoutFiles(), { filesWithAnyAssistant: false }, false],
    ['is refused where no model would be given it', fixedGraph, {}, false],
    [
      'is taken where the author has made a step for it, whatever else is said',
      plainChatGraph(),
      { allowFiles: false, filesWithAnyAssistant: false },
      true,
    ],
    ['is taken as it is by default', graphWithoutFiles(), {}, true],
  ])('%s, and the expert is shown so', async (_, draft, flags, isTaken) => {
    const scene = await createScene(draft, flags)
    const { person, assistant, chat } = scene
    expect((await person.get(`/api/v1/assistant/${assistant.id}`)).json()).toMatchObject({ assistant: { accepts_files: isTaken } })
    const found = (await person.post('/api/v1/assistant/query', { scope: 'all', accepts_files: true })).json<{
      assistants: { id: string }[]
    }>()
    expect(found.assistants.some(({ id }) => id === assistant.id)).toBe(isTaken)
    const reader = await ask(scene)
    expect([reader.status, reader.error?.code]).toEqual(isTaken ? [200, undefined] : [409, 'CHAT_FILES_NOT_READ'])
    await reader.ended
    expect(await app.db.message.count({ where: { chatId: chat.id } })).toBe(isTaken ? 2 : 0)
  })

  test('goes with a question to an expert that the question names, whatever that of the chat takes', async () => {
    const scene = await createScene(fixedGraph)
    const { message } = await (await ask(scene, { assistant_id: scene.other.id })).done()
    expect(message.content).toContain(`${wool} [2]`)
    const other = await createChat(app.db, { ownerId: scene.person.user.id, assistantId: scene.other.id })
    const file = await createChatFile(app.db, { chatId: other.id, texts: [wool] })
    const refused = await ask({ ...scene, chat: other, file }, { assistant_id: scene.assistant.id })
    expect(refused.error?.code).toBe('CHAT_FILES_NOT_READ')
  })
})
