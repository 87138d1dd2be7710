import type { Chat } from '@heddle/contracts/chat/chat'
import type { Comparison, ComparisonVote } from '@heddle/contracts/reply/comparison'
import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import classes from './ComparedReplies.module.css'
import { bestVotes, letters, useVoteOnReplies } from './vote.queries.ts'

type VoteBarProps = { chat: Chat; comparison: Comparison }

/** Asks which of the replies is the best, and says afterwards what was voted. */
export function VoteBar({ chat, comparison }: VoteBarProps) {
  const { t } = useTranslation('comparison')
  const { mutate: vote, isPending, variables } = useVoteOnReplies(chat, comparison)
  const { candidates, is_open: isOpen, is_blind: isBlind } = comparison
  const isPair = candidates.length === 2
  const title = isPair ? t('vote.title') : t('vote.titleOfThree')

  function toWords(voted: ComparisonVote): string {
    const letter = letters[bestVotes.indexOf(voted)]
    if (letter !== undefined) return t(isPair ? 'vote.better' : 'vote.best', { place: letter })
    if (voted === 'equal') return t('vote.equal')
    if (voted === 'skipped') return t('vote.skipped')
    return isPair ? t('vote.bothBad') : t('vote.allBad')
  }

  if (!isOpen) return comparison.vote && <p className={classes.voted}>{t('vote.given', { vote: toWords(comparison.vote) })}</p>
  // One alone is no better than another; who made it is shown without a vote.
  const isJudged = candidates.filter(({ reply }) => reply?.status === 'completed').length > 1
  if (!isJudged && !isBlind) return null
  const buttons: readonly { vote: ComparisonVote; reason: string | null }[] = [
    ...candidates.flatMap(({ reply }, index) => {
      const best = bestVotes[index]
      return best ? [{ vote: best, reason: reply?.status === 'completed' ? null : t('vote.notCompleted') }] : []
    }),
    { vote: 'equal', reason: null },
    { vote: 'all_bad', reason: null },
  ]
  return (
    <div className={classes.votes} role="group" aria-label={title}>
      {isJudged && (
        <p aria-hidden className={classes.question}>
          {title}
        </p>
      )}
      <Group gap="xs" justify="center">
        {(isJudged ? buttons : []).map(({ vote: each, reason }) => (
          <ReasonedButton
            key={each}
            size="sm"
            variant="default"
            reason={reason}
            loading={isPending && variables === each}
            onClick={() => isPending || vote(each)}
          >
            {toWords(each)}
          </ReasonedButton>
        ))}
        {isBlind && (
          <ReasonedButton
            size="sm"
            variant="subtle"
            color="gray"
            reason={null}
            loading={isPending && variables === 'skipped'}
            onClick={() => isPending || vote('skipped')}
          >
            {t('vote.skip')}
          </ReasonedButton>
        )}
      </Group>
    </div>
  )
}
