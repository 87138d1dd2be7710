import { lazy, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useTranslation } from 'react-i18next'
import classes from './Feedback.module.css'
import type { FeedbackState } from './use-feedback.ts'

const FeedbackForm = lazy(async () => ({ default: (await import('./FeedbackForm.tsx')).FeedbackForm }))

/** Below the reply: the form, the acknowledgment, or the error. */
export function FeedbackFollowUp({ feedback }: { feedback: FeedbackState }) {
  const { t } = useTranslation('chat')
  const { stage, rating, hasFailed } = feedback
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
          ) : null}
        </div>
      )}
    </>
  )
}
