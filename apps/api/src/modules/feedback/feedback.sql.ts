// Saves, locks and counts feedback. Prisma cannot say it: the path of a reply is recursive, a row is locked, and the counts group by day and zone.
import type { FeedbackFilters as WireFilters } from '@heddle/contracts/feedback/feedback'
import type { FeedbackRating, MessageFeedback, MessageStatus } from '@heddle/contracts/message/message'
import type { Queryable } from '@heddle/db/client'
import type { Pool, PoolClient } from 'pg'
import type { z } from 'zod'
import { type ChatAccess, readerShareSql } from '../../platform/permissions/chat.permissions.ts'
import { seesTemporary } from '../../platform/permissions/temporary.permissions.ts'
import { answeringAssistant } from '../message/answering-assistant.sql.ts'
import { conversationMessages, type Said } from './feedback.rules.ts'

type FeedbackFilters = z.output<typeof WireFilters>

export type FeedbackContext = ChatAccess & {
  readonly isTemporary: boolean
  /** Null when the chat has no such message. */
  readonly message: {
    readonly depth: number
    readonly isEndedReply: boolean
    readonly status: MessageStatus
    readonly hasText: boolean
    readonly isShown: boolean
  } | null
}

/** All that decides whether an actor may give feedback on a message; null when there is no such chat. */
export async function findFeedbackContext(
  pool: Pool,
  chatId: string,
  messageId: string,
  readerId: string,
): Promise<FeedbackContext | null> {
  const { rows } = await pool.query<FeedbackContext>({
    name: 'find-feedback-context',
    text: `
      WITH RECURSIVE shown AS (
        SELECT m.id, m.parent_id, m.depth FROM chat c JOIN message m ON m.id = c.last_message_id WHERE c.id = $1
        UNION ALL
        SELECT m.id, m.parent_id, m.depth FROM shown s JOIN message m ON m.id = s.parent_id
        WHERE s.depth > (SELECT depth FROM message WHERE id = $2 AND chat_id = $1)
      )
      SELECT c.owner_id AS "ownerId", c.tenant_id AS "tenantId", ${readerShareSql('$3')} AS share,
        c.temporary_until IS NOT NULL AS "isTemporary",
        CASE WHEN m.id IS NOT NULL THEN jsonb_build_object('depth', m.depth,
          'isEndedReply', m.role = 'assistant' AND m.status <> 'generating',
          'status', m.status, 'hasText', m.content <> '',
          'isShown', EXISTS (SELECT FROM shown WHERE shown.id = m.id)) END AS message
      FROM chat c LEFT JOIN message m ON m.id = $2 AND m.chat_id = c.id
      WHERE c.id = $1 AND ${seesTemporary('open')}`,
    values: [chatId, messageId, readerId],
  })
  return rows[0] ?? null
}

/** What was said up to a message, the oldest first; as much of it as a feedback may keep. */
export async function loadConversation(client: PoolClient, messageId: string): Promise<Said[]> {
  const { rows } = await client.query<Said>({
    name: 'load-conversation',
    text: `
      WITH RECURSIVE path AS (
        SELECT id, parent_id, role, content, depth, 1 AS place FROM message WHERE id = $1
        UNION ALL
        SELECT m.id, m.parent_id, m.role, m.content, m.depth, p.place + 1
        FROM path p JOIN message m ON m.id = p.parent_id WHERE p.place < $2
      )
      SELECT role::text, content FROM path ORDER BY depth`,
    values: [messageId, conversationMessages],
  })
  return rows
}

