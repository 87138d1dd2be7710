import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { useKnownConfig } from '#entities/config/config.queries.ts'
import { LanguageCorner } from '#features/auth/LanguageCorner.tsx'
import { isCallback } from '#features/auth/login-methods.ts'
import { LoginCard } from '#features/auth/LoginCard.tsx'
import { LoginMethods } from '#features/auth/LoginMethods.tsx'
import { isSignedIn } from '#shared/api/session-storage.ts'
import { resolveNext } from '#shared/paths.ts'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'

const OidcCallback = lazy(async () => ({ default: (await import('#features/auth/OidcCallback.tsx')).OidcCallback }))
const SsoLogin = lazy(async () => ({ default: (await import('#features/auth/SsoLogin.tsx')).SsoLogin }))

/** All sign-in methods; with a `product` only that one. An OpenID provider returns to this page. */
export function LoginPage() {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const { product } = useParams()
  const [search] = useSearchParams()
  const next = resolveNext(search.get('next'))
  const methods = useKnownConfig()?.login_methods
  const comesBack = product !== undefined && isCallback(search)
  const [wasSignedIn] = useState(isSignedIn)
  usePageTitle(t('title'))
  const handleSignedIn = () => void navigate(next, { replace: true })

  if (wasSignedIn && !comesBack) return <Navigate to={next} replace />
  return (
    <LoginCard corner={<LanguageCorner />}>
      <Suspense fallback={<PageLoader />}>
        {comesBack ? (
          <OidcCallback product={product} sent={search.toString()} />
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
