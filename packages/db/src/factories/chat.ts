import { randomUUID } from 'node:crypto'
import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { createAssistant } from './assistant.ts'
import { nextNumber } from './localized.ts'
import { createUser } from './user.ts'

export type ChatOverrides = Partial<Prisma.ChatUncheckedCreateInput> & {
  /** Whether it is shared with the tenant as it goes on, without an end. */
  readonly explicitlyPublic?: boolean
}

/** Inserts a private chat without messages; creates a missing owner, and a public assistant of the owner's tenant. */
export async function createChat(db: Queryable, { explicitlyPublic = false, ...overrides }: ChatOverrides = {}) {
  const owner = overrides.ownerId ? await db.user.findUniqueOrThrow({ where: { id: overrides.ownerId } }) : await createUser(db)
  const { tenantId } = owner
  const assistantId =
    overrides.assistantId === undefined ? (await createAssistant(db, { tenantId, isPublic: true })).id : overrides.assistantId
  const shares = explicitlyPublic ? { shares: { create: { audience: 'tenant' as const } } } : {}
  return db.chat.create({ data: { title: `Chat ${nextNumber()}`, ...shares, ...overrides, tenantId, ownerId: owner.id, assistantId } })
}

export type ChatShareOverrides = Partial<Prisma.ChatShareUncheckedCreateInput> & {
  readonly chatId: string
  readonly groupIds?: readonly string[]
  readonly userIds?: readonly string[]
}

/** Inserts a share of a chat, by default with the tenant, as it goes on and without an end. */
export function createChatShare(db: Queryable, { groupIds = [], userIds = [], ...overrides }: ChatShareOverrides) {
  const audience = groupIds.length > 0 ? 'groups' : userIds.length > 0 ? 'people' : 'tenant'
  const targets = {
    groups: { create: groupIds.map((groupId) => ({ groupId })) },
    people: { create: userIds.map((userId) => ({ userId })) },
  }
  return db.chatShare.create({ data: { audience, ...targets, ...overrides } })
}

export type ChatFolderOverrides = Partial<Prisma.ChatFolderUncheckedCreateInput> & { readonly ownerId: string }

/** Inserts a folder of a user, which lies in none by default. */
export async function createChatFolder(db: Queryable, overrides: ChatFolderOverrides) {
  const { tenantId } = await db.user.findUniqueOrThrow({ where: { id: overrides.ownerId } })
  const number = nextNumber()
  return db.chatFolder.create({ data: { name: `Folder ${number}`, position: number, tenantId, ...overrides } })
}

export type MessageOverrides = Partial<Prisma.MessageUncheckedCreateInput>

export type ChatFileOverrides = Partial<Prisma.ChatFileUncheckedCreateInput> & {
  /** The text of each page; an empty list for a picture, or another file without text. */
  readonly texts?: readonly string[]
  /** The question that it is attached to. */
  readonly messageId?: string
}

/** Inserts a file of a chat, or of a folder, by default a PDF with one page, without its bytes in the file store. */
export async function createChatFile(db: Queryable, { texts = ['Cotton shrinks.'], messageId, ...overrides }: ChatFileOverrides = {}) {
  const chatId = overrides.folderId ? null : (overrides.chatId ?? (await createChat(db)).id)
  const number = nextNumber()
  return db.chatFile.create({
    data: {
      name: `File ${number}.pdf`,
      mediaType: 'application/pdf',
      sizeBytes: 1_000,
      storageKey: `chat/${randomUUID()}`,
      isPaged: true,
      pageCount: texts.length,
      // Close to the count of a tokenizer.
      tokenCount: texts.reduce((sum, text) => sum + Math.ceil(text.length / 3), 0),
      ...overrides,
      chatId,
      pages: { create: texts.map((text, index) => ({ number: index + 1, text })) },
      ...(messageId !== undefined && { messages: { create: { messageId, position: number } } }),
    },
  })
}

function createReplyFields(overrides: MessageOverrides) {
  if (overrides.role !== 'assistant') return {}
  return { runId: randomUUID(), ...(overrides.status !== 'generating' && { finishedAt: new Date() }) }
}

export type RunningReplyOverrides = Partial<Prisma.RunningReplyUncheckedCreateInput> & {
  /** Of a message that is being made. */
  readonly runId: string
}

/** Inserts what a process saves of a reply while it makes it, by default nothing yet and a lease of 20 seconds. */
export async function createRunningReply(db: Queryable, { runId, ...overrides }: RunningReplyOverrides) {
  const { chat } = await db.message.findUniqueOrThrow({ where: { runId }, include: { chat: true } })
  const leaseExpiresAt = new Date(Date.now() + 20_000)
  return db.runningReply.create({ data: { ownerId: chat.ownerId, leaseExpiresAt, ...overrides, runId } })
}

/**
 * Inserts a message at the end of its chat's visible branch. A question by default; a reply has a run, and a `generating` one a
 * lease of 20 seconds.
 */
export async function createMessage(db: Queryable, overrides: MessageOverrides = {}) {
  const chatId = overrides.chatId ?? (await createChat(db)).id
  const chat = await db.chat.findUniqueOrThrow({ where: { id: chatId }, include: { lastMessage: true } })
  const message = await db.message.create({
    data: {
      content: `Message ${nextNumber()}`,
      role: 'user',
      parentId: chat.lastMessageId,
      depth: chat.lastMessage ? chat.lastMessage.depth + 1 : 0,
      responseLanguage: chat.responseLanguage,
      ...createReplyFields(overrides),
      ...overrides,
      chatId,
    },
  })
  await db.chat.update({ where: { id: chatId }, data: { lastMessageId: message.id } })
  if (message.status === 'generating' && message.runId !== null) await createRunningReply(db, { runId: message.runId })
  return message
}
