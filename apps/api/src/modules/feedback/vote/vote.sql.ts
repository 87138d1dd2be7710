// Votes on replies beside each other. Prisma cannot say it: a comparison is locked with its replies, and the counts group by pair.
import type { ComparisonVote } from '@heddle/contracts/reply/comparison'
import type { Pool, PoolClient } from 'pg'
import { answeringAssistant } from '../../message/answering-assistant.sql.ts'
import { isOpenComparison } from '../../message/comparison.sql.ts'
import type { JudgedReply, PairVote } from './vote.rules.ts'

export type VotedComparison = {
  readonly isOpen: boolean
  readonly isBlind: boolean
  readonly isRunning: boolean
  /** The completed ones, by position. */
  readonly replies: readonly JudgedReply[]
}

/** Locks a comparison of a chat, so that one vote on it is the first. */
export async function lockComparison(client: PoolClient, chatId: string, id: string): Promise<VotedComparison | null> {
  const { rowCount } = await client.query('SELECT FROM comparison WHERE id = $2 AND chat_id = $1 FOR UPDATE', [chatId, id])
  if (rowCount === 0) return null
  const { rows } = await client.query<VotedComparison>(
    `SELECT ${isOpenComparison} AS "isOpen", k.is_blind AS "isBlind",
       EXISTS (SELECT FROM message m WHERE m.comparison_id = k.id AND m.status = 'generating') AS "isRunning",
       (SELECT coalesce(jsonb_agg(jsonb_build_object('position', m.comparison_position, 'assistantId', a.id, 'assistantName', a.name,
          'modelName', m.model_name) ORDER BY m.comparison_position), '[]')
        FROM message m LEFT JOIN assistant a ON a.id = ${answeringAssistant}
        WHERE m.comparison_id = k.id AND m.status = 'completed') AS replies
     FROM comparison k JOIN chat c ON c.id = k.chat_id WHERE k.id = $1`,
    [id],
  )
  return rows[0] ?? null
}

type Vote = {
  readonly comparisonId: string
  readonly tenantId: string
  readonly vote: ComparisonVote
  readonly isBlind: boolean
  readonly pairs: readonly PairVote[]
}

export async function saveVote(client: PoolClient, { comparisonId, tenantId, vote, isBlind, pairs }: Vote): Promise<void> {
  await client.query('UPDATE comparison SET vote = $2 WHERE id = $1', [comparisonId, vote])
  await client.query(
    `INSERT INTO reply_vote (id, tenant_id, is_blind, outcome, first_assistant_id, first_assistant_name, first_model_name,
       second_assistant_id, second_assistant_name, second_model_name)
     SELECT gen_random_uuid(), $1, $2, p.outcome::vote_outcome, (p.first->>'assistantId')::uuid, p.first->'assistantName', p.first->>'modelName',
       (p.second->>'assistantId')::uuid, p.second->'assistantName', p.second->>'modelName'
     FROM jsonb_to_recordset($3::jsonb) AS p(first jsonb, second jsonb, outcome text)`,
    [tenantId, isBlind, JSON.stringify(pairs)],
  )
}

type VoteFilters = { readonly is_blind?: boolean | undefined; readonly from?: string | undefined; readonly to?: string | undefined }

export type PairCounts = {
  readonly firstAssistantId: string | null
  readonly firstAssistantName: unknown
  readonly firstModelName: string | null
  readonly secondAssistantId: string | null
  readonly secondAssistantName: unknown
  readonly secondModelName: string | null
  readonly firstWins: number
  readonly secondWins: number
  readonly equal: number
  readonly allBad: number
}

const newest = (column: string) => `(array_agg(${column} ORDER BY created_at DESC))[1]`

/** The hundred pairs of a tenant with the most votes. */
export async function countVotes(pool: Pool, tenantId: string, { is_blind: isBlind, from, to }: VoteFilters): Promise<PairCounts[]> {
  const { rows } = await pool.query<PairCounts>(
    `SELECT first_assistant_id AS "firstAssistantId", ${newest('first_assistant_name')} AS "firstAssistantName", first_model_name AS "firstModelName",
       second_assistant_id AS "secondAssistantId", ${newest('second_assistant_name')} AS "secondAssistantName", second_model_name AS "secondModelName",
       count(*) FILTER (WHERE outcome = 'first')::int AS "firstWins", count(*) FILTER (WHERE outcome = 'second')::int AS "secondWins",
       count(*) FILTER (WHERE outcome = 'equal')::int AS equal, count(*) FILTER (WHERE outcome = 'all_bad')::int AS "allBad"
     FROM reply_vote
     WHERE tenant_id = $1 AND ($2::boolean IS NULL OR is_blind = $2)
       AND ($3::timestamptz IS NULL OR created_at >= $3) AND ($4::timestamptz IS NULL OR created_at < $4)
     GROUP BY first_assistant_id, first_model_name, second_assistant_id, second_model_name
     ORDER BY count(*) DESC, first_assistant_id, first_model_name, second_assistant_id, second_model_name LIMIT 100`,
    [tenantId, isBlind ?? null, from ?? null, to ?? null],
  )
  return rows
}
