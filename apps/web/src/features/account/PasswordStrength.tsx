import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMe } from '#entities/auth/session.queries.ts'
import { measureStrength, strengths } from './password-strength.ts'
import classes from './PasswordStrength.module.css'

/** The strength of the typed password, as text and as four steps. Its space is reserved from the beginning. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation('settings')
  const { name, email, account } = useMe()
  const known = [name.default, ...name.default.split(/\s+/), email.split('@')[0] ?? '', account ?? ''].filter((word) => word !== '')
  const strength = measureStrength(password, known)
  const step = password === '' ? 0 : strengths.indexOf(strength)
  return (
    <div className={classes.strength} data-step={step}>
      <div className={classes.steps} aria-hidden>
        {[1, 2, 3, 4].map((number) => (
          <span key={number} data-reached={number <= step || undefined} />
        ))}
      </div>
      <Text size="xs" c="dimmed" role="status">
        {t(password === '' ? 'password.advice' : `password.strength.${strength}`)}
      </Text>
    </div>
  )
}
