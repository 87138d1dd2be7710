// What an answer from a collection waits for before its first token: replies of one reader, with and without a search.
import { createDatabase, type PrismaClient } from '@heddle/db/client'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { createSearchGraph } from '../../apps/api/test/knowledge/search-graph.ts'
import { ingestDocuments, signInAdmin } from '../ingestion/ingest-documents.ts'
import { makeDocument } from '../ingestion/made-documents.ts'
import { createChatTarget } from '../load/chat-target.ts'
import { measureLoadedReplies } from '../load/scenario.ts'
import { formatNumber, printNote, printTable } from '../report.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { createWorld } from '../testbed/world.ts'

const pages = 240
const rounds = { full: 100, quick: 20 }

export async function runGroundedReplies(bed: Testbed): Promise<void> {
  const api = await bed.startApi()
  const db = createDatabase({ url: bed.databaseUrl, poolSize: 2 })
  const world = await createWorld(bed.databaseUrl, bed.secretKey, 1)
  try {
    const collectionId = await createEmbeddedCollection(db, world.tenantId)
    const token = await signInAdmin(db, world.tenantId, bed.secretKey)
    await ingestDocuments(db, { url: api.url, token, collectionId }, [makeDocument('Weaving', pages, 'latin')])
    const passages = await db.chunk.count({ where: { indexed: { indexVersion: { collectionId } } } })
    const scenario = { concurrency: 1, rounds: rounds[bed.isQuick ? 'quick' : 'full'], tokens: 20, tokensPerSecond: 0 }
    const assistants = { 'without a search': undefined, 'with a search': await createSearchingAssistant(db, world.tenantId, collectionId) }
    const rows: string[][] = []
    for (const [name, assistantId] of Object.entries(assistants)) {
      const target = await createChatTarget(api.url, world, scenario, assistantId)
      const { firstTokenP50, firstTokenP99, errors, firstError } = await measureLoadedReplies(scenario, target, { server: api.pid })
      if (errors > 0) throw new Error(firstError)
      rows.push([name, formatNumber(firstTokenP50), formatNumber(firstTokenP99)])
    }
    printTable(`First token of ${scenario.rounds} replies`, ['', 'p50 ms', 'p99 ms'], rows)
    printNote(`${passages} passages, words and vectors. The demonstration model embeds the question, in the time of a call.`)
  } finally {
    await world.close()
    await db.$disconnect()
    await api.stop()
  }
}

async function createEmbeddedCollection(db: PrismaClient, tenantId: string): Promise<string> {
  await createModel(db, { tenantId, kind: 'embedding', name: 'vectors', upstreamName: 'demo' })
  const { id, activeIndexId } = await createCollection(db, { tenantId, access: 'workflow' })
  await db.indexVersion.update({ where: { id: activeIndexId ?? 0 }, data: { embeddingModel: 'vectors' } })
  return id
}

async function createSearchingAssistant(db: PrismaClient, tenantId: string, collectionId: string): Promise<string> {
  const workflow = await createWorkflow(db, { tenantId, draft: createSearchGraph([collectionId]) })
  const { id } = await createAssistant(db, { tenantId, workflowId: workflow.id, isPublic: true })
  return id
}
