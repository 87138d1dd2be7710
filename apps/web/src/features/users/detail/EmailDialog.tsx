import { updateUserEmail, type User } from '@heddle/contracts/user'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { useUpdateUserEmail } from '../users.queries.ts'

/** Mount it anew for each opening. */
export function EmailDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('user')
  const update = useUpdateUserEmail(user.id)
  const form = useContractForm({
    schema: updateUserEmail.schema.body,
    initialValues: { email: user.email },
    onSubmit: async ({ email }) => {
      await update.mutateAsync(email)
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
    </FormDialog>
  )
}
