import type { beginTotpEnrolment } from '@heddle/contracts/auth/second-factor'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import { useTranslation } from 'react-i18next'
import { AuthenticatorSetup } from '#entities/auth/second-factor/AuthenticatorSetup.tsx'
import { useFactorError } from '#entities/auth/second-factor/use-factor-error.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import type { MeDialogProps } from '../PasswordDialog.tsx'
import { useFinishAuthenticator } from './second-factor.queries.ts'

type AuthenticatorDialogProps = MeDialogProps & {
  given: EndpointResponse<typeof beginTotpEnrolment>
  onAdded: (recoveryCodes: readonly string[] | null) => void
}

export function AuthenticatorDialog({ given, onAdded, onClose, ...rest }: AuthenticatorDialogProps) {
  const { t } = useTranslation('factor')
  const finish = useFinishAuthenticator()
  const error = useFactorError(finish.error)

  function handleConfirm(totp: string) {
    finish.mutate(
      { challenge_id: given.challenge_id, totp, name: t('authenticator.name') },
      { onSuccess: ({ recovery_codes: codes }) => onAdded(codes) },
    )
  }

  return (
    <Dialog title={t('authenticator.add')} maxWidth={520} persistent isBusy={finish.isPending} onClose={onClose} {...rest}>
      <AuthenticatorSetup
        secret={given.secret}
        uri={given.otpauth_uri}
        isConfirming={finish.isPending}
        error={error}
        onConfirm={handleConfirm}
        onCancel={onClose}
      />
    </Dialog>
  )
}
