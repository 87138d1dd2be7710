import { beginPasskeyLogin, passkeyLogin } from '@heddle/contracts/auth/second-factor'
import { Button, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { askForPasskey } from '#entities/auth/second-factor/passkeys.ts'
import { useFactorError } from '#entities/auth/second-factor/use-factor-error.ts'
import { call } from '#shared/api/client.ts'
import { readLastMethod } from '../login-methods.ts'
import { useBeginSession } from '../use-sign-in.ts'

type PasskeyLoginProps = { className?: string | undefined; onSignedIn: () => void }

/** Signs in with a passkey alone, without a name. */
export function PasskeyLogin({ className, onSignedIn }: PasskeyLoginProps) {
  const { t } = useTranslation('factor')
  const beginSession = useBeginSession()
  const signIn = useMutation({
    mutationFn: async () => {
      const { challenge_id: id, options } = await call(beginPasskeyLogin, { body: {} })
      const tokens = await call(passkeyLogin, { body: { challenge_id: id, passkey: await askForPasskey(options) } })
      // The form below the button stays the one that was used last.
      await beginSession(readLastMethod() ?? 'email', tokens)
    },
    onSuccess: onSignedIn,
    meta: { silent: true },
  })
  const error = useFactorError(signIn.error)
  return (
    <Stack gap={6}>
      <Button
        variant="default"
        size="md"
        fullWidth
        className={className}
        leftSection={<IconFingerprint size={18} stroke={1.7} aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {t('passkey.signIn')}
      </Button>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}
