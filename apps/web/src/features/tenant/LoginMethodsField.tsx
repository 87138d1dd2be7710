import type { TenantLoginMethod } from '@heddle/contracts/tenant/tenant'
import { Alert, Anchor, Code, Input, Switch, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { paths } from '#shared/paths.ts'
import classes from './TenantForm.module.css'
import { useMethodName } from './use-method-name.ts'

type LoginMethodsFieldProps = {
  methods: readonly TenantLoginMethod[]
  hidden: readonly string[]
  onChange: (hidden: string[]) => void
  error?: ReactNode
  isReadOnly: boolean
}

/** The sign-in methods that the tenant offers: the product's own, and the installation's external ones. */
export function LoginMethodsField({ methods, hidden, onChange, error, isReadOnly }: LoginMethodsFieldProps) {
  const { t } = useTranslation('tenant')
  const formatMethodName = useMethodName()
  const reasonId = useId()
  const offered = methods.filter(({ key }) => !hidden.includes(key))
  const [last] = offered.length === 1 ? offered : []

  return (
    <>
      <ul className={classes.methods}>
        {methods.map((method) => {
          const { key, type, group_claim_problem: problem } = method
          const isExternal = type !== 'email' && type !== 'account'
          return (
            <li key={key} className={classes.method}>
              <div className={classes.methodWords}>
                <Text fw={550}>{formatMethodName(method)}</Text>
                <Text size="sm" c="dimmed">
                  {t(`method.${type}.hint`)}
                  {isExternal && (
                    <>
                      {' '}
                      <Code>{paths.ssoLogin(key)}</Code>
                    </>
                  )}
                </Text>
                {problem && (
                  <Alert variant="light" color="orange" mt="xs" p="xs">
                    {t(`method.groupClaim.${problem.reason}`, { claim: problem.claim, when: formatDateTime(parseTime(problem.at)) })}
                  </Alert>
                )}
                {method === last && !isReadOnly && (
                  <Text size="sm" mt={4} id={reasonId}>
                    {t('method.last')}
                  </Text>
                )}
              </div>
              <Switch
                size="md"
                aria-label={t('method.offer', { name: formatMethodName(method) })}
                aria-describedby={method === last ? reasonId : undefined}
                checked={!hidden.includes(key)}
                disabled={isReadOnly || method === last}
                onChange={(event) => onChange(event.currentTarget.checked ? hidden.filter((one) => one !== key) : [...hidden, key])}
              />
            </li>
          )
        })}
      </ul>
      {error && <Input.Error mt="xs">{error}</Input.Error>}
      <Text size="sm" c="dimmed" mt="md">
        {t('method.secret')} <Anchor href={paths.secretLogin()}>{paths.secretLogin()}</Anchor>
      </Text>
    </>
  )
}
