// The test questions of a collection over HTTP: kept with what they expect, asked with one setting or two, and measured.
import { randomUUID } from 'node:crypto'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import type { CollectionQuestion, importCollectionQuestions, QuestionOutcome, QuestionRunEvent } from '@heddle/contracts/retrieval/question'
import { limits } from '@heddle/contracts/limits'
import { createCollection, createCollectionQuestion, createSource, createSourceVersion } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { embedSourceNow } from '../../../../test/knowledge/embed-source-now.ts'
import { indexSourceNow } from '../../../../test/knowledge/index-source-now.ts'
import { openModels } from '../../../../test/knowledge/open-models.ts'
import { type Caller, createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { until } from '../../../../test/until.ts'

let api: TestApp
let demo: DemoModel
let origin: string
let opened: ReturnType<typeof openModels>
beforeAll(async () => {
  demo = await createDemoModel()
  api = await createTestApp({ modelUrl: demo.url })
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
  opened = openModels(api.dependencies)
})
afterAll(async () => {
  await opened.close()
  await api.close()
  await demo.close()
})

let tenantId: string
let collectionId: string
let address: string
let caller: Caller
beforeEach(async () => {
  ;({ id: tenantId } = await createTenant(api.db))
  ;({ id: collectionId } = await createCollection(api.db, { tenantId }))
  address = `/api/v1/knowledge/collection/${collectionId}/question`
  caller = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
})

const addSource = (title: string, text: string) => indexSourceNow(api.dependencies, { collectionId, title, text })
const readRefusal = (response: Awaited<ReturnType<Caller['get']>>) => [response.statusCode, response.json().detail.code]

async function add(question: object) {
  const response = await caller.post(address, { question })
  expect([response.statusCode, response.body.slice(0, 300)]).toEqual([200, expect.any(String)])
  return response.json<{ question: CollectionQuestion }>().question
}
async function list(body: object = {}) {
  const response = await caller.post(`${address}/query`, body)
  expect(response.statusCode).toBe(200)
  return response.json<{ questions: CollectionQuestion[]; next_page_token?: string; total?: number }>()
}
async function importCsv(csv: string, options: object = {}) {
  const response = await caller.post(`${address}/import`, { csv, ...options })
  expect([response.statusCode, response.body.slice(0, 300)]).toEqual([200, expect.any(String)])
  return response.json<EndpointResponse<typeof importCollectionQuestions>>()
}

/** The events of a run, by their type. */
async function run(...settings: object[]) {
  const response = await caller.post(`${address}/run`, { settings })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const events = response.body
    .split('\n')
    .flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as QuestionRunEvent] : []))
  const [begun, done] = [events[0], events.at(-1)]
  if (begun?.type !== 'begun' || done?.type !== 'done') throw new Error(`The run did not end: ${response.body}`)
  return { begun, done, results: events.filter((event) => event.type === 'result') }
}
const toRanks = (outcomes: readonly QuestionOutcome[]) => outcomes.map(({ rank }) => rank)

