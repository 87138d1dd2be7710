import { Password, updateUserEmail, type User } from '@heddle/contracts/user/user'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMe } from '#entities/auth/session.queries.ts'
import { CurrentPasswordInput } from '#shared/forms/CurrentPasswordInput.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { useUpdateUserEmail } from '../users.queries.ts'

/** Mount a new one for each opening. */
export function EmailDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('user')
  const update = useUpdateUserEmail(user.id)
  const isOwn = useMe().id === user.id
  const { body } = updateUserEmail.schema
  const form = useContractForm({
    schema: isOwn ? body.extend({ current_password: Password }) : body.omit({ current_password: true }),
    initialValues: isOwn ? { email: user.email, current_password: '' } : { email: user.email },
    fieldOfCode: { AUTH_PASSWORD_FAILED_TO_UPDATE: 'current_password' },
    onSubmit: async (change) => {
      await update.mutateAsync(change)
      notify({ kind: 'success', message: t('detail.saved'), timeout: 1_500 })
      onClose()
    },
  })
  return (
    <FormDialog form={form} isOpen title={t('detail.changeEmail')} maxWidth={440} onClose={onClose}>
      <TextInput
        type="email"
        label={t('field.email')}
        description={t('detail.emailHint')}
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      {isOwn && <CurrentPasswordInput {...form.getInputProps('current_password')} />}
    </FormDialog>
  )
}
