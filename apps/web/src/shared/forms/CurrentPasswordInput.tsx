import { limits } from '@heddle/contracts/limits'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The current password, which a user enters to change their own sign-in data. */
export function CurrentPasswordInput(props: PasswordInputProps) {
  const { t } = useTranslation('settings')
  return (
    <PasswordInput
      label={t('password.current')}
      autoComplete="current-password"
      maxLength={limits.passwordCharacters.max}
      visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
      {...props}
      // Mantine sets it on its other inputs only.
      aria-invalid={Boolean(props.error)}
    />
  )
}
