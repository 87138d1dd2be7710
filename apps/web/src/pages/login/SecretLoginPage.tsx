import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { LanguageCorner } from '#features/auth/LanguageCorner.tsx'
import { LoginCard } from '#features/auth/LoginCard.tsx'
import { LoginForm } from '#features/auth/LoginForm.tsx'
import { safeNext } from '#shared/paths.ts'

const account = { key: 'account', type: 'account', label: null } as const

/** The account login for those who know its address: also where the public screen offers other ways only. */
export function SecretLoginPage() {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const next = safeNext(useSearchParams()[0].get('next'))
  usePageTitle(t('title'))
  return (
    <LoginCard corner={<LanguageCorner />}>
      <LoginForm method={account} onSignedIn={() => void navigate(next, { replace: true })} />
    </LoginCard>
  )
}
