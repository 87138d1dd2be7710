import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths, resolveNext } from '#shared/paths.ts'
import { SignInProblem, SignInProgress } from './SsoLogin.tsx'
import { holdSignIn, releaseSignIn } from './login-methods.ts'
import { useFinishOidcLogin } from './use-sign-in.ts'

// What a provider sends is good for one sign-in: a second call gets the response of the first.
const finished = new Map<string, Promise<string | null>>()

/** `sent` is the query with which the provider has sent the browser back. */
type OidcCallbackProps = { product: string; sent: string }

/**
 * Ends a sign-in at an OpenID provider. What the provider sent is taken out of the address first, so that neither a reload nor the way
 * back sends it again.
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
        // A reload shows the way in and does not begin the next attempt by itself.
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
