// Replies that cite rows of datasets: what is kept of them, and who is shown it.
import type { Message, MessageSource } from '@heddle/contracts/message/message'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat, createChatShare, createMessage } from '@heddle/db/factories/chat'
import { createMembership } from '@heddle/db/factories/group'
import { createModel } from '@heddle/db/factories/model'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { createCitingGraph } from '../../../../test/dataset/citing-graph.ts'
import { citeRows } from '../../../../test/dataset/cite-rows.ts'
import { arrangeDataset } from '../../../../test/dataset/dataset-scene.ts'
import { unpackZip } from '../../../../test/files/collection-file.ts'
import { until } from '../../../../test/until.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const canary = 'Canary fibre 7316'
const columns = [
  { name: { default: 'Sample', zhHant: '樣品' }, type: 'text', key: true },
  { name: { default: 'Fibre', zhHant: '纖維' }, type: 'text' },
  { name: { default: 'Strength', zhHant: '強力' }, type: 'number', unit: 'N', decimals: 1 },
]
const byFibre: object = {
  group_by: ['c2'],
  aggregates: [
    { fn: 'mean', column: 'c3' },
    { fn: 'count', column: 'c3' },
  ],
}

/** A member of the group of a published dataset whose rows have the canary, and an assistant that answers from a query over it. */
async function createScene({ access = 'members', plan = byFibre } = {}) {
  const scene = await arrangeDataset(app, { columns })
  const { tenantId, group, dataset } = scene
  await scene.update({ access })
  await scene.addRows(
    { c1: 'A', c2: canary, c3: 20 },
    { c1: 'B', c2: canary, c3: 25.5 },
    { c1: 'C', c2: canary, c3: { number: 0.5, text: '<0.5', mark: '<' } },
    { c1: 'D', c2: 'wool', c3: 12 },
  )
  await scene.publishNow()
  const addMember = async () => {
    const person = await app.createPerson({ tenantId })
    await createMembership(app.db, { groupId: group.id, userId: person.user.id })
    return person
  }
  const person = await addMember()
  const workflow = await createWorkflow(app.db, { tenantId, draft: createCitingGraph(dataset.id, plan) })
  const assistant = await createAssistant(app.db, { tenantId, groupId: group.id, isPublic: true, workflowId: workflow.id })
  await createModel(app.db, { tenantId, name: 'gpt-4o', isDefault: true })
  return { ...scene, workflow, person, addMember, chat: await app.startChat(person, assistant.id) }
}
type Scene = Awaited<ReturnType<typeof createScene>>
type Reader = Scene['person']

const answered = 'The mean is 22.75 N [1].'
const ask = async ({ person, chat }: Pick<Scene, 'person' | 'chat'>, changes: object = {}) =>
  (await app.send(person, chat, { content: `${answered} [[demo:echo,reasoning=none]]`, ...changes })).done()
const leave = ({ user }: Reader) => app.db.membership.deleteMany({ where: { userId: user.id } })
const share = ({ chat }: Scene) => createChatShare(app.db, { chatId: chat.id })

const readSources = async (reader: Reader, { chat }: Scene, { id }: Pick<Message, 'id'>) =>
  (await reader.get(`/api/v1/chat/${chat.id}/message/${id}/source`)).json<{ sources: MessageSource[] }>().sources

/** All that a reader of the chat may be sent about it. */
async function readEverywhere(reader: Reader, { chat }: Scene, { id }: Pick<Message, 'id'>) {
  const addresses = ['', '/export?format=md', '/export?format=json', `/message/${id}/source`]
  const pages = await Promise.all(addresses.map((address) => reader.get(`/api/v1/chat/${chat.id}${address}`)))
  const stream = await (await app.rejoin(reader, chat.id)).done()
  return [...pages.map(({ body }) => body), JSON.stringify(stream)].join('\n')
}

