import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { useKnownConfig } from '#entities/system/config.queries.ts'
import { isCallback, resolveWantedPage } from '#entities/auth/wanted-page.ts'
import { LoginCard } from '#features/auth/LoginCard.tsx'
import { LoginMethods } from '#features/auth/LoginMethods.tsx'
import { SignInLanguage } from '#features/auth/SignInLanguage.tsx'
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
  const methods = useKnownConfig()?.login_methods
  const comesBack = product !== undefined && isCallback(search)
  usePageTitle(t('title'))
  const handleSignedIn = () => void navigate(next, { replace: true })

  return (
    <LoginCard corner={<SignInLanguage />}>
      <Suspense fallback={<PageLoader />}>
        {comesBack ? (
          <OidcCallback product={product} sent={search.toString()} next={next} />
        ) : !methods ? (
          <PageLoader />
        ) : product === undefined ? (
          <LoginMethods methods={methods} next={next} onSignedIn={handleSignedIn} />
        ) : (
          <SsoLogin product={product} methods={methods} next={next} onSignedIn={handleSignedIn} />
        )}
      </Suspense>
    </LoginCard>
  )
}
