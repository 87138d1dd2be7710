// What a person waits for before the first character of a reply while an evaluation goes on, beside the time without one: in the one process that
// `pnpm start` runs, at one endpoint with few slots.
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import { createDatabase, type PrismaClient } from '@heddle/db/client'
import { createDataset, createDatasetVersion } from '@heddle/db/factories/dataset'
import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { createWorkflow, plainChatGraph } from '@heddle/db/factories/workflow'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { signInAdmin } from '../ingestion/ingest-documents.ts'
import { createChatTarget } from '../load/chat-target.ts'
import { load, percentile } from '../load/load.ts'
import { formatModelName, type Scenario } from '../load/scenario.ts'
import { formatNumber, formatRatio, printNote, printTable } from '../report.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { createWorld, type World } from '../testbed/world.ts'

const slots = 8
/** One reader, and as many as leave a quarter of the slots. */
const readers = [1, 6]
const latencyMs = 300
const tokensPerSecond = 50
const questions = 2_000
const turns = { full: 5, quick: 2 }
const rounds = { full: 30, quick: 8 }

type Side = 'without' | 'with'
type Times = Record<Side, number[]>

export async function runEvalBeside(bed: Testbed): Promise<void> {
  const api = await bed.startApi()
  const db = createDatabase({ url: bed.databaseUrl, poolSize: 2 })
  const world = await createWorld(bed.databaseUrl, bed.secretKey, Math.max(...readers))
  try {
    const evaluation = await createEvaluation(db, api.url, world, bed)
    const rows: string[][] = []
    for (const concurrency of readers) {
      const scenario = { concurrency, rounds: rounds[bed.isQuick ? 'quick' : 'full'], tokens: 20, tokensPerSecond }
      const times = await measureTurns(scenario, turns[bed.isQuick ? 'quick' : 'full'], { url: api.url, world, evaluation })
      rows.push([String(concurrency), ...[0.5, 0.95].flatMap((share) => formatShare(times, share)), String(times.without.length)])
    }
    printTable(
      'First character beside an evaluation',
      ['readers', 'p50 ms without', 'with', 'ratio', 'p95 ms without', 'with', 'ratio', 'replies each'],
      rows,
    )
    printNote(
      `In turn, of one process. The model begins after ${latencyMs} ms, and its endpoint has ${slots} slots. Wanted: 1.2 times. ${await evaluation.countAnswers()} questions were answered meanwhile.`,
    )
  } finally {
    await world.close()
    await db.$disconnect()
    await api.stop()
  }
}

function formatShare({ without, with: beside }: Times, share: number): string[] {
  const [before, after] = [percentile(without, share), percentile(beside, share)]
  return [formatNumber(before), formatNumber(after), formatRatio(after, before)]
}

type Arranged = { readonly url: string; readonly world: World; readonly evaluation: Evaluation }

async function measureTurns(scenario: Scenario, count: number, { url, world, evaluation }: Arranged): Promise<Times> {
  const times: Times = { without: [], with: [] }
  const measure = async () => {
    const target = await createChatTarget(url, world, scenario)
    // Readers who begin at the same moment would wait for one another.
    const rampMs = latencyMs + (scenario.tokens / tokensPerSecond) * 1_000
    await load(target, scenario.concurrency, 1, rampMs)
    const samples = await load(target, scenario.concurrency, scenario.rounds, rampMs)
    const failed = samples.find(({ error }) => error !== undefined)
    if (failed) throw new Error(`A reply failed: ${failed.error}`)
    return samples.map(({ firstTokenMs }) => firstTokenMs)
  }
  for (let turn = 0; turn < count; turn += 1) {
    times.without.push(...(await measure()))
    const stop = await evaluation.start()
    times.with.push(...(await measure()))
    await stop()
  }
  return times
}

type Evaluation = Awaited<ReturnType<typeof createEvaluation>>

/** A set of many questions, and a workflow that asks the model of them; its endpoint is also that of the readers. */
async function createEvaluation(db: PrismaClient, url: string, { tenantId }: World, bed: Testbed) {
  const { id: endpointId } = await createModelEndpoint(db, { tenantId, baseUrl: bed.modelUrl, maxConcurrent: slots })
  const scenario = { tokens: 20, tokensPerSecond }
  const name = formatModelName(scenario)
  await createModel(db, { tenantId, endpointId, name, upstreamName: name.replace('latency=0', `latency=${latencyMs}`) })
  const upstreamName = `demo:tokens=100,tps=${tokensPerSecond},reasoning=none,latency=${latencyMs}`
  const model = await createModel(db, { tenantId, endpointId, name: 'evaluated', upstreamName })
  const { id: datasetId } = await createDataset(db, { tenantId, kind: 'eval', draftVersion: 2, publishedVersion: 1, rowCount: questions })
  await createDatasetVersion(db, { datasetId, state: 'active', rowCount: questions })
  const rows = Array.from({ length: questions }, (_, row) => ({
    id: randomUUID(),
    datasetId,
    rowNo: row + 1,
    versionFrom: 1,
    data: { [evalColumn.question]: `How strong is fabric ${row}?`, [evalColumn.language]: 'en', [evalColumn.answer]: `${row} N` },
  }))
  await db.datasetRow.createMany({ data: rows })
  const workflow = await createWorkflow(db, { tenantId, draft: plainChatGraph() })
  const authorization = `Bearer ${await signInAdmin(db, tenantId, bed.secretKey)}`
  const post = async (path: string, body: object): Promise<string> => {
    const address = new URL(`/api/v1/knowledge/dataset/${datasetId}/eval_run${path}`, url)
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${text}`)
    return text
  }
  return {
    countAnswers: () => db.evalAnswer.count({ where: { outcome: 'finished' } }),

    /** Starts a run; resolves, once it has an answer, with a function that ends it. */
    async start() {
      const asked = { workflow_id: workflow.id, version: 1, repeats: 1, model: model.name }
      const { run } = JSON.parse(await post('', { run: asked })) as { run: { id: string } }
      while ((await db.evalAnswer.count({ where: { runId: run.id, outcome: 'finished' } })) === 0) await delay(100)
      return async () => {
        await post(`/${run.id}/cancel`, {})
        while ((await db.evalAnswer.count({ where: { runId: run.id, outcome: 'running' } })) > 0) await delay(100)
      }
    },
  }
}
