import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle, IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFactorError } from '#entities/auth/second-factor/use-factor-error.ts'
import { useSession } from '#entities/auth/session.queries.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { notify } from '#shared/notify/notify.ts'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { parseDevice } from '../device.ts'
import { useDialog } from '../use-dialog.ts'
import { AuthenticatorDialog } from './AuthenticatorDialog.tsx'
import { FactorRow } from './FactorRow.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { RecoveryRow } from './RecoveryRow.tsx'
import classes from '../AccountList.module.css'
import { factorsQuery, useAddPasskey, useBeginAuthenticator } from './second-factor.queries.ts'

/** The user's second factors and recovery codes. */
export function SecondFactorSection() {
  const { t } = useTranslation('factor')
  const { t: tSettings } = useTranslation('settings')
  const { second_factor: state } = useSession()
  const { data, error, isPending, refetch } = useQuery(factorsQuery)
  const dialog = useDialog()
  const key = useBeginAuthenticator()
  const passkey = useAddPasskey()
  const problem = useFactorError(key.error ?? passkey.error)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  function handleAdded(recoveryCodes: readonly string[] | null) {
    notify({ kind: 'success', message: t('section.addedMessage') })
    setCodes(recoveryCodes)
  }

  function handlePasskey() {
    key.reset()
    const { browser, system } = parseDevice(navigator.userAgent)
    const device = browser && system ? tSettings('sessions.device', { browser, system }) : (browser ?? system)
    passkey.mutate(device ? t('passkey.nameOf', { device }) : t('passkey.name'), {
      onSuccess: ({ recovery_codes: given }) => handleAdded(given),
    })
  }

  function handleAuthenticator() {
    passkey.reset()
    // The dialog opens with the key, so that a question before it is not behind it.
    key.mutate(undefined, { onSuccess: dialog.open })
  }

  const factors = data?.factors ?? []
  const obstacle = data?.passkey_obstacle ?? null
  return (
    <Section title={t('section.title')} hint={t('section.hint')}>
      {state.required_from !== null && !state.is_enrolled && (
        <Alert variant="light" color="orange" icon={<IconAlertTriangle aria-hidden />} mb="md">
          {t('section.requiredFrom', { time: formatDateTime(parseTime(state.required_from)) })}
        </Alert>
      )}
      {isPending && <Skeleton height={52} />}
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {data && factors.length === 0 && <Text size="sm">{t('section.none')}</Text>}
      {factors.length > 0 && (
        <ul className={classes.list}>
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} isLast={factors.length === 1} />
          ))}
          <RecoveryRow remaining={data?.recovery_codes_left ?? 0} onRenewed={setCodes} />
        </ul>
      )}
      {data && (
        <Group gap="xs" mt="md">
          <Button
            variant="default"
            leftSection={<IconDeviceMobile size={18} aria-hidden />}
            loading={key.isPending}
            onClick={handleAuthenticator}
          >
            {t('authenticator.add')}
          </Button>
          <ReasonedButton
            variant="default"
            leftSection={<IconFingerprint size={18} aria-hidden />}
            loading={passkey.isPending}
            reason={obstacle && t(`passkey.obstacle.${obstacle}`)}
            onClick={handlePasskey}
          >
            {t('passkey.add')}
          </ReasonedButton>
        </Group>
      )}
      {obstacle && (
        <Text size="sm" c="dimmed" mt="xs">
          {t(`passkey.obstacle.${obstacle}`)}
        </Text>
      )}
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
          {problem}
        </Text>
      )}
      {dialog.isMounted && key.data && (
        <AuthenticatorDialog
          {...dialog.props}
          given={key.data}
          onAdded={(recoveryCodes) => {
            dialog.props.onClose()
            handleAdded(recoveryCodes)
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  )
}
