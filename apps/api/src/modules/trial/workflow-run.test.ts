import type { RunDoneEvent, RunStreamEvent, RunTrace, WorkflowRun, WorkflowRunItem } from '@heddle/contracts/trial/workflow-run'
import { createAllowedHost } from '@heddle/db/factories/allowed-host'
import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUsageLimitRule } from '@heddle/db/factories/usage-limit'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { languages } from '@heddle/contracts/languages'
import { bindResources } from '@heddle/workflow/model/graph/bound-resources'
import { workflowTemplates } from '@heddle/workflow/model/templates/templates'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { readRun } from '../../../test/chat/reply-reader.ts'
import { until } from '../../../test/until.ts'

let app: ChatApp
const receivedKeys: unknown[] = []
const server = createServer((request, response) => {
  receivedKeys.push(request.headers['x-key'])
  response.setHeader('content-type', 'application/json').end('{"looms":3}')
})
let host: string
beforeAll(async () => {
  app = await createChatApp()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await app.close()
})

const llm = (id: string, prompt = '', extra: object = {}) => ({
  id,
  type: 'llm',
  title: id,
  config: { model: null, prompt, question: '{{start.question}}', temperature: null, history_messages: 4 },
  ...extra,
})
const start = { id: 'start', type: 'start', title: 'Start' }
const answer = (text: string) => ({ id: 'answer', type: 'answer', title: 'Answer', config: { text } })

/** A question goes to one model; `fault` is a directive of the demonstration model. */
const createGraph = (prompt = 'Weave.') => ({
  nodes: [start, llm('model', prompt), answer('{{model.text}}')],
  edges: [
    { source: 'start', target: 'model' },
    { source: 'model', target: 'answer' },
  ],
})

/** Two branches of which one is taken, and a request to a server. */
const createBranches = () => ({
  nodes: [
    start,
    {
      id: 'topic',
      type: 'classifier',
      title: 'Topic',
      config: {
        model: null,
        question: '1 [[demo:echo,reasoning=none]]',
        instructions: '',
        history_messages: 0,
        categories: [{ id: 'weaving', name: 'Weaving', description: '' }],
      },
    },
    {
      id: 'http',
      type: 'http_request',
      title: 'Looms',
      config: { method: 'GET', url: `http://${host}/looms`, headers: [], body: null, body_type: 'json' },
    },
    { id: 'note', type: 'template', title: 'Note', config: { text: '{{start.question}}: {{http.object}}' } },
    answer('{{note.text}}'),
    { id: 'other', type: 'answer', title: 'Other', config: { text: 'Another topic' } },
  ],
  edges: [
    { source: 'start', target: 'topic' },
    { source: 'topic', source_handle: 'weaving', target: 'http' },
    { source: 'http', target: 'note' },
    { source: 'note', target: 'answer' },
    { source: 'topic', source_handle: 'other', target: 'other' },
  ],
})

async function arrange({ draft = createGraph(), isPriced = false }: { draft?: object; isPriced?: boolean } = {}) {
  const { id: tenantId } = await createTenant(app.db)
  const person = await app.createPerson({ tenantId, role: 'A' })
  const model = await createModel(app.db, { tenantId, name: 'gpt-4o', isDefault: true })
  if (isPriced)
    await app.db.modelPrice.create({
      data: { modelId: model.id, validFrom: new Date(0), currency: 'USD', input: '1.5', cachedInput: '0.5', output: '3' },
    })
  const workflow = await createWorkflow(app.db, { tenantId, draft })
  const url = `/api/v1/workflow/${workflow.id}/run`
  return {
    tenantId,
    person,
    model,
    workflow,
    run: (body: object = {}, at = app.origin) =>
      readRun(`${at}${url}`, person.headers, { question: 'What is a loom?', response_language: 'en', ...body }),
    list: async (body: object = {}) =>
      (await person.post(`${url}/query`, body)).json<{ runs: WorkflowRunItem[]; next_page_token?: string }>(),
    open: async (runId: string) => (await person.get(`${url}/${runId}`)).json<{ run: WorkflowRun }>().run,
    usage: () => app.db.usageEvent.findMany({ where: { tenantId } }),
    calls: (runId: string) => app.db.usageCall.findMany({ where: { runId }, orderBy: { seq: 'asc' } }),
  }
}

