import { ActionIcon, Group, TextInput, type TextInputProps, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyPassword } from './CopyPassword.tsx'
import { suggestPassword } from './generate-password.ts'

type PasswordFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange: (password: string) => void }

/** A password that an administrator sets for a user: readable, because it is passed on. */
export function PasswordField({ value, onChange, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation('user')
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      description={t('password.mustChange')}
      rightSectionWidth={76}
      rightSection={
        <Group gap={2} wrap="nowrap">
          <Tooltip label={t('password.generate')}>
            <ActionIcon aria-label={t('password.generate')} onClick={() => onChange(suggestPassword())}>
              <IconRefresh size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <CopyPassword password={value} />
        </Group>
      }
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
