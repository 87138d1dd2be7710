import { limits } from '@heddle/contracts/limits'
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormMethod } from './login-methods.ts'
import { useCountdown } from './use-countdown.ts'
import { findRetryAfter, type SignInEnd, useSignIn } from './use-sign-in.ts'

type LoginFormProps = { method: FormMethod; onEnd: (end: SignInEnd) => void }
type FieldErrors = { name?: 'required' | 'email'; password?: 'required' }

const isEmail = (value: string) => /^[^\s@]+@[^\s@]+$/.test(value)

const nameFields = {
  email: { label: 'email', inputType: 'email', maxLength: limits.emailCharacters },
  account: { label: 'account', inputType: 'text', maxLength: limits.accountCharacters },
  member: { label: 'memberId', inputType: 'text', maxLength: 200 },
  ldap: { label: 'memberId', inputType: 'text', maxLength: 200 },
} as const

function check(type: FormMethod['type'], name: string, password: string): FieldErrors {
  const wrongName = name === '' ? 'required' : type === 'email' && !isEmail(name) ? 'email' : undefined
  return { ...(wrongName && { name: wrongName }), ...(password === '' && { password: 'required' }) }
}

const formatMinutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** A form for a name and a password; the name is an email, an account, or the member id of an external service. */
export function LoginForm({ method, onEnd }: LoginFormProps) {
  const { t } = useTranslation('auth')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const nameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const signIn = useSignIn(method)
  const wait = useCountdown()
  const field = nameFields[method.type]

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (wait.seconds > 0) return
    const found = check(method.type, name.trim(), password)
    setErrors(found)
    if (found.name) nameInput.current?.focus()
    else if (found.password) passwordInput.current?.focus()
    else {
      signIn.mutate(
        { name: name.trim(), password },
        {
          onSuccess: (end) => {
            setPassword('')
            onEnd(end)
          },
          onError: (error) => {
            wait.start(findRetryAfter(error) ?? 0)
            passwordInput.current?.focus()
            passwordInput.current?.select()
          },
        },
      )
    }
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap="md">
        <TextInput
          ref={nameInput}
          label={t(field.label)}
          name={method.type}
          type={field.inputType}
          value={name}
          error={errors.name && t(`rule.${errors.name}`)}
          // The field that password managers pair with `current-password`; `email` is for address books (HTML, "autofill field name").
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={field.maxLength}
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
          aria-invalid={errors.password !== undefined}
          autoComplete="current-password"
          maxLength={limits.passwordCharacters.max}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
          size="md"
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setErrors(({ name: kept }) => ({ name: kept }))
          }}
        />
        {wait.seconds > 0 && (
          <Text size="sm" p="sm" bg="var(--surface-quiet)" bdrs="md" role="alert">
            {t('throttled')}
          </Text>
        )}
        <Button type="submit" size="md" mt="xs" fullWidth loading={signIn.isPending} disabled={wait.seconds > 0}>
          {wait.seconds > 0 ? t('waiting', { time: formatMinutes(wait.seconds) }) : t('signIn')}
        </Button>
      </Stack>
    </form>
  )
}
