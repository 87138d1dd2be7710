import { limits } from '@heddle/contracts/limits'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Asks who changes something of their own for the password that they have now. */
export function CurrentPasswordInput(props: PasswordInputProps) {
  const { t } = useTranslation('settings')
  return (
    <PasswordInput
      label={t('password.current')}
      autoComplete="current-password"
      maxLength={limits.passwordCharacters.max}
      visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
      {...props}
      // Mantine's other inputs say by themselves that they are wrong.
      aria-invalid={Boolean(props.error)}
    />
  )
}
