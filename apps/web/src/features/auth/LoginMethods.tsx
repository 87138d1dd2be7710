import type { LoginMethod } from '@heddle/contracts/tenant/login-method'
import { Button, Stack, Text } from '@mantine/core'
import { IconId, IconLogin2, IconMail, IconUser } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { lazyExtra } from '#shared/lazy-extra.ts'
import classes from './LoginMethods.module.css'
import { LoginForm } from './LoginForm.tsx'
import { arrangeMethods, isForm, readLastMethod } from './login-methods.ts'
import { useMethodName } from './use-method-name.ts'
import { type SignInEnd, useLeaveForProvider } from './use-sign-in.ts'

const icons = { email: IconMail, account: IconUser, member: IconId, ldap: IconId, oidc: IconLogin2 }

const PasskeyLogin = lazyExtra(async () => (await loadWithTexts(() => import('./second-factor/PasskeyLogin.tsx'), 'factor')).PasskeyLogin)

type LoginMethodsProps = {
  methods: readonly LoginMethod[]
  /** Whether a passkey alone is enough. */
  offersPasskey: boolean
  next: string
  onEnd: (end: SignInEnd) => void
}

/** The sign-in methods of the tenant: one open, the others as buttons below. */
export function LoginMethods({ methods, offersPasskey, next, onEnd }: LoginMethodsProps) {
  const { t } = useTranslation('auth')
  const formatMethodName = useMethodName()
  const [chosen, setChosen] = useState<string | null>(null)
  const [last] = useState(readLastMethod)
  const provider = useLeaveForProvider()
  const { primary, others } = arrangeMethods(methods, chosen, last)
  const [leavingFor, setLeavingFor] = useState<string | null>(null)

  function leaveFor(method: LoginMethod) {
    setLeavingFor(method.key)
    provider.leave({ method, next })
  }

  if (!primary) return null
  const isLeavingFor = (method: LoginMethod) => provider.isLeaving && leavingFor === method.key
  return (
    <>
      {primary.label && isForm(primary) && (
        <Text fw={600} mb="sm">
          {formatMethodName(primary)}
        </Text>
      )}
      {isForm(primary) ? (
        <LoginForm key={primary.key} method={primary} onEnd={onEnd} />
      ) : (
        <Button size="md" fullWidth className={classes.way} loading={isLeavingFor(primary)} onClick={() => leaveFor(primary)}>
          {t('continueWith', { name: formatMethodName(primary) })}
        </Button>
      )}
      {(others.length > 0 || offersPasskey) && (
        <>
          <div className={classes.or}>{t('or')}</div>
          <Stack gap="xs">
            {offersPasskey && (
              <Suspense fallback={<div className={classes.room} />}>
                <PasskeyLogin className={classes.way} onSignedIn={() => onEnd({})} />
              </Suspense>
            )}
            {others.map((method) => {
              const Icon = icons[method.type]
              return (
                <Button
                  key={method.key}
                  variant="default"
                  size="md"
                  fullWidth
                  className={classes.way}
                  leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
                  loading={isLeavingFor(method)}
                  disabled={provider.isLeaving && !isLeavingFor(method)}
                  onClick={() => (isForm(method) ? setChosen(method.key) : leaveFor(method))}
                >
                  {t('continueWith', { name: formatMethodName(method) })}
                </Button>
              )
            })}
          </Stack>
        </>
      )}
    </>
  )
}
