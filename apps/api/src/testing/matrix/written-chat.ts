import type { MessageStatus } from '@heddle/contracts/chat/message'
import { createChat, createMessage } from '@heddle/db/factories/chat'
import type { MatrixWorld } from './world.ts'

/** A chat with a question and its reply. */
export async function createWrittenChat(
  { db }: MatrixWorld,
  ownerId: string,
  explicitlyPublic = false,
  status: MessageStatus = 'completed',
) {
  const chat = await createChat(db, { ownerId, explicitlyPublic })
  const { id: questionId } = await createMessage(db, { chatId: chat.id })
  const { id: messageId } = await createMessage(db, { chatId: chat.id, role: 'assistant', status })
  return { id: chat.id, questionId, messageId }
}
