import { limits } from '@heddle/contracts/limits'
import { Password, updateUserEmail } from '@heddle/contracts/user/user'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMe } from '#entities/auth/session.queries.ts'
import { CurrentPasswordInput } from '#shared/forms/CurrentPasswordInput.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { useUpdateEmail } from './me.queries.ts'
import type { MeDialogProps } from './PasswordDialog.tsx'

export function EmailDialog(props: MeDialogProps) {
  const { t } = useTranslation('settings')
  const me = useMe()
  const update = useUpdateEmail(me.id)
  const form = useContractForm({
    schema: updateUserEmail.schema.body.extend({ current_password: Password }),
    initialValues: { email: me.email, current_password: '' },
    fieldOfCode: { AUTH_PASSWORD_FAILED_TO_UPDATE: 'current_password' },
    onSubmit: async (body) => {
      await update.mutateAsync(body)
      notify({ kind: 'success', message: t('email.changed'), timeout: 1_500 })
      props.onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('email.change')} maxWidth={440} {...props}>
      <TextInput
        label={t('field.email')}
        description={t('email.hint')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.emailCharacters}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <CurrentPasswordInput {...form.getInputProps('current_password')} />
    </FormDialog>
  )
}
