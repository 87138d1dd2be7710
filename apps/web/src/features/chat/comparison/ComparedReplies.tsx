import type { Message } from '@heddle/contracts/message/message'
import type { Comparison } from '@heddle/contracts/reply/comparison'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { runShortcut } from '#shared/shortcuts/shortcuts.ts'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'
import { AssistantMessage } from '../message/AssistantMessage.tsx'
import { MessageActionsContext } from '../message/message-actions.ts'
import { ReplyEnd } from '../message/ReplyEnd.tsx'
import { findComparedStore } from '../reply/comparisons.ts'
import type { ReplyStore } from '../reply/reply-store.ts'
import classes from './ComparedReplies.module.css'
import type { ShownComparison } from './use-comparison.ts'
import { bestVotes, letters, useGoOn } from './vote.queries.ts'
import { VoteBar } from './VoteBar.tsx'

type ComparedRepliesProps = {
  shown: ShownComparison
  /** Follows the reply on the shown path. */
  store: ReplyStore
}

/** The replies to one question beside each other, or below one another on a phone, each as it is made. */
export function ComparedReplies({ shown: { chat, last, comparison }, store }: ComparedRepliesProps) {
  const { t } = useTranslation('comparison')
  const goOn = useGoOn(chat)
  if (comparison === null) return <PageLoader />
  const { candidates, is_open: isOpen, is_blind: isBlind } = comparison
  const isRunning = candidates.some(({ reply }) => reply?.status === 'generating')
  // Until the vote nothing may tell who made a reply, so none is gone on with.
  const mayGoOn = !isRunning && !(isBlind && isOpen)

  function handleGoOn(reply: Message) {
    goOn.mutate(reply)
    runShortcut('composer')
  }

  return (
    <section className={classes.root} data-compared aria-label={t('thread.title')}>
      {/* The actions of a message are for the one on the shown path. */}
      <MessageActionsContext value={null}>
        <div className={classes.columns} data-count={candidates.length}>
          {candidates.map((candidate, index) => {
            const isChosen = !isRunning && !isOpen && candidate.reply?.id === last.id
            // A vote for it has gone on with it.
            const isBest = isChosen && comparison.vote === bestVotes[index]
            return (
              <Column
                key={index}
                candidate={candidate}
                letter={letters[index] ?? ''}
                chat={chat}
                store={store}
                isChosen={isChosen}
                onGoOn={mayGoOn && !isBest ? handleGoOn : null}
              />
            )
          })}
        </div>
      </MessageActionsContext>
      {isRunning ? null : <VoteBar chat={chat} comparison={comparison} />}
      <VisuallyHidden role="status">{isRunning ? t('thread.running') : t('thread.ended')}</VisuallyHidden>
    </section>
  )
}

type ColumnProps = {
  candidate: Comparison['candidates'][number]
  letter: string
  chat: ShownComparison['chat']
  store: ReplyStore
  isChosen: boolean
  /** Null while none can be gone on with. */
  onGoOn: ((reply: Message) => void) | null
}

function Column({ candidate: { reply, error }, letter, chat, store, isChosen, onGoOn }: ColumnProps) {
  const { t } = useTranslation('comparison')
  const localized = useLocalized()
  const queryClient = useQueryClient()
  const headingId = useId()
  // A hidden reply has neither a model nor an expert.
  const expert = reply?.assistant ?? (reply?.model ? chat.assistant : null)
  const names = [expert && localized(expert.name), reply?.model?.name].filter(Boolean)
  return (
    <section className={classes.column} aria-labelledby={headingId} data-chosen={isChosen || undefined}>
      <h2 id={headingId} className={classes.heading}>
        <span className={classes.letter}>{letter}</span>
        <span translate="no">{names.join(' · ')}</span>
      </h2>
      <div className={classes.reply}>
        {reply ? (
          <AssistantMessage message={reply} store={findComparedStore(queryClient, reply.id) ?? store} isOwner isCompared />
        ) : error ? (
          <ReplyEnd message={{ status: 'failed', content: '', error }} isOwner />
        ) : (
          <p className={classes.gone}>{t('thread.gone')}</p>
        )}
      </div>
      {reply && onGoOn && reply.content !== '' && (
        <Button
          className={classes.goOn}
          size="xs"
          variant={isChosen ? 'light' : 'default'}
          rightSection={<IconArrowRight size={14} aria-hidden />}
          aria-describedby={headingId}
          onClick={() => onGoOn(reply)}
        >
          {t('thread.goOn')}
        </Button>
      )}
    </section>
  )
}
