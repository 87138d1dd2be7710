import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'
import type { SignInEnd } from './use-sign-in.ts'

const SecondStep = lazy(async () => ({
  default: (await loadWithTexts(() => import('./second-factor/SecondStep.tsx'), 'factor')).SecondStep,
}))

type SignInStepsProps = {
  /** `next`: the page that the service leads to, of a sign-in at a provider. */
  onSignedIn: (next?: string | null) => void
  /** Called when a second step ended without a sign-in. */
  onRestart?: () => void
  /** The first step, which calls the given function at its end. */
  children: (onFirstStep: (end: SignInEnd) => void) => ReactNode
}

/** The steps of a sign-in. The first one stays behind the second, so that it is as it was left when that one has to begin again. */
export function SignInSteps({ onSignedIn, onRestart, children }: SignInStepsProps) {
  const [open, setOpen] = useState<Extract<SignInEnd, { challenge: unknown }> | null>(null)
  const first = useRef<HTMLDivElement>(null)

  function handleFirstStep(end: SignInEnd) {
    if (end.challenge) setOpen(end)
    else onSignedIn(end.next)
  }

  const handleRestart = useCallback(() => {
    // Shown at once: what is hidden takes no focus.
    flushSync(() => setOpen(null))
    onRestart?.()
    first.current?.querySelector<HTMLElement>('input[type="password"], button')?.focus()
  }, [onRestart])

  return (
    <>
      <div ref={first} hidden={open !== null}>
        {children(handleFirstStep)}
      </div>
      {open && (
        <Suspense fallback={<PageLoader />}>
          <SecondStep method={open.method} challenge={open.challenge} onSignedIn={() => onSignedIn(open.next)} onRestart={handleRestart} />
        </Suspense>
      )}
    </>
  )
}