const listTraces = (events: readonly RunStreamEvent[]): RunTrace[] =>
  events.flatMap((event) => (event.type === 'node' ? [event.trace] : []))
const ended = ({ outcome, error }: RunDoneEvent) => ({ outcome, code: error?.code ?? null })

describe('a test run', () => {
  test('streams the reply, keeps the run with its trace, and records its usage', async () => {
    const { run, list, open, usage, calls, person, tenantId } = await arrange({ isPriced: true })
    const stream = await run()
    const done = await stream.done()
    expect(stream.events[0]).toEqual({ type: 'run', run_id: done.run_id })
    expect(ended(done)).toEqual({ outcome: 'completed', code: null })
    expect(stream.text()).toBe(done.text)
    expect(done).toMatchObject({ model: 'gpt-4o', cost: { currency: 'USD' } })
    const [event, ...others] = await usage()
    expect(others).toEqual([])
    expect(event).toMatchObject({ flow: 'test', chatId: null, runId: done.run_id, userId: person.user.id, outcome: 'completed', tenantId })
    const lines = await calls(done.run_id)
    expect(lines).toMatchObject([{ nodeId: 'model', inputTokens: done.usage.input_tokens, outputTokens: done.usage.output_tokens }])
    expect(Number(done.cost?.amount)).toBe(Number(lines[0]?.cost))
    const { runs } = await list()
    expect(runs).toMatchObject([
      { id: done.run_id, question: 'What is a loom?', version: null, node_id: null, user: { id: person.user.id } },
    ])
    const kept = await open(done.run_id)
    expect(kept).toMatchObject({ text: done.text, outcome: 'completed', cost: done.cost, ms: done.ms })
    expect(kept.trace).toEqual(listTraces(stream.events))
    expect(kept.values).toMatchObject({ start: { question: 'What is a loom?' }, model: { text: done.text } })
    expect(await app.db.chat.count({ where: { tenantId } })).toBe(0)
  })

  test('traces the branch that was taken, the other as skipped, and a request without its secret', async () => {
    const { run, tenantId, open } = await arrange({ draft: createBranches() })
    await createAllowedHost(app.db, { tenantId, host, allowsPrivate: true })
    const stream = await run({ question: 'How many?' })
    const done = await stream.done()
    expect(done.text).toBe('How many?: {"looms":3}')
    const traces = listTraces(stream.events)
    const ends = new Map(traces.map((trace) => [trace.node_id, trace]))
    expect([...ends].map(([id, { status }]) => `${id} ${status}`).toSorted()).toEqual([
      'answer finished',
      'http finished',
      'note finished',
      'other skipped',
      'start finished',
      'topic finished',
    ])
    expect(ends.get('topic')).toMatchObject({ handle: 'weaving', attempt: 1, usage: { estimated: false } })
    expect(traces.find(({ node_id }) => node_id === 'note')).toMatchObject({ input: { 'config.text': { text: done.text } } })
    expect((await open(done.run_id)).trace).toEqual(traces)
  })

  test('is of an unsaved graph, of a version, or of the saved draft', async () => {
    const { run, workflow, list } = await arrange({ draft: { ...createGraph(), nodes: [start, llm('model'), answer('Draft')] } })
    await app.db.workflowVersion.create({
      data: { workflowId: workflow.id, number: 2, graph: { ...createGraph(), nodes: [start, llm('model'), answer('Version 2')] } },
    })
    const unsaved = { ...createGraph(), nodes: [start, llm('model'), answer('Unsaved')] }
    const texts = []
    for (const body of [{}, { version: 2 }, { graph: unsaved }]) texts.push((await (await run(body)).done()).text)
    expect(texts).toEqual(['Draft', 'Version 2', 'Unsaved'])
    expect((await list()).runs.map(({ version }) => version)).toEqual([null, 2, null])
    expect((await run({ version: 9 })).error).toMatchObject({ code: 'WORKFLOW_VERSION_NOT_FOUND' })
    expect((await run({ version: 2, graph: unsaved })).error).toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('gives the model the earlier turns of the test', async () => {
    const { run } = await arrange()
    const history = [
      { role: 'user', content: 'What is a reed?' },
      { role: 'assistant', content: 'A comb in a loom.' },
    ]
    await (await run({ history, question: 'And a heddle [of history]?' })).done()
    const [call] = app.callsOf('And a heddle [of history]?')
    expect(call?.body).toMatchObject({ messages: expect.arrayContaining(history.map((turn) => expect.objectContaining(turn))) })
  })

  test('of a graph with problems is refused before the first event, as its publication is', async () => {
    const { run, usage, list } = await arrange()
    const { status, error } = await run({ graph: { ...createGraph(), edges: [] } })
    expect([status, error?.code]).toEqual([422, 'WORKFLOW_GRAPH_INVALID'])
    expect(error?.params?.problems).toEqual(expect.arrayContaining([expect.objectContaining({ node_id: 'answer', code: 'unreachable' })]))
    expect([await usage(), (await list()).runs]).toEqual([[], []])
  })

  test('refuses a model that the workflow does not permit', async () => {
    const { run, tenantId, workflow } = await arrange()
    await createModel(app.db, { tenantId, name: 'other' })
    await app.db.workflow.update({ where: { id: workflow.id }, data: { allowedModels: ['gpt-4o'] } })
    expect((await run({ model: { name: 'other' } })).error).toMatchObject({ code: 'CHAT_INVALID_MODEL_OBJECT' })
  })

  test('converts to Traditional Chinese as a chat does', async () => {
    const { run } = await arrange({ draft: createGraph() })
    const done = await (await run({ question: '软件里面的织机 [[demo:echo,reasoning=none]]', response_language: 'zhHant' })).done()
    expect(done.text).toContain('織機')
    expect(done.text).not.toContain('织机')
  })
})

describe('one node alone', () => {
  test('runs with the values of a kept run, of which some are given', async () => {
    const { run, open } = await arrange({ draft: createBranches() })
    const node = { node_id: 'note', question: 'How many?' }
    const first = await (await run({ ...node, values: { http: { object: { looms: 4 } } } })).done()
    expect(first.text).toBe('How many?: {"looms":4}')
    expect(await open(first.run_id)).toMatchObject({ node_id: 'note', values: { note: { text: first.text } } })
    const second = await (await run({ node_id: 'answer', values_from_run_id: first.run_id })).done()
    expect(second.text).toBe(first.text)
    const given = await (await run({ node_id: 'answer', values_from_run_id: first.run_id, values: { note: { text: 'Five' } } })).done()
    expect(given.text).toBe('Five')
  })

  test('runs whatever is wrong with other nodes, and is refused for what is wrong with it', async () => {
    const { run } = await arrange()
    const graph = {
      nodes: [start, llm('model', '{{none.text}}'), answer('{{start.question}}')],
      edges: [{ source: 'start', target: 'answer' }],
    }
    expect((await (await run({ graph, node_id: 'answer' })).done()).text).toBe('What is a loom?')
    expect((await run({ graph, node_id: 'model' })).error).toMatchObject({ code: 'WORKFLOW_GRAPH_INVALID' })
  })

  test.each([
    ['a node that does not exist', { node_id: 'none' }, 'BAD_REQUEST'],
    ['a value of another type', { node_id: 'answer', values: { model: { text: 3 } } }, 'BAD_REQUEST'],
    ['a value of no field', { node_id: 'answer', values: { model: { constructor: 'x' } } }, 'BAD_REQUEST'],
    ['a run that is not kept', { node_id: 'answer', values_from_run_id: '01900000-0000-7000-8000-000000000000' }, 'WORKFLOW_RUN_NOT_FOUND'],
  ])('refuses %s', async (_, body, code) => {
    const { run } = await arrange()
    expect((await run(body)).error).toMatchObject({ code })
  })
})

describe('a run that goes wrong', () => {
  test.each([
    ['drop=0', 'MODEL_STREAM_BROKEN'],
    ['status=400', 'MODEL_REFUSED'],
    ['empty', 'MODEL_STREAM_BROKEN'],
    ['context=1', 'MODEL_CONTEXT_EXCEEDED'],
  ])('%s ends once, with one usage event and a line a call', async (fault, code) => {
    const { run, usage, calls, open } = await arrange()
    const stream = await run({ question: `Why? [[demo:${fault}]]` })
    const done = await stream.done()
    expect(ended(done)).toEqual({ outcome: 'failed', code })
    expect(await usage()).toMatchObject([{ runId: done.run_id, outcome: 'failed', flow: 'test' }])
    expect((await calls(done.run_id)).map(({ nodeId }) => nodeId)).toContain('model')
    const failed = listTraces(stream.events).find(({ status }) => status === 'failed')
    expect(failed).toMatchObject({ node_id: 'model', error: code, handle: null })
    expect(await open(done.run_id)).toMatchObject({ outcome: 'failed', error: { code } })
  })

  test('ends with its model call when its reader disconnects', async () => {
    const { run, usage, list } = await arrange()
    const stream = await run({ question: 'Why? [[demo:endless,tps=71]]' })
    await stream.hasText()
    stream.leave()
    const [kept] = await until('the run to be kept', async () => {
      const { runs } = await list()
      return runs.length > 0 ? runs : null
    })
    expect(kept).toMatchObject({ outcome: 'stopped', error: null })
    expect(app.callsOf('endless,tps=71')).toMatchObject([{ aborted: true }])
    expect(await usage()).toMatchObject([{ outcome: 'stopped' }])
  })

  test('ends when the user loses the right', async () => {
    const { run, person, usage } = await arrange()
    const stream = await run({ question: 'Why? [[demo:endless,tps=72]]' })
    await stream.hasText()
    await app.db.user.update({ where: { id: person.user.id }, data: { role: 'U' } })
    expect(ended(await stream.done())).toEqual({ outcome: 'stopped', code: 'FORBIDDEN' })
    expect(await usage()).toMatchObject([{ outcome: 'stopped' }])
  })

  test('is interrupted and kept when the process stops', async () => {
    const { run, open } = await arrange()
    const other = await app.startSecondProcess()
    const stream = await run({ question: 'Why? [[demo:endless,tps=73]]' }, other.origin)
    await stream.hasText()
    await other.close()
    const done = await stream.done()
    expect(ended(done)).toEqual({ outcome: 'interrupted', code: 'CHAT_REPLY_INTERRUPTED' })
    expect(await open(done.run_id)).toMatchObject({ outcome: 'interrupted', text: done.text })
  })

  test('is not begun beside two others of the user', async () => {
    const { run } = await arrange()
    const streams = [await run({ question: 'Why? [[demo:endless,tps=74]]' }), await run({ question: 'Why? [[demo:endless,tps=74]]' })]
    const third = await run()
    expect([third.status, third.error?.code]).toEqual([429, 'RATE_LIMITED'])
    for (const stream of streams) stream.leave()
    await until('another run to be accepted', async () => (await run()).status === 200)
  })

  test('is not begun when a limit is reached, and counts as a request', async () => {
    const { run, tenantId, usage } = await arrange()
    await createUsageLimitRule(app.db, { tenantId, metric: 'requests', amount: 1 })
    await (await run()).done()
    expect(await app.db.usageCounter.findMany({ where: { rule: { tenantId } } })).toMatchObject([{ used: 1n, reserved: 0n }])
    expect((await run()).error).toMatchObject({ code: 'USAGE_LIMIT_REACHED' })
    expect(await usage()).toHaveLength(1)
  })
})

describe('the kept runs', () => {
  test('are the last 50, read by pages, the latest first', async () => {
    const { run, list, workflow } = await arrange({
      draft: { nodes: [start, answer('Yes')], edges: [{ source: 'start', target: 'answer' }] },
    })
    const runAgain = async () => (await (await run()).done()).run_id
    const first = await runAgain()
    const ids: string[] = Array.from({ length: 49 }, () => randomUUIDv7()).toSorted()
    await app.db.$executeRaw`
      INSERT INTO workflow_run
      SELECT (jsonb_populate_record(r, jsonb_build_object('id', copy.id, 'created_at', r.created_at - (49 - copy.n) * interval '1 s'))).*
      FROM workflow_run r, unnest(${ids}::uuid[]) WITH ORDINALITY AS copy (id, n) WHERE r.id = ${first}::uuid`
    await app.db.workflowRun.delete({ where: { id: first } })
    ids.push(await runAgain(), await runAgain())
    expect(await app.db.workflowRun.count({ where: { workflowId: workflow.id } })).toBe(50)
    const page = await list({ page_size: 30 })
    const second = await list({ page_size: 30, page_token: page.next_page_token })
    expect([...page.runs, ...second.runs].map(({ id }) => id)).toEqual(ids.slice(1).toReversed())
    expect(second.next_page_token).toBeUndefined()
    const other = await arrange()
    expect(await other.list({ page_token: page.next_page_token })).toMatchObject({ detail: { code: 'BAD_REQUEST' } })
  })

  test('go with their workflow, and one of another workflow is not found', async () => {
    const { run, person, workflow, tenantId } = await arrange()
    const { run_id: runId } = await (await run()).done()
    const other = await createWorkflow(app.db, { tenantId })
    const refused = await person.get(`/api/v1/workflow/${other.id}/run/${runId}`)
    expect([refused.statusCode, refused.json().detail.code]).toEqual([404, 'WORKFLOW_RUN_NOT_FOUND'])
    expect((await person.delete(`/api/v1/workflow/${workflow.id}`)).statusCode).toBe(200)
    expect(await app.db.workflowRun.count({ where: { id: runId } })).toBe(0)
  })

  test('of a workflow that was deleted meanwhile are not kept, but their usage is', async () => {
    const { run, workflow, usage, person } = await arrange()
    const stream = await run({ question: 'Why? [[demo:tps=40]]' })
    await stream.hasText()
    expect((await person.delete(`/api/v1/workflow/${workflow.id}`)).statusCode).toBe(200)
    const done = await stream.done()
    expect(done.outcome).toBe('completed')
    expect(await app.db.workflowRun.count({ where: { id: done.run_id } })).toBe(0)
    expect(await usage()).toMatchObject([{ runId: done.run_id }])
  })

  test('are stored without what PostgreSQL cannot store', async () => {
    const { run, open } = await arrange()
    const done = await (await run({ node_id: 'answer', values: { model: { text: 'Half \ud83e, and\0 NUL' } } })).done()
    const kept = await open(done.run_id)
    expect(kept.text).toBe('Half \ufffd, and NUL')
    expect(JSON.stringify(kept.trace)).toContain(kept.text)
  })
})

describe('what an event never has', () => {
  test('is the key or the address of an endpoint, or the secret of a host', async () => {
    const { run, tenantId, open, person, workflow } = await arrange({ draft: createBranches() })
    await createModelEndpoint(app.db, { tenantId, baseUrl: 'http://canary-endpoint.invalid/v1', keyHint: 'canary-hint' })
    const operator = await app.createPerson({ tenantId, role: 'S' })
    const secretHeader = { name: 'x-key', value: 'canary-of-a-host' }
    const allowed = { host, allows_private: true, secret_header: secretHeader }
    const created = await operator.post(`/api/v1/tenant/${tenantId}/allowed_host`, { allowed_host: allowed })
    expect(created.statusCode).toBe(200)
    const stream = await run({ question: 'How many?' })
    const done = await stream.done()
    const said = JSON.stringify([stream.events, await open(done.run_id)])
    expect(receivedKeys).toContain('canary-of-a-host')
    for (const secret of ['canary', app.demo.url]) expect(said).not.toContain(secret)
    // Each user who may test a workflow can have the secret sent: the audit log says by whom it was, to where and for which workflow.
    const told = await app.db.auditEvent.findMany({ where: { tenantId, action: 'runWorkflow' } })
    expect(told).toMatchObject([
      {
        actorId: person.user.id,
        outcome: 'succeeded',
        targetType: 'workflow',
        targetId: workflow.id,
        after: { host, secret_header: 'x-key' },
      },
    ])
    expect(JSON.stringify(told)).not.toContain('canary')
  })
})

describe('every template', () => {
  // In one language each, as it is a sound graph in all of them (packages/workflow/src/model/templates/templates.test.ts).
  const cases = workflowTemplates.map((template, index) => ({ id: template.id, template, language: languages[index % languages.length]! }))
  test.each(cases)('$id runs in $language', async ({ template, language }) => {
    // An author chooses the collections and datasets; nothing is found in these.
    const bound = { collection: [randomUUID()], dataset: [randomUUID()] }
    const { run } = await arrange({ draft: bindResources(template.createGraph(language), bound) })
    const stream = await run({ response_language: language })
    const done = await stream.done()
    expect(ended(done)).toEqual({ outcome: 'completed', code: null })
    expect(done.text).not.toBe('')
    expect(listTraces(stream.events).filter(({ status }) => status === 'failed')).toEqual([])
  })
})
