import type { VotePair } from '@heddle/contracts/feedback/vote'
import { shareInterval } from '@heddle/evaluation/statistics/wilson'
import { presentText } from '../../../platform/http/presenting.ts'
import type { PairCounts } from './vote.sql.ts'

const presentContestant = (id: string | null, name: unknown, modelName: string | null) => ({
  assistant: name === null ? null : { id, name: presentText(name) },
  model_name: modelName,
})

export const presentVotePair = (pair: PairCounts): VotePair => ({
  first: presentContestant(pair.firstAssistantId, pair.firstAssistantName, pair.firstModelName),
  second: presentContestant(pair.secondAssistantId, pair.secondAssistantName, pair.secondModelName),
  first_wins: pair.firstWins,
  second_wins: pair.secondWins,
  equal: pair.equal,
  all_bad: pair.allBad,
  share: presentShare(pair),
})

function presentShare({ firstWins, secondWins }: PairCounts): VotePair['share'] {
  const total = firstWins + secondWins
  return total === 0 ? null : { mean: firstWins / total, ...shareInterval(firstWins, total) }
}
