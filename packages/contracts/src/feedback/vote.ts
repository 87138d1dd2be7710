// Votes on replies that were made beside each other: who won how often, never what was said.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Comparison, ComparisonVote } from '../reply/comparison.ts'
import { schemaIds } from '../schema-ids.ts'
import { Id, LocalizedText, Timestamp } from '../wire.ts'

/** COMPARISON_CLOSED after a vote, or when the chat has gone on; CHAT_FEEDBACK_FAILED for a place without a completed reply. */
export const voteOnReplies = {
  method: 'POST',
  url: '/api/v1/chat/:id/comparison/:comparisonId/vote',
  schema: {
    summary: 'Say which of the replies beside each other is the best; once, when all of them have ended',
    tags: ['feedback'],
    params: z.strictObject({ id: Id, comparisonId: Id }),
    body: z.strictObject({ vote: ComparisonVote }),
    response: { 200: z.object({ comparison: Comparison }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'COMPARISON_NOT_FOUND', 'COMPARISON_CLOSED', 'CHAT_FEEDBACK_FAILED'] },
} as const satisfies Endpoint

const Contestant = z.object({
  assistant: z.object({ id: Id.nullable(), name: LocalizedText }).nullable(),
  model_name: z.string().nullable(),
})

export const VotePair = z.object({
  first: Contestant,
  second: Contestant,
  first_wins: z.int(),
  second_wins: z.int(),
  equal: z.int(),
  all_bad: z.int(),
  /** Of the votes for one of both, the part that is for the first, with its interval at 95 %; null without any. */
  share: z.object({ mean: z.number(), low: z.number(), high: z.number() }).nullable(),
})
export type VotePair = z.infer<typeof VotePair>
schemaIds.add(VotePair, { id: 'VotePair' })

export const summarizeVotes = {
  method: 'POST',
  url: '/api/v1/feedback/vote/summary/query',
  schema: {
    summary: 'How often one assistant and model was better than another: the hundred pairs with the most votes',
    tags: ['feedback'],
    body: z.strictObject({
      /** Only those of blind comparisons, or only the others. */
      is_blind: z.boolean().optional(),
      /** From this moment on, and before that one. */
      from: Timestamp.optional(),
      to: Timestamp.optional(),
    }),
    response: { 200: z.object({ pairs: z.array(VotePair) }) },
  },
  config: { policy: 'read_feedback' },
} as const satisfies Endpoint
