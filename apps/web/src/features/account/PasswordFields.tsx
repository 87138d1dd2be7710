import { limits } from '@heddle/contracts/limits'
import { PasswordInput, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMe } from '#entities/auth/session.queries.ts'
import { CurrentPasswordInput } from '#shared/forms/CurrentPasswordInput.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'
import type { PasswordFormReturn } from './use-password-form.ts'

/** The current password, the new one and the new one again. */
export function PasswordFields({ form, size }: { form: PasswordFormReturn; size?: 'md' }) {
  const { t } = useTranslation('settings')
  const me = useMe()
  const common = {
    size,
    maxLength: limits.passwordCharacters.max,
    visibilityToggleButtonProps: { 'aria-label': t('password.show'), tabIndex: 0 },
  }
  // Mantine sets it on its other inputs only.
  const getFieldProps = (field: string) => ({ ...common, ...form.getInputProps(field), 'aria-invalid': form.errors[field] !== undefined })
  return (
    <>
      {/* The user name, for the browser's password manager. */}
      <VisuallyHidden>
        <input type="text" autoComplete="username" value={me.account ?? me.email} readOnly tabIndex={-1} aria-hidden />
      </VisuallyHidden>
      <CurrentPasswordInput size={size} data-autofocus {...form.getInputProps('current_password')} />
      <div>
        <PasswordInput label={t('password.new')} autoComplete="new-password" {...getFieldProps('new_password')} />
        <PasswordStrength password={form.getValues().new_password} />
      </div>
      <PasswordInput label={t('password.again')} autoComplete="new-password" {...getFieldProps('again')} />
    </>
  )
}
