import type { MessageStatus } from '@heddle/contracts/message/message'
import { createMessage } from '@heddle/db/factories/chat'
import type { MatrixWorld, Owner } from '../world.ts'

/** A chat with a question and its reply. */
export async function createWrittenChat(
  { db, createChatOf }: MatrixWorld,
  owner: Owner,
  explicitlyPublic = false,
  status: MessageStatus = 'completed',
) {
  const chat = await createChatOf(owner, explicitlyPublic)
  const { id: questionId } = await createMessage(db, { chatId: chat.id })
  const { id: messageId } = await createMessage(db, { chatId: chat.id, role: 'assistant', status })
  return { id: chat.id, questionId, messageId }
}
