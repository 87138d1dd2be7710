// A reply as its row has it, for those who follow it. Prisma cannot say it: the sources are in the order of the text, and the lease is
// compared with the clock of the database.
import type { MessageSource, MessageStatus, ReplyStep } from '@heddle/contracts/message/message'
import type { ReplyUsage } from '@heddle/contracts/reply/reply-stream'
import type { Pool, PoolClient } from 'pg'
import { type ChatAccess, joinSeen } from '../../platform/permissions/chat.permissions.ts'
import { seesTemporary } from '../../platform/permissions/temporary.permissions.ts'
import { currentReasoning, currentSteps, currentText } from './current-text.sql.ts'
import { isBlindReply } from './comparison.sql.ts'
import { inOrderOfUse, sourceAsJson, sourceJoins } from './citation/citation.sql.ts'
import { type MessageStore, openMessages } from './seal/message-store.ts'

export type ReplyState = {
  readonly id: string
  /** The last run that made it, or makes it. */
  readonly runId: string
  readonly chatId: string
  readonly ownerId: string
  readonly questionId: string
  readonly status: MessageStatus
  readonly content: string
  readonly reasoning: string
  /** None of a blind reply. */
  readonly steps: readonly ReplyStep[]
  readonly isBlind: boolean
  readonly sources: readonly MessageSource[]
  readonly leaseExpired: boolean | null
  /** Of the chat. */
  readonly title: string | null
  readonly version: number
  readonly conversationId: string
  readonly remainingRequests: number
  readonly usage: ReplyUsage | null
}

/** A reply as it stands in the database; null once it is gone with its chat. */
export async function findReply(store: MessageStore, replyId: string, readerId: string | null): Promise<ReplyState | null> {
  const { rows } = await store.db.query<ReplyState>({
    name: 'find-reply',
    text: `
      SELECT m.id, m.run_id AS "runId", m.chat_id AS "chatId", c.owner_id AS "ownerId", m.parent_id AS "questionId", m.status::text, ${currentText} AS content,
        ${currentReasoning} AS reasoning, CASE WHEN ${isBlindReply} THEN '[]' ELSE ${currentSteps} END AS steps, ${isBlindReply} AS "isBlind",
        ARRAY(SELECT ${sourceAsJson('$2')} FROM message_source s ${sourceJoins} WHERE s.message_id = m.id ${inOrderOfUse}) AS sources,
        (SELECT r.lease_expires_at < now() FROM running_reply r WHERE r.run_id = m.run_id) AS "leaseExpired", c.title, c.version, c.conversation_id AS "conversationId",
        greatest(0, t.requests_per_chat - c.request_count) AS "remainingRequests",
        CASE WHEN u.id IS NOT NULL THEN jsonb_build_object('input_tokens', u.input_tokens, 'output_tokens', u.output_tokens,
          'reasoning_tokens', u.reasoning_tokens, 'estimated', u.estimated) END AS usage
      FROM message m JOIN chat c ON c.id = m.chat_id JOIN tenant t ON t.id = c.tenant_id
      LEFT JOIN usage_event u ON u.run_id = m.run_id
      WHERE m.id = $1 AND m.role = 'assistant' AND ${seesTemporary('open')}`,
    values: [replyId, readerId],
  })
  const [state] = rows
  if (!state) return null
  const [opened] = await openMessages(store, state.chatId, [state])
  return opened ?? null
}

export type ChatOfReply = ChatAccess & {
  /** The last message that the reader sees. */
  readonly lastMessageId: string | null
  /** That message, if it is a reply: also while it is made, as it is the last of the shown path then. */
  readonly lastReplyId: string | null
}

export async function findChatForReply(db: Pool | PoolClient, chatId: string, readerId: string): Promise<ChatOfReply | null> {
  const { rows } = await db.query<ChatOfReply>({
    name: 'find-chat-for-reply',
    text: `
      SELECT c.owner_id AS "ownerId", c.tenant_id AS "tenantId", seen.share, seen.last_message_id AS "lastMessageId",
        CASE WHEN m.role = 'assistant' THEN m.id END AS "lastReplyId"
      FROM chat c ${joinSeen('$2')} LEFT JOIN message m ON m.id = seen.last_message_id
      WHERE c.id = $1 AND ${seesTemporary('open')}`,
    values: [chatId, readerId],
  })
  return rows[0] ?? null
}
