import { IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useTranslation } from 'react-i18next'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import classes from './Feedback.module.css'
import type { FeedbackState } from './use-feedback.ts'

const FeedbackForm = lazy(async () => ({ default: (await import('./FeedbackForm.tsx')).FeedbackForm }))

type FeedbackFollowUpProps = {
  feedback: FeedbackState
  /** Why no question can be asked now; null when one can. */
  askBlocked: string | null
  onAskAgain: () => void
}

/** Below the reply: the form, the acknowledgment, the error, or that the feedback was dealt with. */
export function FeedbackFollowUp({ feedback, askBlocked, onAskAgain }: FeedbackFollowUpProps) {
  const { t } = useTranslation('chat')
  const { stage, rating, hasFailed, isDealtWith } = feedback
  const failure = <p className={classes.failure}>{t('feedback.failed')}</p>
  return (
    <>
      {stage === 'asking' && (
        <ErrorBoundary fallback={failure}>
          <Suspense>
            <FeedbackForm feedback={feedback} />
          </Suspense>
        </ErrorBoundary>
      )}
      {/* Rendered before its text, so that screen readers announce it. */}
      {(rating !== null || hasFailed) && (
        <div role="status">
          {hasFailed ? (
            failure
          ) : stage === 'thanked' ? (
            <p className={classes.thanks}>
              {t('feedback.thanks')}
              <button type="button" className={classes.link} onClick={rating === 'good' ? feedback.removeRating : feedback.ask}>
                {rating === 'good' ? t('feedback.undo') : t('feedback.change')}
              </button>
            </p>
          ) : stage === 'none' && isDealtWith ? (
            <div className={classes.thanks}>
              {t('feedback.dealtWith')}
              <ReasonedButton
                size="compact-sm"
                variant="default"
                leftSection={<IconRefresh size={14} aria-hidden />}
                reason={askBlocked}
                onClick={onAskAgain}
              >
                {t('feedback.askAgain')}
              </ReasonedButton>
            </div>
          ) : null}
        </div>
      )}
    </>
  )
}
