import type { LoginMethod } from '@heddle/contracts/tenant/login-method'
import { Button, Loader, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError } from '#shared/api/errors.ts'
import { paths, toNextSearch } from '#shared/paths.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { isSignInHeld, isForm } from './login-methods.ts'
import { LoginForm } from './LoginForm.tsx'
import { useMethodName } from './use-method-name.ts'
import { type SignInEnd, useLeaveForProvider } from './use-sign-in.ts'

export function SignInProgress({ children }: { children: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py="md" role="status">
      <Loader size="sm" type="dots" aria-hidden />
      <Text c="dimmed" ta="center">
        {children}
      </Text>
    </Stack>
  )
}

/** The error of a sign-in, with links to retry and to the other methods. */
export function SignInProblem({ error, next, onRetry }: { error: unknown; next: string; onRetry?: () => void }) {
  const { t } = useTranslation('auth')
  return (
    <Stack gap="sm">
      <ErrorAlert error={error} />
      {onRetry && (
        <Button size="md" fullWidth onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      )}
      <OtherWays next={next} isOnly={!onRetry} />
    </Stack>
  )
}

function OtherWays({ next, isOnly = false }: { next: string; isOnly?: boolean }) {
  const { t } = useTranslation('auth')
  return (
    <Button
      component={Link}
      to={paths.login(toNextSearch(next))}
      variant={isOnly ? 'filled' : 'subtle'}
      color={isOnly ? undefined : 'gray'}
      size="md"
      fullWidth
    >
      {t('otherWays')}
    </Button>
  )
}

/** Redirects to the provider immediately, unless the sign-in waits for a click. */
function ProviderLogin({ method, next }: { method: LoginMethod; next: string }) {
  const { t } = useTranslation('auth')
  const name = useMethodName()(method)
  const [isHeld, setHeld] = useState(isSignInHeld)
  const { leave, error, forgetError } = useLeaveForProvider({ instead: true })

  const hasBegun = useRef(false)

  // Starts once, also in strict mode: the cookie of a second sign-in would replace the first one's.
  useEffect(() => {
    if (isHeld || hasBegun.current) return
    hasBegun.current = true
    leave({ method, next })
  }, [isHeld, leave, method, next])

  if (error) {
    const handleRetry = () => {
      forgetError()
      leave({ method, next })
    }
    return <SignInProblem error={error} next={next} onRetry={handleRetry} />
  }
  if (!isHeld) return <SignInProgress>{t('leavingFor', { name })}</SignInProgress>
  return (
    <Stack gap="sm">
      <Text>{t('held')}</Text>
      <Button size="md" fullWidth mt="xs" onClick={() => setHeld(false)}>
        {t('continueWith', { name })}
      </Button>
      <OtherWays next={next} />
    </Stack>
  )
}

type SsoLoginProps = { product: string; methods: readonly LoginMethod[]; next: string; onEnd: (end: SignInEnd) => void }

/** One sign-in method by its address. */
export function SsoLogin({ product, methods, next, onEnd }: SsoLoginProps) {
  const formatMethodName = useMethodName()
  const method = methods.find(({ key }) => key === product)
  const [unknown] = useState(() => new ApiError(404, 'AUTH_EXTERNAL_LOGIN_NOT_FOUND', ''))
  if (!method) return <SignInProblem error={unknown} next={next} />
  if (!isForm(method)) return <ProviderLogin key={product} method={method} next={next} />
  return (
    <Stack gap="sm">
      <Text fw={600}>{formatMethodName(method)}</Text>
      <LoginForm key={product} method={method} onEnd={onEnd} />
      <OtherWays next={next} />
    </Stack>
  )
}
