// Publishing while what it hangs on changes: whatever the order, a version is of the draft, the questions and the sources that its run was of.
import { createCollection, createSource } from '@heddle/db/factories/knowledge'
import { plainChatGraph } from '@heddle/db/factories/workflow'
import { createNode } from '@heddle/workflow/model/graph/new-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { arrangeGated, createRun, createSet } from '../../../../test/evaluation/gated-workflow.ts'
import { rounds } from '../../../../../../scripts/testing/rounds.ts'
import { readResourceStates } from '../resource-states.sql.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

/** A draft that searches a collection, whose run has passed. */
async function arrange() {
  const chat = plainChatGraph('Be brief.')
  const found = createNode('knowledge_retrieval', 'found', 'Found')
  const workflow = await arrangeGated(api)
  const collection = await createCollection(api.db, { tenantId: workflow.tenantId })
  const source = await createSource(api.db, { collectionId: collection.id })
  const draft = {
    nodes: [...chat.nodes, { ...found, config: { ...('config' in found && found.config), collections: [collection.id] } }],
    edges: [...chat.edges, { source: 'start', target: 'found' }, { source: 'found', target: 'answer' }],
  }
  await workflow.save(draft)
  const set = await createSet(api, workflow.tenantId, { questions: 5 })
  await workflow.setConditions([{ dataset_id: set.id, metric: 'points', at_least: 0.5, at_most_worse: null, repeats: 3 }])
  const states = await readResourceStates(api.db, workflow.tenantId, [collection.id], false)
  const run = await createRun(api, workflow, set, { resourceStates: Object.fromEntries(states) })
  const { draftHash } = await api.db.workflow.findUniqueOrThrow({ where: { id: workflow.id } })
  return { ...workflow, collection, source, set, run, draft, draftHash }
}

type Arranged = Awaited<ReturnType<typeof arrange>>

/** Changes something, and returns whether a version was there when the change took hold. */
type Change = (arranged: Arranged) => Promise<boolean>

/** Those that wait for a publication that has begun: they see the version that it has added. */
const takesTurns = new Set(['the set is published again', 'the collection has other settings'])

/** Changes what a publication locks, and looks whether there is a version. */
const changeAndLook = ({ id }: Arranged, change: (tx: Pick<TestApp['db'], 'dataset' | 'collection'>) => Promise<unknown>) =>
  api.db.$transaction(async (tx) => {
    await change(tx)
    return (await tx.workflowVersion.count({ where: { workflowId: id } })) > 1
  })

const changes: Record<string, Change> = {
  'the draft is edited': async ({ save, draft, listVersions }) => {
    const nodes = draft.nodes.map((node) => (node.id === 'llm' ? { ...node, title: 'Other model' } : node))
    expect((await save({ ...draft, nodes })).statusCode).toBe(200)
    return (await listVersions()).length > 1
  },
  'the set is published again': (arranged) =>
    changeAndLook(arranged, (tx) => tx.dataset.update({ where: { id: arranged.set.id }, data: { publishedVersion: 2 } })),
  'the collection has other settings': (arranged) =>
    changeAndLook(arranged, (tx) => tx.collection.update({ where: { id: arranged.collection.id }, data: { revision: { increment: 1 } } })),
  'a source is indexed again': async ({ source, listVersions }) => {
    await api.db.source.update({ where: { id: source.id }, data: { revision: { increment: 1 } } })
    return (await listVersions()).length > 1
  },
}

/** As many moments of a publication at which something changes; the whole number is that of the demand, a hundred in all. */
const moments = rounds(6, 25)
/** A publication takes about as many statements. */
const lastMoment = 25

/** Lets some time pass, so that each round meets another moment of the publication. */
async function waitFor(statements: number) {
  for (let index = 0; index < statements; index += 1) await api.db.$queryRaw`SELECT 1`
}

test.each(Object.keys(changes))('never publishes on a run of something else while %s', { timeout: 120_000 }, async (name) => {
  for (let round = 0; round < moments; round += 1) {
    const arranged = await arrange()
    const [response, wasPublished] = await Promise.all([
      arranged.publish(),
      waitFor(Math.round((round * lastMoment) / moments)).then(() => changes[name]!(arranged)),
    ])
    const published = (await arranged.listVersions()).slice(1)
    const isPublished = response.statusCode === 200
    // Refused, it is refused again: the change has taken hold.
    const refusals = isPublished ? [] : [response, await arranged.publish()].map((each) => each.json().detail.code as string)
    expect(refusals.filter((code) => code !== 'WORKFLOW_GATE_STALE' && code !== 'REVISION_MISMATCH')).toEqual([])
    // A version is of the graph that its run was of, and of what was active then.
    const gate = { state: 'passed', checks: [{ run_id: arranged.run.id }] }
    expect(published).toMatchObject(isPublished ? [{ graphHash: arranged.run.graphHash, gate }] : [])
    expect(published).toHaveLength(isPublished ? 1 : 0)
    expect(isPublished && takesTurns.has(name) ? wasPublished : true).toBe(true)
  }
})
