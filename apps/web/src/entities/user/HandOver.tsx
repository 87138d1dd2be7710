import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyPassword } from './CopyPassword.tsx'

type HandOverProps = { login: string; password: string; onClose: () => void; actions?: ReactNode }

/** Shows a new password once, for the administrator to pass on. */
export function HandOver({ login, password, onClose, actions }: HandOverProps) {
  const { t } = useTranslation('user')
  return (
    <Stack gap="md">
      <Alert variant="light" color="brand" icon={<IconKey />}>
        {t('password.once')}
      </Alert>
      {login && <TextInput readOnly label={login.includes('@') ? t('field.email') : t('field.account')} value={login} />}
      <TextInput
        readOnly
        label={t('field.newPassword')}
        value={password}
        rightSection={<CopyPassword password={password} />}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end" gap="xs">
        {actions}
        <Button data-autofocus onClick={onClose}>
          {t('password.close')}
        </Button>
      </Group>
    </Stack>
  )
}
