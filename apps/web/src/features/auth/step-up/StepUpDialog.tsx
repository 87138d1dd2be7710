import { beginStepUp, stepUp } from '@heddle/contracts/auth/second-factor'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FactorForm, type FactorMethod, type Proof } from '#entities/auth/second-factor/FactorForm.tsx'
import { askForPasskey, PasskeyError } from '#entities/auth/second-factor/passkeys.ts'
import { useFactorError } from '#entities/auth/second-factor/use-factor-error.ts'
import { call } from '#shared/api/client.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useLogout } from '../use-logout.ts'

async function confirmIdentity(proof: Proof): Promise<void> {
  if (proof.method === 'passkey') {
    // A challenge is good for one answer, so that each try gets its own.
    const { passkey } = await call(beginStepUp)
    if (!passkey) throw new PasskeyError('failed')
    const { challenge_id: id, options } = passkey
    await call(stepUp, { body: { challenge_id: id, passkey: await askForPasskey(options) } })
    return
  }
  const { method, value } = proof
  await call(stepUp, {
    body: method === 'totp' ? { totp: value } : method === 'password' ? { password: value } : { recovery_code: value },
  })
}

/** Asks for the password or a factor before what was asked for goes on. */
export function StepUpDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation('factor')
  const logout = useLogout()
  const options = useQuery({
    queryKey: ['session', 'step-up'],
    queryFn: () => call(beginStepUp),
    gcTime: 0,
    staleTime: Infinity,
    meta: { silent: true },
  })
  const confirmation = useMutation({ mutationFn: confirmIdentity, onSuccess: () => onAnswer(true), meta: { silent: true } })
  const error = useFactorError(confirmation.error)
  const methods = options.data?.methods.filter((method): method is FactorMethod => method !== 'sign_in')

  return (
    <Dialog
      isOpen
      title={t('stepUp.title')}
      maxWidth={420}
      persistent
      isAboveOthers
      isBusy={confirmation.isPending}
      onClose={() => onAnswer(false)}
    >
      <Stack gap="md">
        <Text size="sm">{t(methods?.length === 0 ? 'stepUp.signInHint' : 'stepUp.hint')}</Text>
        <ErrorAlert error={options.error} onRetry={() => void options.refetch()} />
        {options.isPending && <Skeleton height={120} />}
        {methods?.length === 0 && <Button onClick={() => void logout()}>{t('stepUp.signIn')}</Button>}
        {methods && methods.length > 0 && (
          <FactorForm
            methods={methods}
            submitLabel={t('authenticator.confirm')}
            isPending={confirmation.isPending}
            error={error}
            onSubmit={confirmation.mutate}
            onMethodChange={confirmation.reset}
          />
        )}
      </Stack>
    </Dialog>
  )
}
