import { randomUUID } from 'node:crypto'
import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { createAssistant } from './assistant.ts'
import { nextNumber } from './localized.ts'
import { createUser } from './user.ts'

export type ChatOverrides = Partial<Prisma.ChatUncheckedCreateInput>

/** Inserts a private chat without messages; its owner and a public assistant of the owner's tenant are made unless given. */
export async function createChat(db: Queryable, overrides: ChatOverrides = {}) {
  const owner = overrides.ownerId ? await db.user.findUniqueOrThrow({ where: { id: overrides.ownerId } }) : await createUser(db)
  const { tenantId } = owner
  const assistantId =
    overrides.assistantId === undefined ? (await createAssistant(db, { tenantId, isPublic: true })).id : overrides.assistantId
  return db.chat.create({ data: { title: `Chat ${nextNumber()}`, ...overrides, tenantId, ownerId: owner.id, assistantId } })
}

export type MessageOverrides = Partial<Prisma.MessageUncheckedCreateInput>

function replyOf(overrides: MessageOverrides) {
  if (overrides.role !== 'assistant') return {}
  if (overrides.status !== 'generating') return { runId: randomUUID(), finishedAt: new Date() }
  return { runId: randomUUID(), leaseExpiresAt: new Date(Date.now() + 20_000) }
}

/**
 * Inserts a message after the last of its chat's shown path, and makes it the last. A question unless `role` says
 * otherwise; a reply has a run, and one that is `generating` a lease of 20 seconds.
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
      ...replyOf(overrides),
      ...overrides,
      chatId,
    },
  })
  await db.chat.update({ where: { id: chatId }, data: { lastMessageId: message.id } })
  return message
}