describe('a test question', () => {
  test('is kept with its source, its passage and its language, which its letters tell', async () => {
    const { id: source_id, title } = await createSource(api.db, { collectionId })
    const texts = {
      zhHant: '標準大氣的溫度？',
      en: 'Which temperature?',
      ja: '標準状態の温度は',
      th: 'อุณหภูมิเท่าใด',
      vi: 'Nhiệt độ bao nhiêu?',
    }
    for (const [language, text] of Object.entries(texts)) expect(await add({ text, source_id })).toMatchObject({ language })
    const question = await add({ text: 'Quel degré ?', source_id, passage: ' 20 °C ', language: 'other', note: 'From the laboratory' })
    expect(question).toEqual({
      id: expect.any(String),
      text: 'Quel degré ?',
      language: 'other',
      source: { id: source_id, title },
      passage: '20 °C',
      note: 'From the laboratory',
      revision: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(await api.db.collectionQuestion.findUniqueOrThrow({ where: { id: question.id } })).toMatchObject({
      question: 'Quel degré ?',
      sourceId: source_id,
      passage: '20 °C',
    })
  })

  test('is refused with a source of another collection', async () => {
    const { id: source_id } = await createSource(api.db)
    expect(readRefusal(await caller.post(address, { question: { text: 'Why?', source_id } }))).toEqual([404, 'SOURCE_NOT_FOUND'])
    const { id } = await createCollectionQuestion(api.db, { collectionId })
    const refused = await caller.put(`${address}/${id}`, { revision: 0, question: { source_id } })
    expect(readRefusal(refused)).toEqual([404, 'SOURCE_NOT_FOUND'])
  })

  test('is changed once for each revision; another text is detected again', async () => {
    const { id: source_id } = await createSource(api.db, { collectionId })
    const { id } = await add({ text: 'Which temperature?', source_id, passage: '20 °C' })
    const change = (revision: number, question: object) => caller.put(`${address}/${id}`, { revision, question })
    expect((await change(0, { text: '溫度？', passage: null })).json().question).toMatchObject({
      text: '溫度？',
      language: 'zhHant',
      passage: null,
      revision: 1,
    })
    const refused = await change(0, { note: 'Late' })
    expect(readRefusal(refused)).toEqual([409, 'REVISION_MISMATCH'])
    expect(refused.json().detail.params.current).toMatchObject({ text: '溫度？', note: '', revision: 1 })
    expect((await change(1, { language: 'ja' })).json().question).toMatchObject({ language: 'ja' })
    expect((await change(2, { language: null })).json().question).toMatchObject({ language: 'zhHant' })
  })

  test('is deleted', async () => {
    const { id } = await createCollectionQuestion(api.db, { collectionId })
    expect((await caller.delete(`${address}/${id}`)).statusCode).toBe(200)
    expect(readRefusal(await caller.delete(`${address}/${id}`))).toEqual([404, 'QUESTION_NOT_FOUND'])
    expect(readRefusal(await caller.put(`${address}/${randomUUID()}`, { revision: 0, question: {} }))).toEqual([404, 'QUESTION_NOT_FOUND'])
  })

  test('stays when its source is deleted, and says so', async () => {
    const { id: sourceId } = await createSource(api.db, { collectionId })
    await createCollectionQuestion(api.db, { collectionId, sourceId })
    expect((await caller.delete(`/api/v1/knowledge/collection/${collectionId}/source/${sourceId}`)).statusCode).toBe(200)
    expect((await list()).questions).toMatchObject([{ source: null }])
  })
})

describe('the list of test questions', () => {
  test('is paged, the latest first, and found by question, note and source', async () => {
    const { id: sourceId } = await createSource(api.db, { collectionId, title: 'Handbook' })
    const ids: string[] = []
    for (const question of ['First', 'Second', 'Third'])
      ids.unshift((await createCollectionQuestion(api.db, { collectionId, question })).id)
    await createCollectionQuestion(api.db)
    const first = await list({ page_size: 2 })
    expect([first.questions.map(({ id }) => id), first.total]).toEqual([ids.slice(0, 2), 3])
    const second = await list({ page_token: first.next_page_token })
    expect([second.questions.map(({ id }) => id), second.next_page_token]).toEqual([ids.slice(2), undefined])

    await api.db.collectionQuestion.update({ where: { id: ids[0] ?? '' }, data: { sourceId } })
    await api.db.collectionQuestion.update({ where: { id: ids[1] ?? '' }, data: { note: 'handbook, page 3' } })
    expect(await list({ keyword: 'handBOOK' })).toMatchObject({ questions: [{ id: ids[0] }, { id: ids[1] }], total: 2 })
    expect(await list({ keyword: 'third' })).toMatchObject({ questions: [{ id: ids[0] }], total: 1 })
  })

  test('has an end', async () => {
    const { id: source_id } = await createSource(api.db, { collectionId })
    const data = Array.from({ length: limits.questionsPerCollection }, (_, index) => ({ collectionId, question: `Question ${index}` }))
    await api.db.collectionQuestion.createMany({ data })
    const refused = await caller.post(address, { question: { text: 'One more?', source_id } })
    expect([...readRefusal(refused), refused.json().detail.params]).toEqual([
      409,
      'QUESTION_TOO_MANY',
      { max: limits.questionsPerCollection },
    ])
  })
})

describe('an import of test questions', () => {
  test('adds those that are not there, in their order', async () => {
    const { id: sourceId } = await createSource(api.db, { collectionId, title: '手冊' })
    const csv = `Question;Source;Note\nWhich temperature?;手冊;\n"多少；幾度？";${sourceId.toUpperCase()};實驗室\n`
    expect(await importCsv(csv, { dry_run: true })).toEqual({ added: 2, known: 0, problems: [] })
    expect((await list()).total).toBe(0)
    expect(await api.db.auditEvent.count({ where: { tenantId, action: 'importCollectionQuestions' } })).toBe(0)
    expect(await importCsv(csv)).toEqual({ added: 2, known: 0, problems: [] })
    expect((await list()).questions).toMatchObject([
      { text: '多少；幾度？', language: 'zhHant', source: { id: sourceId }, note: '實驗室' },
      { text: 'Which temperature?', language: 'en', source: { id: sourceId }, passage: null },
    ])
    expect(await importCsv(`${csv}Which humidity?;手冊;`)).toEqual({ added: 1, known: 2, problems: [] })
  })

  test('adds those once that two files have at the same time', async () => {
    await createSource(api.db, { collectionId, title: 'Handbook' })
    const countWaiting = async () => {
      const [row] = await api.db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`
      return row?.count
    }
    const holder = await api.dependencies.pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM collection WHERE id = $1 FOR UPDATE', [collectionId])
    const imports = Array.from({ length: 2 }, () => importCsv('question,source\nWhich temperature?,Handbook'))
    await until('both to wait', async () => (await countWaiting()) === 2)
    await holder.query('COMMIT')
    holder.release()
    expect((await Promise.all(imports)).reduce((sum, { added }) => sum + added, 0)).toBe(1)
    expect((await list()).total).toBe(1)
  })

  test('finds a source by the name of its file, with its folder where several have it', async () => {
    const addFile = async (title: string, name: string, folder: string | null = null) => {
      const { id: sourceId } = await createSource(api.db, { collectionId, title, folder })
      await createSourceVersion(api.db, { sourceId, name })
      return sourceId
    }
    const fastness = await addFile('Colour fastness', 'ISO 105.pdf')
    await addFile('Weaving', 'manual.pdf', 'looms.zip')
    const dyeing = await addFile('Dyeing', 'manual.pdf', 'dyes.zip/2026')
    await addFile('ISO 105.PDF notes', 'notes.txt')
    const good = 'question,source\nHow fast?,iso 105.pdf\nHow hot?,Dyes.zip/2026/manual.pdf'
    expect(await importCsv(good)).toMatchObject({ added: 2, problems: [] })
    expect(new Set((await list()).questions.map(({ source }) => source?.id))).toEqual(new Set([fastness, dyeing]))
    expect(await importCsv('question,source\nWhich?,manual.pdf')).toMatchObject({
      added: 0,
      problems: [{ line: 2, column: 'source', problem: 'ambiguous_source', value: 'manual.pdf' }],
    })
  })

  test('adds none when something is wrong, and says what and where', async () => {
    for (const title of ['Handbook', 'Twice', 'twice']) await createSource(api.db, { collectionId, title })
    const long = 'x'.repeat(limits.searchCharacters + 1)
    const csv = `question,source\nGood?,Handbook\n,Handbook\nWhy?,Atlas\nWhy?,TWICE\nWhy?,\n${long},Handbook\nWhy?`
    expect(await importCsv(csv)).toEqual({
      added: 0,
      known: expect.any(Number),
      problems: [
        { line: 3, column: 'question', problem: 'required' },
        { line: 4, column: 'source', problem: 'unknown_source', value: 'Atlas' },
        { line: 5, column: 'source', problem: 'ambiguous_source', value: 'TWICE' },
        { line: 6, column: 'source', problem: 'required' },
        { line: 7, column: 'question', problem: 'too_long', value: 'x'.repeat(100) },
        { line: 8, column: null, problem: 'wrong_column_count' },
      ],
    })
    expect((await list()).total).toBe(0)
  })

  test.each([
    [
      'question,answer',
      [
        { line: 1, column: null, problem: 'unknown_column', value: 'answer' },
        { line: 1, column: 'source', problem: 'missing_column' },
      ],
    ],
    ['question,source,source', [{ line: 1, column: 'source', problem: 'repeated_column' }]],
    ['question,source', [{ line: 1, column: null, problem: 'empty' }]],
    ['question,source\n"Why', [{ line: 2, column: null, problem: 'malformed' }]],
  ])('refuses %j', async (csv, problems) => {
    expect(await importCsv(csv)).toEqual({ added: 0, known: 0, problems })
  })
})

describe('a run of the test questions', () => {
  const washing = 'Cotton fabrics shrink in the wash, and relax in steam. '.repeat(8).trim()
  const light = 'Xenon light fades indigo more than cotton. '.repeat(8).trim()

  /** Adds a source to an index with vectors. */
  async function addEmbedded(text: string) {
    const { activeIndexId } = await api.db.collection.findUniqueOrThrow({ where: { id: collectionId } })
    await createModel(api.db, { tenantId, name: 'demo-embedding', kind: 'embedding' })
    await api.db.indexVersion.update({ where: { id: activeIndexId ?? 0 }, data: { embeddingModel: 'demo-embedding' } })
    const indexed = await addSource('Washing', text)
    await embedSourceNow(api.dependencies, opened.embedder, indexed)
    return indexed.source
  }

  test('ranks the expected results of each setting, and measures them by language', async () => {
    const { source: first } = await addSource('Washing', `# Washing\n\n${washing}`)
    const { source: second } = await addSource('Light', `# Light\n\n${light}`)
    await add({ text: 'Does indigo fade in xenon light?', source_id: second.id })
    await add({ text: 'Does cotton shrink in the wash?', source_id: second.id })
    await add({ text: 'Washing 會縮水嗎？', source_id: first.id })
    const { begun, results, done } = await run({ top_k: 1 }, { top_k: 5, lexical_weight: 0 })
    expect(begun).toEqual({ type: 'begun', total: 3, without_source: 0 })
    expect(results.map(({ question, outcomes }) => [question.source?.title, toRanks(outcomes)])).toEqual([
      ['Light', [1, null]],
      ['Light', [2, null]],
      ['Washing', [1, null]],
    ])
    expect(results[1]?.outcomes).toEqual([
      {
        rank: 2,
        first: {
          chunk_id: expect.any(String),
          source: { id: first.id, title: 'Washing' },
          heading_path: ['Washing'],
          page: null,
          text: `Washing\n${washing}`.slice(0, 300),
        },
      },
      { rank: null, first: null },
    ])
    expect(done).toEqual({
      type: 'done',
      settings: [
        {
          all: { count: 3, recall_at_k: 2 / 3, hit_at_1: 2 / 3, mrr_at_10: (1 + 1 / 2 + 1) / 3 },
          languages: [
            { language: 'en', count: 2, recall_at_k: 1 / 2, hit_at_1: 1 / 2, mrr_at_10: 3 / 4 },
            { language: 'zhHant', count: 1, recall_at_k: 1, hit_at_1: 1, mrr_at_10: 1 },
          ],
          notices: ['no_vectors'],
        },
        expect.objectContaining({ all: { count: 3, recall_at_k: 0, hit_at_1: 0, mrr_at_10: 0 } }),
      ],
      elapsed_ms: expect.any(Number),
    })
  })

  test('knows an expected passage by its text, also when it was cut in another way since', async () => {
    const { source } = await addSource('Handbook', `# Washing\n\n${washing}\n\n# Light\n\n${light}`)
    await add({ text: 'What does xenon do to cotton?', source_id: source.id, passage: washing })
    await add({ text: 'What does xenon do to cotton?', source_id: source.id, passage: light.slice(0, 100) })
    await add({
      text: 'What does xenon do to cotton?',
      source_id: source.id,
      passage: `Before. ${light} ${light.toUpperCase()} After that.`,
    })
    await add({ text: 'What does xenon do to cotton?', source_id: source.id, passage: 'Wool felts when it is rubbed.' })
    const { results } = await run({})
    expect(results.map(({ outcomes }) => toRanks(outcomes))).toEqual([[2], [1], [1], [null]])
  })

  test('leaves out the questions whose source is deleted', async () => {
    const { source } = await addSource('Washing', washing)
    await add({ text: 'Does cotton shrink?', source_id: source.id })
    await createCollectionQuestion(api.db, { collectionId })
    const { begun, results, done } = await run({})
    expect([begun, results.length, done.settings[0]?.all.count]).toEqual([{ type: 'begun', total: 1, without_source: 1 }, 1, 1])
  })

  test('asks the model for the vectors of several questions at once, and counts what it used', async () => {
    const source = await addEmbedded(washing)
    for (let number = 0; number < 12; number++) await add({ text: `Question ${number}: does cotton shrink?`, source_id: source.id })
    const { results, done } = await run({}, { lexical_weight: 0 })
    expect(results.map(({ outcomes }) => toRanks(outcomes))).toEqual(Array.from({ length: 12 }, () => [1, 1]))
    expect(done.settings.map(({ notices }) => notices)).toEqual([[], []])
    const events = await api.db.usageEvent.findMany({ where: { tenantId, flow: 'search' } })
    expect(events).toMatchObject([{ outcome: 'completed', userId: caller.user.id }])
    expect(await api.db.usageCall.count({ where: { tenantId } })).toBe(2)

    const before = demo.requests.length
    await run({}, { lexical_weight: 0 })
    // The first run has seen that the model of the index is the same.
    expect(demo.requests).toHaveLength(before + 2)
  })

  test('is refused without a setting, with three, and of a collection that there is not', async () => {
    expect((await caller.post(`${address}/run`, { settings: [] })).statusCode).toBe(400)
    expect((await caller.post(`${address}/run`, { settings: [{}, {}, {}] })).statusCode).toBe(400)
    const unknown = `/api/v1/knowledge/collection/${randomUUID()}/question/run`
    expect(readRefusal(await caller.post(unknown, { settings: [{}] }))).toEqual([404, 'COLLECTION_NOT_FOUND'])
  })

  /** Begins a run that waits for its model, and reads its first event. */
  async function beginSlowRun(signal?: AbortSignal) {
    const source = await addEmbedded(washing)
    await api.db.model.updateMany({ where: { tenantId }, data: { upstreamName: 'demo:latency=4000' } })
    for (let number = 0; number < 40; number++) await add({ text: `Question ${number}`, source_id: source.id })
    const response = await fetch(`${origin}${address}/run`, {
      method: 'POST',
      headers: { ...caller.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ settings: [{}] }),
      ...(signal && { signal }),
    })
    const reader = (response.body ?? new ReadableStream<Uint8Array>()).pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toContain('"begun"')
    return reader
  }

  test('is the only one of its user, and ends with the stream of its reader', async () => {
    const leaving = new AbortController()
    await beginSlowRun(leaving.signal)
    const words = { settings: [{ vector_weight: 0 }] }
    expect((await caller.post(`${address}/run`, words)).statusCode).toBe(429)
    leaving.abort()
    await until('another run to be accepted', async () => (await caller.post(`${address}/run`, words)).statusCode === 200)
  })

  test('ends when its reader loses the permission', async () => {
    const reader = await beginSlowRun()
    await api.db.user.update({ where: { id: caller.user.id }, data: { role: 'U' } })
    let last = ''
    for (let next = await reader.read(); !next.done; next = await reader.read()) last = next.value
    expect(last).toContain('"code":"FORBIDDEN"')
  })
})
