import { Suspense, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'
import { UserMessage } from '../message/UserMessage.tsx'
import { useFollowEnd } from '../thread/use-follow-end.ts'
import classes from './AssistantTrial.module.css'
import { TrialReply } from './TrialReply.tsx'
import type { TrialTurn } from './use-trial.ts'

/** The questions and replies of a trial; follows the end while the reader is there. */
export function TrialConversation({ turns }: { turns: readonly TrialTurn[] }) {
  const { t } = useTranslation('trial')
  const { scroller, content, toEnd } = useFollowEnd('end')

  // A new question scrolls to the end.
  useLayoutEffect(() => {
    toEnd()
  }, [turns.length, toEnd])

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={t('conversation')}
    >
      <div ref={content} className={classes.turns}>
        {turns.map((turn) => (
          <div key={turn.id} className={classes.turn}>
            <UserMessage content={turn.question} />
            <Suspense fallback={<PageLoader />}>
              <TrialReply turn={turn} />
            </Suspense>
          </div>
        ))}
      </div>
    </div>
  )
}
