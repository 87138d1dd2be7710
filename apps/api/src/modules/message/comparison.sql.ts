// Replies that were made beside each other. Prisma cannot say it: whether a comparison is open is asked of the tree, in the statement that reads it.
import type { ErrorDetail } from '@heddle/contracts/errors'
import type { ComparisonVote } from '@heddle/contracts/reply/comparison'
import type { Pool, PoolClient } from 'pg'

/** The condition that a comparison `k` takes a vote: there is none, and the chat has not gone on from one of its replies. */
export const isOpenComparison = `(k.vote IS NULL AND NOT EXISTS (
  SELECT FROM message r JOIN message n ON n.parent_id = r.id WHERE r.comparison_id = k.id))`

/** The condition that who made a message `m` is hidden. */
export const isBlindReply = `(m.comparison_id IS NOT NULL AND EXISTS (
  SELECT FROM comparison k WHERE k.id = m.comparison_id AND k.is_blind AND ${isOpenComparison}))`

export type ComparisonRow = {
  readonly id: string
  readonly isBlind: boolean
  readonly isOpen: boolean
  readonly size: number
  /** By place. */
  readonly refusals: Readonly<Record<string, ErrorDetail>>
  readonly vote: ComparisonVote | null
}

export async function findComparison(db: Pool | PoolClient, chatId: string, id: string): Promise<ComparisonRow | null> {
  const { rows } = await db.query<ComparisonRow>({
    name: 'find-comparison',
    text: `SELECT k.id, k.is_blind AS "isBlind", ${isOpenComparison} AS "isOpen", k.size, k.refusals, k.vote::text
      FROM comparison k WHERE k.id = $2 AND k.chat_id = $1`,
    values: [chatId, id],
  })
  return rows[0] ?? null
}
