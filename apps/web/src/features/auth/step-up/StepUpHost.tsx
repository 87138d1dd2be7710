import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { stepUpStore } from '#shared/api/step-up.ts'
import { OverlayBoundary } from '#shared/ui/states/CrashBoundary.tsx'

const StepUpDialog = lazy(async () => ({ default: (await loadWithTexts(() => import('./StepUpDialog.tsx'), 'factor')).StepUpDialog }))

/** Shows the question whether it is still the user, loaded with the first one. */
export function StepUpHost() {
  const question = useSyncExternalStore(stepUpStore.subscribe, stepUpStore.read)
  const { pathname } = useLocation()
  // A question of the page that was left.
  useEffect(() => () => stepUpStore.read()?.answer(false), [pathname])
  return (
    <OverlayBoundary isOpen={question !== null} opening={question} onClose={() => question?.answer(false)}>
      <Suspense>{question && <StepUpDialog onAnswer={question.answer} />}</Suspense>
    </OverlayBoundary>
  )
}
