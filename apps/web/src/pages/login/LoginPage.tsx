import { lazy, Suspense, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { useKnownConfig } from '#entities/system/config.queries.ts'
import { isCallback, resolveWantedPage } from '#entities/auth/wanted-page.ts'
import { LoginCard } from '#features/auth/LoginCard.tsx'
import { holdSignIn } from '#features/auth/login-methods.ts'
import { LoginMethods } from '#features/auth/LoginMethods.tsx'
import { SignInLanguage } from '#features/auth/SignInLanguage.tsx'
import { SignInSteps } from '#features/auth/SignInSteps.tsx'
import { paths, resolveNext, toNextSearch } from '#shared/paths.ts'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'

const OidcCallback = lazy(async () => ({ default: (await import('#features/auth/OidcCallback.tsx')).OidcCallback }))
const SsoLogin = lazy(async () => ({ default: (await import('#features/auth/SsoLogin.tsx')).SsoLogin }))

/** All sign-in methods; with a `product` only that one. An OpenID provider returns to this page. */
export function LoginPage() {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const { product } = useParams()
  const [search] = useSearchParams()
  const next = resolveWantedPage(search)
  const config = useKnownConfig()
  const comesBack = product !== undefined && isCallback(search)
  usePageTitle(t('title'))

  const handleRestart = useCallback(() => {
    if (!comesBack) return
    // The provider's parameters are used up: its sign-in begins again, with a click.
    holdSignIn()
    void navigate(paths.ssoLogin(product, toNextSearch(next)), { replace: true })
  }, [comesBack, navigate, next, product])

  return (
    <LoginCard corner={<SignInLanguage />}>
      <SignInSteps
        onSignedIn={(sent) => void navigate(sent === undefined ? next : resolveNext(sent), { replace: true })}
        onRestart={handleRestart}
      >
        {(onEnd) => (
          <Suspense fallback={<PageLoader />}>
            {comesBack ? (
              <OidcCallback product={product} sent={search.toString()} next={next} onEnd={onEnd} />
            ) : !config ? (
              <PageLoader />
            ) : product === undefined ? (
              <LoginMethods methods={config.login_methods} offersPasskey={config.passkey_login} next={next} onEnd={onEnd} />
            ) : (
              <SsoLogin product={product} methods={config.login_methods} next={next} onEnd={onEnd} />
            )}
          </Suspense>
        )}
      </SignInSteps>
    </LoginCard>
  )
}
