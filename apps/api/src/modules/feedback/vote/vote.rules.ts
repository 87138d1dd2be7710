// What a vote says of each two replies.
import type { ComparisonVote } from '@heddle/contracts/reply/comparison'

export type Contestant = { readonly assistantId: string | null; readonly assistantName: unknown; readonly modelName: string | null }

/** A reply of a comparison that has ended with something to judge. */
export type JudgedReply = Contestant & { readonly position: number }

export type VoteOutcome = 'first' | 'second' | 'equal' | 'all_bad'

export type PairVote = { readonly first: Contestant; readonly second: Contestant; readonly outcome: VoteOutcome }

const positions: Readonly<Partial<Record<ComparisonVote, number>>> = { first: 0, second: 1, third: 2 }

/** The position that a vote is for; undefined when it is for none. */
export const findVotedPosition = (vote: ComparisonVote): number | undefined => positions[vote]

/**
 * Returns what the vote says of pairs: that for one position says that it is better than each other, and nothing of the others among
 * themselves. Of two replies of the same assistant and model it says nothing. The first of a pair is the one that sorts first, so that
 * the votes on two are counted together, whatever their positions were.
 */
export function toPairVotes(vote: ComparisonVote, replies: readonly JudgedReply[]): PairVote[] {
  if (vote === 'skipped') return []
  const voted = findVotedPosition(vote)
  return replies.flatMap((reply, index) =>
    replies.slice(index + 1).flatMap((other): PairVote[] => {
      if (voted !== undefined && reply.position !== voted && other.position !== voted) return []
      const [first, second] = toSortKey(reply) < toSortKey(other) ? [reply, other] : [other, reply]
      if (toSortKey(first) === toSortKey(second)) return []
      const outcome = vote === 'equal' || vote === 'all_bad' ? vote : first.position === voted ? 'first' : 'second'
      return [{ first, second, outcome }]
    }),
  )
}

const toSortKey = ({ assistantId, modelName }: Contestant) => `${assistantId ?? ''} ${modelName ?? ''}`
