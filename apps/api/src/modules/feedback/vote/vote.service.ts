// Votes of the owner of a chat on the replies beside each other, and how administrators read them: by pair, without texts or voters.
import type { summarizeVotes } from '@heddle/contracts/feedback/vote'
import type { Comparison, ComparisonVote } from '@heddle/contracts/reply/comparison'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { MessageService } from '../../message/message.service.ts'
import { findVotedPosition, toPairVotes } from './vote.rules.ts'
import { countVotes, lockComparison, saveVote, type VotedComparison } from './vote.sql.ts'

type VoteDependencies = { readonly pool: Pool; readonly messages: Pick<MessageService, 'getComparison'> }

export type VoteService = ReturnType<typeof createVoteService>

/** Throws when the vote says nothing of what is there. */
function assertJudged(vote: ComparisonVote, { isRunning, replies }: VotedComparison) {
  const voted = findVotedPosition(vote)
  const isJudged = voted === undefined ? replies.length > 1 || vote === 'skipped' : replies.some(({ position }) => position === voted)
  if (isRunning || !isJudged) throw new AppError('CHAT_FEEDBACK_FAILED')
}

export const createVoteService = ({ pool, messages }: VoteDependencies) => ({
  async voteOnReplies(actor: Actor, chatId: string, comparisonId: string, vote: ComparisonVote): Promise<Comparison> {
    // It is the owner's to read, and to vote on.
    await messages.getComparison(actor, chatId, comparisonId)
    await inTransaction(pool, async (client) => {
      const comparison = await lockComparison(client, chatId, comparisonId)
      if (!comparison) throw new AppError('COMPARISON_NOT_FOUND')
      if (!comparison.isOpen) throw new AppError('COMPARISON_CLOSED')
      assertJudged(vote, comparison)
      const pairs = toPairVotes(vote, comparison.replies)
      await saveVote(client, { comparisonId, tenantId: actor.tenantId, vote, isBlind: comparison.isBlind, pairs })
    })
    return messages.getComparison(actor, chatId, comparisonId)
  },

  summarizeVotes: ({ tenantId }: Actor, filters: z.output<typeof summarizeVotes.schema.body>) => countVotes(pool, tenantId, filters),
})
