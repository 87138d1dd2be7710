import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { LoginCard } from '#features/auth/LoginCard.tsx'
import { LoginForm } from '#features/auth/LoginForm.tsx'
import { SignInLanguage } from '#features/auth/SignInLanguage.tsx'
import { SignInSteps } from '#features/auth/SignInSteps.tsx'
import { resolveNext } from '#shared/paths.ts'

const account = { key: 'account', type: 'account', label: null } as const

/** The sign-in by account at an unlinked address, also when the tenant hides it from the public page. */
export function SecretLoginPage() {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const next = resolveNext(useSearchParams()[0].get('next'))
  usePageTitle(t('title'))
  return (
    <LoginCard corner={<SignInLanguage />}>
      <SignInSteps onSignedIn={() => void navigate(next, { replace: true })}>
        {(onEnd) => <LoginForm method={account} onEnd={onEnd} />}
      </SignInSteps>
    </LoginCard>
  )
}
