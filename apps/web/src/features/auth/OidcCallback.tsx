import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths, resolveNext } from '#shared/paths.ts'
import { SignInProblem, SignInProgress } from './SsoLogin.tsx'
import { holdSignIn, releaseSignIn } from './login-methods.ts'
import { useFinishOidcLogin } from './use-sign-in.ts'

// The parameters of a provider are valid once: a second call gets the result of the first.
const finished = new Map<string, Promise<string | null>>()

/** `sent` is the query string of the provider's redirect. */
type OidcCallbackProps = { product: string; sent: string }

/**
 * Finishes a sign-in at an OpenID provider. The provider's parameters are removed from the address first, so that neither a reload nor
 * the back button sends them again.
 */
export function OidcCallback({ product, sent }: OidcCallbackProps) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const finish = useFinishOidcLogin(product)
  const [error, setError] = useState<unknown>(null)

  useEffect(() => {
    window.history.replaceState(window.history.state, '', paths.ssoLogin(product))
    const result = finished.get(sent) ?? finish(Object.fromEntries(new URLSearchParams(sent)))
    finished.set(sent, result)
    let isShown = true
    async function follow() {
      try {
        const next = await result
        if (isShown) void navigate(resolveNext(next), { replace: true })
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
  }, [finish, navigate, product, sent])

  function handleRetry() {
    releaseSignIn()
    void navigate(paths.ssoLogin(product), { replace: true })
  }

  if (!error) return <SignInProgress>{t('finishing')}</SignInProgress>
  return <SignInProblem error={error} next={paths.home()} onRetry={handleRetry} />
}
