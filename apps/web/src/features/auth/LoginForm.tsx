import { limits } from '@heddle/contracts/limits'
import { Button, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { languageOptions } from '#shared/ui/language-options.ts'
import { useLogin } from './use-login.ts'

export type LoginVariant = 'email' | 'account'

type LoginFormProps = { variant: LoginVariant; onSignedIn: () => void }
type FieldErrors = { name?: 'required' | 'email'; password?: 'required' }

const isEmail = (value: string) => /^[^\s@]+@[^\s@]+$/.test(value)

function check(variant: LoginVariant, name: string, password: string): FieldErrors {
  const wrongName = name === '' ? 'required' : variant === 'email' && !isEmail(name) ? 'email' : undefined
  return { ...(wrongName && { name: wrongName }), ...(password === '' && { password: 'required' }) }
}

/** Email and password, or account and password with a choice of language. */
export function LoginForm({ variant, onSignedIn }: LoginFormProps) {
  const { t } = useTranslation('auth')
  const { language, setLanguage } = useLanguage()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const nameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const signIn = useLogin()

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    const found = check(variant, name.trim(), password)
    setErrors(found)
    if (found.name) nameInput.current?.focus()
    else if (found.password) passwordInput.current?.focus()
    else {
      signIn.mutate(variant === 'email' ? { email: name.trim(), password } : { account: name.trim(), password }, {
        onSuccess: onSignedIn,
        onError: () => {
          passwordInput.current?.focus()
          passwordInput.current?.select()
        },
      })
    }
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap="md">
        <TextInput
          ref={nameInput}
          label={t(variant)}
          name={variant}
          type={variant === 'email' ? 'email' : 'text'}
          value={name}
          error={errors.name && t(`rule.${errors.name}`)}
          autoComplete={variant === 'email' ? 'email' : 'username'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={variant === 'email' ? limits.emailCharacters : limits.accountCharacters}
          size="md"
          autoFocus
          onChange={(event) => {
            setName(event.currentTarget.value)
            setErrors(({ password: kept }) => ({ password: kept }))
          }}
        />
        <PasswordInput
          ref={passwordInput}
          label={t('password')}
          name="password"
          value={password}
          error={errors.password && t('rule.required')}
          autoComplete="current-password"
          maxLength={limits.passwordCharacters.max}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
          size="md"
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setErrors(({ name: kept }) => ({ name: kept }))
          }}
        />
        {variant === 'account' && (
          <NativeSelect
            label={t('language')}
            value={language}
            data={languageOptions}
            size="md"
            onChange={(event) => setLanguage(languageOptions[event.currentTarget.selectedIndex]?.value ?? language)}
          />
        )}
        <Button type="submit" size="md" mt="xs" fullWidth loading={signIn.isPending}>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  )
}
