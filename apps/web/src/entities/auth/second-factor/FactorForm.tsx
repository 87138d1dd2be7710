import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { limits } from '@heddle/contracts/limits'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeInput } from './CodeInput.tsx'

export type FactorMethod = 'totp' | 'passkey' | 'recovery_code' | 'password'

/** What the user gives; the passkey is asked for by the browser. */
export type Proof = { method: 'passkey' } | { method: 'totp' | 'recovery_code' | 'password'; value: string }

type FactorFormProps = {
  methods: readonly FactorMethod[]
  submitLabel: string
  isPending: boolean
  /** Why the last proof was not taken, or nothing could be asked. */
  error: ReactNode
  onSubmit: (proof: Proof) => void
  /** Called when another method is chosen, so that the error of the former goes. */
  onMethodChange: () => void
  /** What stands below the other methods. */
  children?: ReactNode
}

const others = {
  totp: 'step.useCode',
  passkey: 'step.usePasskey',
  recovery_code: 'step.useRecovery',
  password: 'step.usePassword',
} as const

/** Asks for one of the methods, the first of them to begin with, and offers the others. */
export function FactorForm({ methods, submitLabel, isPending, error, onSubmit, onMethodChange, children }: FactorFormProps) {
  const { t } = useTranslation('factor')
  const [method, setMethod] = useState<FactorMethod>(methods[0] ?? 'totp')
  const [value, setValue] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  // The proof that was not taken is selected, to be typed over.
  useEffect(() => {
    if (error === null || isPending) return
    input.current?.focus()
    input.current?.select()
  }, [error, isPending])

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    // In React's tree the form of a dialog is inside the form of the page.
    event.stopPropagation()
    if (isPending) return
    if (method === 'passkey') return onSubmit({ method })
    const isWhole = method === 'totp' ? value.length === 6 : value.trim() !== ''
    setIncomplete(!isWhole)
    if (isWhole) onSubmit({ method, value: method === 'password' ? value : value.trim() })
    else input.current?.focus()
  }

  function handleMethod(next: FactorMethod) {
    setMethod(next)
    setValue('')
    setIncomplete(false)
    onMethodChange()
  }

  const field = {
    ref: input,
    value,
    size: 'md',
    // Chosen or opened by the user, who goes on here.
    autoFocus: true,
    'data-autofocus': true,
  }
  const change = (next: string) => {
    setValue(next)
    setIncomplete(false)
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap="md">
        {method === 'totp' && (
          <CodeInput
            key={method}
            {...field}
            label={t('step.code')}
            description={t('step.codeHint')}
            error={isIncomplete ? t('code.incomplete') : error}
            onChange={change}
          />
        )}
        {method === 'recovery_code' && (
          <TextInput
            key={method}
            {...field}
            label={t('step.recovery')}
            description={t('step.recoveryHint')}
            error={isIncomplete ? t('code.required') : error}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            onChange={(event) => change(event.currentTarget.value)}
          />
        )}
        {method === 'password' && (
          <PasswordInput
            key={method}
            {...field}
            label={t('step.password')}
            error={isIncomplete ? t('code.passwordRequired') : error}
            aria-invalid={isIncomplete || Boolean(error)}
            autoComplete="current-password"
            maxLength={limits.passwordCharacters.max}
            visibilityToggleButtonProps={{ 'aria-label': t('step.showPassword'), tabIndex: 0 }}
            onChange={(event) => change(event.currentTarget.value)}
          />
        )}
        {method === 'passkey' && (
          <>
            <Text size="sm">{t('step.passkeyHint')}</Text>
            {error && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {error}
              </Text>
            )}
          </>
        )}
        <Button type="submit" size="md" fullWidth loading={isPending} data-autofocus={method === 'passkey' || undefined}>
          {method === 'passkey' ? t('step.usePasskey') : submitLabel}
        </Button>
        <Stack gap={4}>
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <Button key={other} variant="subtle" color="gray" fullWidth disabled={isPending} onClick={() => handleMethod(other)}>
                {t(others[other])}
              </Button>
            ))}
          {children}
        </Stack>
      </Stack>
    </form>
  )
}
