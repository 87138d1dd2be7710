import { randomUUID } from 'node:crypto'
import { createWorkflow, createWorkflowRun } from '@heddle/db/factories/workflow'
import { createMessage } from '@heddle/db/factories/chat'
import { type CollectionOverrides, createCollection } from '@heddle/db/factories/knowledge'
import type { DatasetOverrides } from '@heddle/db/factories/dataset'
import { citeRows } from '../../dataset/cite-rows.ts'
import { citeSource, createParsedText } from '../../knowledge/cite-source.ts'
import { byId, type MatrixPart, type Target, type Thing } from '../part.ts'
import type { MatrixWorld, Owner } from '../world.ts'
import { createWrittenChat } from './written-chat.ts'

type CreateMessage = (world: MatrixWorld, owner: Owner, explicitlyPublic: boolean) => Promise<{ id: string; messageId: string }>

const question: CreateMessage = async (...chat) => {
  const { id, questionId } = await createWrittenChat(...chat)
  return { id, messageId: questionId }
}
const stoppedReply: CreateMessage = (...chat) => createWrittenChat(...chat, 'stopped')

const inOwnChat = (create: CreateMessage) => byId((world, { user }) => create(world, user, false))
const inChatOfAnother = (create: CreateMessage, explicitlyPublic: boolean) =>
  byId(async (world) => create(world, await world.createPerson(), explicitlyPublic))

/** A passage that a reply cites of a collection with its original. */
async function createCitation(
  world: MatrixWorld,
  owner: Owner,
  explicitlyPublic: boolean,
  overrides: CollectionOverrides = {},
): Promise<Target> {
  const { id, messageId } = await createWrittenChat(world, owner, explicitlyPublic)
  const { id: collectionId } = await createCollection(world.db, { tenantId: owner.tenantId, ...overrides })
  const passage = 'Cotton shrinks.'
  const original = { content: passage, document: createParsedText(passage) }
  const { cited } = await citeSource(world.api.dependencies, { messageId, collectionId, passage, original })
  return { id, messageId, sourceId: cited.id, about: 'sourceId' }
}
const citationOfAnother =
  (explicitlyPublic: boolean, overrides?: CollectionOverrides): Thing =>
  async (world) =>
    createCitation(world, await world.createPerson(), explicitlyPublic, overrides)

/** Rows that a reply cites of a dataset. */
async function createCitedRows(
  world: MatrixWorld,
  owner: Owner,
  explicitlyPublic: boolean,
  dataset: DatasetOverrides = {},
): Promise<Target> {
  const { id, messageId } = await createWrittenChat(world, owner, explicitlyPublic)
  const cited = await citeRows(world.db, { messageId, text: 'Cotton', dataset: { tenantId: owner.tenantId, ...dataset } })
  return { id, messageId, sourceId: cited.id, about: 'sourceId' }
}
const citedRowsOfAnother =
  (explicitlyPublic: boolean, dataset?: DatasetOverrides): Thing =>
  async (world) =>
    createCitedRows(world, await world.createPerson(), explicitlyPublic, dataset)

/** A comparison of two replies. */
async function createComparison(world: MatrixWorld, owner: Owner, explicitlyPublic = false): Promise<Target> {
  const { id, questionId } = await createWrittenChat(world, owner, explicitlyPublic)
  const { id: comparisonId } = await world.db.comparison.create({ data: { chatId: id, isBlind: true, size: 2 } })
  for (const comparisonPosition of [0, 1])
    await createMessage(world.db, { chatId: id, parentId: questionId, depth: 1, role: 'assistant', comparisonId, comparisonPosition })
  return { id, comparisonId, about: 'comparisonId' }
}
const comparisonOfAnother =
  (explicitlyPublic: boolean): Thing =>
  async (world) => ({ ...(await createComparison(world, await world.createPerson(), explicitlyPublic)), about: 'id' })

async function createRun(db: MatrixWorld['db'], tenantId: string): Promise<Target> {
  const { id } = await createWorkflow(db, { tenantId })
  const run = await createWorkflowRun(db, { workflowId: id })
  return { id, runId: run.id, about: 'runId' }
}

export const replyMatrix = {
  queries: { exportCitedRows: '?format=csv' },
  bodies: {
    sendMessage: () => ({ content: 'How strong is hemp?', client_message_id: randomUUID(), version: 0 }),
    editMessage: () => ({ content: 'How strong is hemp, then?', client_message_id: randomUUID(), version: 0 }),
    regenerateReply: () => ({ client_message_id: randomUUID(), version: 0 }),
    continueReply: () => ({ client_message_id: randomUUID(), version: 0 }),
    compareReplies: () => ({
      content: 'How strong is hemp?',
      candidates: [{}, {}],
      is_blind: true,
      client_message_id: randomUUID(),
      version: 0,
    }),
    voteOnReplies: () => ({ vote: 'equal' }),
    runWorkflow: () => ({ question: 'How strong is hemp?' }),
    tryAssistant: ({ thing, target: { id } }) => ({
      assistant: thing.includes('workflow') ? { workflow_id: id, user_prompt: 'Speak of hemp.' } : { id },
      question: 'How strong is hemp?',
    }),
  },
  things: {
    'question in their own chat': inOwnChat(question),
    'question in a private chat of another': inChatOfAnother(question, false),
    'question in a shared chat of another': inChatOfAnother(question, true),
    'stopped reply in their own chat': inOwnChat(stoppedReply),
    'stopped reply in a private chat of another': inChatOfAnother(stoppedReply, false),
    'stopped reply in a shared chat of another': inChatOfAnother(stoppedReply, true),
    'citation in their own chat': (world, { user }) => createCitation(world, user, false),
    'citation in a private chat of another': citationOfAnother(false),
    'citation in a shared chat of another': citationOfAnother(true),
    'citation for members, in a shared chat of another': citationOfAnother(true, { access: 'members' }),
    'cited rows in their own chat': (world, { user }) => createCitedRows(world, user, false),
    'cited rows in a private chat of another': citedRowsOfAnother(false),
    'cited rows in a shared chat of another': citedRowsOfAnother(true),
    'cited rows for members, in a shared chat of another': citedRowsOfAnother(true, { access: 'members' }),
    'comparison in their own chat': (world, { user }) => createComparison(world, user),
    'comparison in a private chat of another': comparisonOfAnother(false),
    'comparison in a shared chat of another': comparisonOfAnother(true),
    'a test run of the tenant': ({ db, here }) => createRun(db, here.id),
    'a test run of another tenant': ({ db, elsewhere }) => createRun(db, elsewhere.id),
  },
} satisfies MatrixPart
