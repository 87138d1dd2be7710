import { beginPasskeyAtSignIn, beginTotpAtSignIn, finishPasskeyAtSignIn, finishTotpAtSignIn } from '@heddle/contracts/auth/second-factor'
import { Stack, Text } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AuthenticatorSetup } from '#entities/auth/second-factor/AuthenticatorSetup.tsx'
import { createPasskey } from '#entities/auth/second-factor/passkeys.ts'
import { RecoveryCodes } from '#entities/auth/second-factor/RecoveryCodes.tsx'
import { useFactorError } from '#entities/auth/second-factor/use-factor-error.ts'
import { call } from '#shared/api/client.ts'
import { ActionCard, ActionCards } from '#shared/ui/buttons/ActionCard.tsx'
import type { StepProps } from './VerificationStep.tsx'

/** Sets up the first factor, which the tenant asks for, and shows its recovery codes before the session begins. */
export function EnrolmentStep({ challenge, onTokens, onEnrolled }: StepProps) {
  const { t } = useTranslation('factor')
  const key = useMutation({
    mutationFn: () => call(beginTotpAtSignIn, { body: { challenge_id: challenge.id } }),
    meta: { silent: true },
  })
  const app = useMutation({
    mutationFn: (given: { challenge_id: string; totp: string }) =>
      call(finishTotpAtSignIn, { body: { ...given, name: t('authenticator.name') } }),
    onSuccess: onEnrolled,
    meta: { silent: true },
  })
  const passkey = useMutation({
    mutationFn: async () => {
      const { challenge_id: id, options } = await call(beginPasskeyAtSignIn, { body: { challenge_id: challenge.id } })
      return call(finishPasskeyAtSignIn, { body: { challenge_id: id, passkey: await createPasskey(options), name: t('passkey.name') } })
    },
    onSuccess: onEnrolled,
    meta: { silent: true },
  })
  const start = useMutation({ mutationFn: onTokens })
  const problem = useFactorError(key.error ?? passkey.error)
  const codeError = useFactorError(app.error)

  const enrolled = app.data ?? passkey.data
  if (enrolled) return <RecoveryCodes codes={enrolled.recovery_codes ?? []} onKept={() => start.mutate(enrolled.tokens)} />
  if (key.data) {
    const { challenge_id: id, secret, otpauth_uri: uri } = key.data
    return (
      <AuthenticatorSetup
        secret={secret}
        uri={uri}
        isConfirming={app.isPending}
        error={codeError}
        onConfirm={(totp) => app.mutate({ challenge_id: id, totp })}
        onCancel={key.reset}
      />
    )
  }
  return (
    <Stack gap="md">
      <Text size="sm">{t('enrol.required')}</Text>
      <ActionCards>
        {challenge.methods.includes('totp') && (
          <ActionCard icon={IconDeviceMobile} title={t('authenticator.add')} hint={t('authenticator.hint')} onClick={() => key.mutate()} />
        )}
        {challenge.methods.includes('passkey') && (
          <ActionCard icon={IconFingerprint} title={t('passkey.add')} hint={t('passkey.hint')} onClick={() => passkey.mutate()} />
        )}
      </ActionCards>
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}
