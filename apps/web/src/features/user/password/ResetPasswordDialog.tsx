import { resetPassword, type User } from '@heddle/contracts/user/user'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { suggestPassword } from '#entities/user/generate-password.ts'
import { HandOver } from '#entities/user/HandOver.tsx'
import { PasswordField } from '#entities/user/PasswordField.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { useUserName } from '../user-name.ts'
import { useResetPassword } from '../users.queries.ts'

type ResetPasswordDialogProps = { user: User; onClose: () => void }

/** Mount a new one for each opening. */
export function ResetPasswordDialog({ user, onClose }: ResetPasswordDialogProps) {
  const { t } = useTranslation('user')
  const name = useUserName()(user)
  const reset = useResetPassword(user.id)
  const [handedOver, setHandedOver] = useState<string | null>(null)
  const [proposed] = useState(suggestPassword)
  const form = useContractForm({
    schema: resetPassword.schema.body,
    initialValues: { password: proposed },
    onSubmit: async ({ password }) => {
      await reset.mutateAsync(password)
      setHandedOver(password)
    },
  })

  if (handedOver !== null) {
    return (
      <Dialog isOpen title={t('reset.done', { name })} maxWidth={480} persistent onClose={onClose}>
        <HandOver login={user.email || user.account || ''} password={handedOver} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <FormDialog form={form} isOpen title={t('reset.title', { name })} submitLabel={t('reset.submit')} maxWidth={480} onClose={onClose}>
      <Text size="sm">{t('reset.hint', { name })}</Text>
      <PasswordField label={t('field.newPassword')} data-autofocus {...form.getInputProps('password')} value={form.values.password} />
    </FormDialog>
  )
}
