// A chat of a world in which every text has a canary.
import { createChat, createChatFile, createChatFolder, createMessage } from '@heddle/db/factories/chat'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createUsageEvent } from '@heddle/db/factories/usage'
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { citeRows } from '../dataset/cite-rows.ts'
import { citeSource, createParsedText } from '../knowledge/cite-source.ts'
import type { Say, Scene } from './canary-scene.ts'

/** A chat with a question and a reply, and all that hangs on them. */
export async function createFullChat({ api, plant }: Scene, ownerId: string, say: Say) {
  const { db } = api
  const folder = await createChatFolder(db, { ownerId, name: say('name of a folder'), instructions: say('instructions of a folder') })
  const chat = await createChat(db, { ownerId, folderId: folder.id, title: say('title of a chat') })
  const { id: questionId } = await createMessage(db, { chatId: chat.id, content: say('question') })
  const runId = randomUUID()
  const { id: comparisonId } = await db.comparison.create({ data: { chatId: chat.id, isBlind: false, size: 1 } })
  const { id: replyId } = await createMessage(db, {
    chatId: chat.id,
    role: 'assistant',
    comparisonId,
    comparisonPosition: 0,
    runId,
    content: say('reply'),
    reasoning: say('thought process'),
    nodeOutcomes: { draft: { output: { text: plant('output of a node') } } },
    told: {
      person: { about_me: say('instructions of a person'), how_to_answer: '', is_cut: false },
      folders: [{ name: say('name of a folder'), instructions: say('instructions of a folder'), is_cut: false }],
      history_count: 0,
      image_count: 0,
      files: [],
      passage_count: 1,
    },
    sources: { create: { number: 1, title: say('title of a source'), passage: say('passage') } },
    feedback: { create: { tenantId: chat.tenantId, userId: ownerId, messageIndex: 1, rating: 'bad', reason: say('feedback') } },
  })
  await createUsageEvent(db, { tenantId: chat.tenantId, userId: ownerId, chatId: chat.id, messageId: replyId, runId })
  const content = { name: say('file'), texts: [say('page')], ...(await storeThisFile({ api, plant })) }
  const file = await createChatFile(db, { chatId: chat.id, messageId: questionId, ...content })
  const folderContent = { name: say('file of a folder'), texts: [say('page of a folder')], ...(await storeThisFile({ api, plant })) }
  const folderFile = await createChatFile(db, { folderId: folder.id, ...folderContent })
  const { id: collectionId } = await createCollection(db, { tenantId: chat.tenantId })
  const original = {
    content: say('original'),
    document: createParsedText(say('text of an original')),
    name: `${say('name of an original')}.md`,
  }
  const { cited } = await citeSource(api.dependencies, {
    messageId: replyId,
    collectionId,
    passage: say('passage of a collection'),
    original,
  })
  const rows = await citeRows(db, { messageId: replyId, text: say('cited rows'), dataset: { tenantId: chat.tenantId } })
  return {
    id: chat.id,
    messageIds: [questionId, replyId],
    runId,
    comparisonId,
    fileId: file.id,
    folder: { id: folder.id, fileId: folderFile.id },
    citations: [cited, rows].map((source) => ({ id: chat.id, messageId: replyId, sourceId: source.id })),
  }
}

/** Stores this program under a key that is told to no one. */
export async function storeThisFile({ api, plant }: Pick<Scene, 'api' | 'plant'>) {
  const storageKey = plant('storage key')
  const { size: sizeBytes } = await stat(import.meta.filename)
  await api.dependencies.files.put(storageKey, import.meta.filename)
  return { storageKey, sizeBytes }
}
