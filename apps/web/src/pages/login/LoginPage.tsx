import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { LanguageCorner } from '#features/auth/LanguageCorner.tsx'
import { LoginCard } from '#features/auth/LoginCard.tsx'
import { LoginForm, type LoginVariant } from '#features/auth/LoginForm.tsx'
import { useConfig } from '#shared/config/config.queries.ts'
import { usePageTitle } from '#shared/hooks/use-page-title.ts'
import { safeNext } from '#shared/paths.ts'
import { isSignedIn } from '#shared/session/session-storage.ts'

export function LoginPage() {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const { product } = useParams()
  const next = safeNext(useSearchParams()[0].get('next'))
  const methods = useConfig().login_methods.flatMap(({ type }) => (type === 'email' || type === 'account' ? [type] : []))
  const [chosen, setChosen] = useState<LoginVariant | null>(null)
  const [wasSignedIn] = useState(isSignedIn)
  usePageTitle(t('title'))
  const variant = chosen ?? methods[0] ?? 'email'
  const otherVariant = methods.find((method) => method !== variant)

  if (wasSignedIn) return <Navigate to={next} replace />
  return (
    <LoginCard corner={<LanguageCorner />}>
      {product && (
        <Text size="sm" mb="lg" p="sm" bg="var(--surface-quiet)" bdrs="md">
          {t('ssoUnavailable', { product })}
        </Text>
      )}
      <LoginForm key={variant} variant={variant} onSignedIn={() => void navigate(next, { replace: true })} />
      {otherVariant && (
        <Button variant="subtle" color="gray" fullWidth mt="sm" onClick={() => setChosen(otherVariant)}>
          {t(`instead.${otherVariant}`)}
        </Button>
      )}
    </LoginCard>
  )
}
