import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { notify } from '#shared/notify/notify.ts'
import { PasswordFields } from './PasswordFields.tsx'
import { usePasswordForm } from './use-password-form.ts'

export type MeDialogProps = { isOpen: boolean; onClose: () => void; onClosed: () => void }

export function PasswordDialog(props: MeDialogProps) {
  const { t } = useTranslation('settings')
  const form = usePasswordForm(() => {
    notify({ kind: 'success', message: t('password.changed') })
    props.onClose()
  })
  return (
    <FormDialog form={form} title={t('password.change')} submitLabel={t('password.change')} maxWidth={440} {...props}>
      <Text size="sm" c="dimmed">
        {t('password.endsOthers')}
      </Text>
      <PasswordFields form={form} />
    </FormDialog>
  )
}