describe('a reply over a dataset', () => {
  test('cites the rows of its query with the query in words; event, row and route agree', async () => {
    const scene = await createScene()
    const { message } = await ask(scene)
    expect(message.content).toBe(answered)
    const [source] = message.sources
    expect(message.sources).toEqual([
      {
        id: source?.id,
        number: 1,
        title: 'Fabric tests',
        passage: 'mean of Strength in N, number of Strength values by Fibre, 2 groups, 4 rows, 1 of Strength left out as < 0.5',
        page: null,
        score: null,
        file: null,
        rows: {
          dataset_ids: [scene.dataset.id],
          version: 1,
          columns: [
            { name: 'Fibre', unit: null, decimals: null, conversion: 'none', is_key: true, omitted: 0 },
            { name: 'mean of Strength', unit: 'N', decimals: null, conversion: 'linear', is_key: false, omitted: 1 },
            { name: 'number of Strength values', unit: null, decimals: null, conversion: 'none', is_key: false, omitted: 0 },
          ],
          rows: [
            { id: null, cells: [canary, 22.75, 3] },
            { id: null, cells: ['wool', 12, 1] },
          ],
          total: 2,
          matched: 4,
          is_cut: false,
        },
      },
    ])
    expect(await readSources(scene.person, scene, message)).toEqual(message.sources)
    expect(await app.db.messageSourceDataset.findMany({ where: { sourceId: source?.id ?? '' } })).toEqual([
      { sourceId: source?.id, datasetId: scene.dataset.id, membersOf: scene.group.id },
    ])
    const [call] = app.callsOf(canary)
    expect(JSON.stringify(call?.body)).toContain('<passage number=\\"1\\" file=\\"Fabric tests\\">')
  })

  test('says in the language of the reply what was asked and what the columns are', async () => {
    const scene = await createScene({ plan: { select: ['c1', 'c3'], order_by: [{ column: 'c3', direction: 'desc' }], limit: 2 } })
    const { message } = await ask(scene, { response_language: 'zhHant' })
    const [source] = message.sources
    expect(source?.passage).toContain('強力')
    expect(source?.rows).toMatchObject({
      columns: [{ name: '樣品' }, { name: '強力', unit: 'N', decimals: 1, conversion: 'values' }],
      rows: [
        { id: expect.any(String) as string, cells: ['B', 25.5] },
        { id: expect.any(String) as string, cells: ['A', 20] },
      ],
      total: 4,
      matched: 4,
      is_cut: true,
    })
  })

  test('drops the number of a source that it was not given, and cites nothing where nothing was found', async () => {
    const scene = await createScene({ plan: { select: ['c1'], where: [{ column: 'c3', op: 'gt', value: 900 }] } })
    expect((await ask(scene)).message).toMatchObject({ content: expect.stringContaining('Empty: ') as string, sources: [] })
    const found = await createScene()
    const { message } = await ask(found, { content: 'It is so [2]. [[demo:echo,reasoning=none]]' })
    expect(message).toMatchObject({ content: 'It is so.', sources: [] })
  })

  test('names the rows in an export as it names passages', async () => {
    const scene = await createScene()
    await ask(scene)
    const { body } = await scene.person.get(`/api/v1/chat/${scene.chat.id}/export?format=md`)
    expect(body).toContain(String.raw`- \[1\] **Fabric tests**: mean of Strength in N, number of Strength values by Fibre`)
  })
})

describe('the rows that a reply cites', () => {
  test('are withheld everywhere from a reader who has lost the right to the dataset, the owner of the chat included', async () => {
    const scene = await createScene()
    const { message } = await ask(scene)
    await share(scene)
    const [colleague, outsider] = [await scene.addMember(), await app.createPerson({ tenantId: scene.tenantId })]
    for (const reader of [scene.person, colleague]) expect(await readEverywhere(reader, scene, message)).toContain(canary)
    expect(await readEverywhere(outsider, scene, message)).not.toContain(canary)

    await leave(scene.person)
    await leave(colleague)
    for (const reader of [scene.person, colleague]) {
      const everything = await readEverywhere(reader, scene, message)
      expect(everything).not.toContain(canary)
      expect(everything).not.toContain('Fabric tests')
    }
    expect(await readSources(scene.person, scene, message)).toEqual([
      {
        id: message.sources[0]?.id,
        number: 1,
        title: null,
        passage: '',
        page: null,
        score: null,
        file: null,
        is_withheld: true,
      },
    ])
    await createMembership(app.db, { groupId: scene.group.id, userId: scene.person.user.id })
    expect(await readSources(scene.person, scene, message)).toEqual(message.sources)
  })

  test('are for all readers of the chat while all may read the dataset, until that changes', async () => {
    const scene = await createScene({ access: 'workflow' })
    const { message } = await ask(scene)
    await share(scene)
    const outsider = await app.createPerson({ tenantId: scene.tenantId })
    expect(await readEverywhere(outsider, scene, message)).toContain(canary)
    await scene.update({ access: 'members' })
    expect(await readEverywhere(outsider, scene, message)).not.toContain(canary)
  })

  test('count as what they were once the dataset is deleted', async () => {
    const scene = await createScene()
    const { message } = await ask(scene)
    await app.db.workflow.update({ where: { id: scene.workflow.id }, data: { draft: {} } })
    await app.db.dataset.delete({ where: { id: scene.dataset.id } })
    expect(await readSources(scene.person, scene, message)).toEqual(message.sources)
    await leave(scene.person)
    expect(await readEverywhere(scene.person, scene, message)).not.toContain(canary)
  })

  test('are withheld while the reply runs from those who follow it without owning it', async () => {
    const scene = await createScene()
    await share(scene)
    const colleague = await scene.addMember()
    const content = `${answered} ${'The loom weaves on. '.repeat(20)} [[demo:echo,reasoning=none,tps=80]]`
    const asking = await app.send(scene.person, scene.chat, { content })
    await until('a source', () => asking.events.some(({ type }) => type === 'sources'))
    const followed = await app.rejoin(colleague, scene.chat.id)
    const { message } = await followed.done()
    const shown = followed.events.flatMap((event) => (event.type === 'snapshot' || event.type === 'sources' ? event.sources : []))
    expect(shown).not.toEqual([])
    for (const source of [...shown, ...message.sources]) expect(source).toMatchObject({ number: 1, title: null, is_withheld: true })
    expect(await readEverywhere(colleague, scene, message)).toContain(canary)
    expect((await asking.done()).message.sources).toMatchObject([{ title: 'Fabric tests' }])
  })
})