/** Those who deal with a feedback, and its user who says another word, take turns here. */
export async function lockFeedback(tx: Queryable, id: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM message_feedback WHERE id = ${id}::uuid FOR UPDATE`
}

export type GivenRating = {
  readonly id: string
  readonly messageId: string
  readonly userId: string
  readonly rating: FeedbackRating
  /** What is undefined stays as it was, as long as the rating does; what is null is taken back. */
  readonly reason: string | null | undefined
  readonly conversation: readonly Said[] | null | undefined
}

/** Inserts or replaces what a user says of a reply; null when the reply is gone. */
export async function saveFeedback(client: PoolClient, given: GivenRating): Promise<MessageFeedback | null> {
  const { rows } = await client.query<MessageFeedback>({
    name: 'save-feedback',
    text: `
      INSERT INTO message_feedback AS f (id, tenant_id, message_id, message_index, user_id, rating, reason, assistant_id, assistant_name,
        model_name, conversation, updated_at)
      SELECT $1::uuid, c.tenant_id, m.id, m.depth, $3::uuid, $4::feedback_rating, $5::text, a.id, a.name, m.model_name, $6::jsonb, now()
      FROM message m JOIN chat c ON c.id = m.chat_id LEFT JOIN assistant a ON a.id = ${answeringAssistant}
      WHERE m.id = $2::uuid
      ON CONFLICT (message_id, user_id) DO UPDATE SET rating = excluded.rating,
        reason = CASE WHEN $7::boolean OR f.rating <> excluded.rating THEN excluded.reason ELSE f.reason END,
        conversation = CASE WHEN $8::boolean OR f.rating <> excluded.rating THEN excluded.conversation ELSE f.conversation END,
        dealt_with_at = CASE WHEN f.rating = excluded.rating AND (NOT $7::boolean OR f.reason IS NOT DISTINCT FROM excluded.reason)
          AND (f.conversation IS NOT NULL OR excluded.conversation IS NULL) THEN f.dealt_with_at END,
        assistant_id = excluded.assistant_id, assistant_name = excluded.assistant_name, model_name = excluded.model_name, updated_at = now()
      RETURNING f.rating::text, f.reason, f.conversation IS NOT NULL AS include_conversation,
        f.dealt_with_at IS NOT NULL AS is_dealt_with`,
    values: [
      given.id,
      given.messageId,
      given.userId,
      given.rating,
      given.reason ?? null,
      given.conversation ? JSON.stringify(given.conversation) : null,
      given.reason !== undefined,
      given.conversation !== undefined,
    ],
  })
  return rows[0] ?? null
}

type Counts = { readonly good: number; readonly bad: number }

export type FeedbackSummary = {
  readonly total: Counts
  readonly byAssistant: readonly (Counts & { readonly id: string | null; readonly name: unknown })[]
  readonly byModel: readonly (Counts & { readonly model_name: string | null })[]
  readonly byDay: readonly (Counts & { readonly day: string })[]
}

const counts = `'good', count(*) FILTER (WHERE rating = 'good'), 'bad', count(*) FILTER (WHERE rating = 'bad')`

/** Counts the feedback that the filters leave: of the assistants and models with the most, and of the latest days. */
export async function countFeedback(pool: Pool, tenantId: string, filters: FeedbackFilters, timeZone: string): Promise<FeedbackSummary> {
  const { rows } = await pool.query<FeedbackSummary>({
    name: 'count-feedback',
    text: `
      WITH f AS MATERIALIZED (
        SELECT id, rating, assistant_id, assistant_name, model_name, created_at FROM message_feedback
        WHERE tenant_id = $1 AND ($2::feedback_rating IS NULL OR rating = $2) AND ($3::uuid IS NULL OR assistant_id = $3)
          AND ($4::text IS NULL OR model_name = $4) AND ($5::uuid IS NULL OR user_id = $5)
          AND ($6::boolean IS NULL OR (reason IS NOT NULL) = $6)
          AND ($7::timestamptz IS NULL OR created_at >= $7) AND ($8::timestamptz IS NULL OR created_at < $8)
          AND ($10::boolean IS NULL OR (dealt_with_at IS NOT NULL) = $10)
      ), assistant AS (
        SELECT count(*) AS total, jsonb_build_object('id', assistant_id,
          'name', (array_agg(assistant_name ORDER BY id DESC))[1], ${counts}) AS line
        FROM f GROUP BY assistant_id ORDER BY total DESC, assistant_id LIMIT 100
      ), model AS (
        SELECT count(*) AS total, jsonb_build_object('model_name', model_name, ${counts}) AS line
        FROM f GROUP BY model_name ORDER BY total DESC, model_name LIMIT 100
      ), day AS (
        SELECT (created_at AT TIME ZONE $9)::date AS day, jsonb_build_object('day', (created_at AT TIME ZONE $9)::date, ${counts}) AS line
        FROM f GROUP BY 1 ORDER BY 1 DESC LIMIT 366
      )
      SELECT (SELECT jsonb_build_object(${counts}) FROM f) AS total,
        (SELECT coalesce(jsonb_agg(line ORDER BY total DESC, line->>'id'), '[]') FROM assistant) AS "byAssistant",
        (SELECT coalesce(jsonb_agg(line ORDER BY total DESC, line->>'model_name'), '[]') FROM model) AS "byModel",
        (SELECT coalesce(jsonb_agg(line ORDER BY day), '[]') FROM day) AS "byDay"`,
    values: [
      tenantId,
      filters.rating ?? null,
      filters.assistant_id ?? null,
      filters.model_name ?? null,
      filters.user_id ?? null,
      filters.has_reason ?? null,
      filters.from ?? null,
      filters.to ?? null,
      timeZone,
      filters.is_dealt_with ?? null,
    ],
  })
  const [summary] = rows
  if (!summary) throw new Error('A query of aggregates answered no row')
  return summary
}
