import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths, toNextSearch } from '#shared/paths.ts'
import { SignInProblem, SignInProgress } from './SsoLogin.tsx'
import { holdSignIn, releaseSignIn } from './login-methods.ts'
import { type SignInEnd, useFinishOidcLogin } from './use-sign-in.ts'

// The parameters of a provider are valid once: a second call gets the result of the first.
const finished = new Map<string, Promise<SignInEnd>>()

/** `sent` is the query string of the provider's redirect, `next` the page that was wanted at the beginning. */
type OidcCallbackProps = { product: string; sent: string; next: string; onEnd: (end: SignInEnd) => void }

/**
 * Finishes a sign-in at an OpenID provider. The provider's parameters are removed from the address first, so that neither a reload nor
 * the back button sends them again.
 */
export function OidcCallback({ product, sent, next, onEnd }: OidcCallbackProps) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const finish = useFinishOidcLogin(product)
  const [error, setError] = useState<unknown>(null)
  const handleEnd = useEffectEvent(onEnd)
  const again = paths.ssoLogin(product, toNextSearch(next))

  useEffect(() => {
    window.history.replaceState(window.history.state, '', again)
    const result = finished.get(sent) ?? finish(Object.fromEntries(new URLSearchParams(sent)))
    finished.set(sent, result)
    let isShown = true
    async function follow() {
      try {
        const end = await result
        if (isShown) handleEnd(end)
      } catch (failure) {
        // A reload shows the sign-in page without starting the next attempt.
        holdSignIn()
        if (isShown) setError(failure)
      }
    }
    void follow()
    return () => {
      isShown = false
    }
  }, [again, finish, sent])

  function handleRetry() {
    releaseSignIn()
    void navigate(again, { replace: true })
  }

  if (!error) return <SignInProgress>{t('finishing')}</SignInProgress>
  return <SignInProblem error={error} next={next} onRetry={handleRetry} />
}