describe('the export of cited rows', () => {
  async function createCitation() {
    const scene = await createScene()
    const chat = await createChat(app.db, { ownerId: scene.person.user.id })
    await createMessage(app.db, { chatId: chat.id })
    const message = await createMessage(app.db, { chatId: chat.id, role: 'assistant' })
    const dataset = { tenantId: scene.tenantId, groupId: scene.group.id, access: 'members' as const }
    const source = await citeRows(app.db, { messageId: message.id, text: '=1+1', dataset })
    const read = (format: string) =>
      scene.person.get(`/api/v1/chat/${chat.id}/message/${message.id}/source/${source.id}/export?format=${format}`)
    return { ...scene, read }
  }

  test('has the columns with their units and the values, of which none is a formula', async () => {
    const { read } = await createCitation()
    const csv = await read('csv')
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="rows-.*\.csv"$/)
    expect(csv.body).toBe("\uFEFF'=Fibre,Strength (N)\r\n'=1+1,-1.5\r\n")
    const sheet = String((await unpackZip((await read('xlsx')).rawPayload)).get('xl/worksheets/sheet1.xml'))
    expect(sheet).toContain('<t xml:space="preserve">=1+1</t>')
    expect(sheet).toContain('<v>-1.5</v>')
    expect(sheet).not.toContain('<f>')
  })

  test('is refused to who may not read the dataset any more', async () => {
    const { read, person } = await createCitation()
    await leave(person)
    const response = await read('csv')
    expect([response.statusCode, response.json().detail.code]).toEqual([404, 'SOURCE_NOT_FOUND'])
  })
})

describe('a continued reply', () => {
  const cut = { content: 'The loom weaves on and on, and the mean is 22.75 N [1]. [[demo:echo,reasoning=none,tokens=4,finish=length]]' }
  async function createCutReply() {
    const scene = await createScene()
    const { message, version } = await ask(scene, cut)
    expect(message).toMatchObject({ status: 'interrupted', sources: [] })
    const continueReply = async () => (await app.continue(scene.person, { ...scene.chat, version }, message.id)).done()
    return { scene, before: message.content, calls: app.demo.requests.length, continueReply }
  }

  test('reuses the rows of the run before, and cites them', async () => {
    const { scene, calls, continueReply } = await createCutReply()
    const { message } = await continueReply()
    expect(message).toMatchObject({ status: 'completed', content: expect.stringMatching(/^The loom.*N \[1\]\.$/) as string })
    expect(message.sources).toMatchObject([{ title: 'Fabric tests', rows: { dataset_ids: [scene.dataset.id] } }])
    // The model of the query is not asked again.
    expect(app.demo.requests.length).toBe(calls + 1)
  })

  test('has nothing of a dataset whose reader has lost the right to it meanwhile', async () => {
    const { scene, calls, continueReply } = await createCutReply()
    await leave(scene.person)
    const { message } = await continueReply()
    expect(message).toMatchObject({ content: 'The loom weaves on\n\nEmpty: No data was found for this question.', sources: [] })
    expect(JSON.stringify(app.demo.requests.slice(calls))).not.toContain(canary)
  })
})
