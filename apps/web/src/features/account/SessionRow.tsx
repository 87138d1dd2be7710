import type { Session } from '@heddle/contracts/auth/auth'
import { Badge, Button, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useProviderName } from '#entities/system/use-provider-name.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { parseDevice } from './device.ts'
import { useEndSession } from './me.queries.ts'
import list from './AccountList.module.css'
import classes from './SessionRow.module.css'

export function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation('settings')
  const { t: tShell } = useTranslation('shell')
  const providerName = useProviderName()
  const end = useEndSession()
  const { browser, system, isHandheld } = parseDevice(session.user_agent)
  const device = browser && system ? t('sessions.device', { browser, system }) : (browser ?? system ?? t('sessions.unknownDevice'))
  const lastUsed = formatDateTime(parseTime(session.last_used_at))
  const Icon = isHandheld ? IconDeviceMobile : IconDeviceDesktop

  async function handleEnd() {
    const question = {
      title: t('sessions.endTitle'),
      message: t('sessions.endMessage', { device, time: lastUsed }),
      confirmLabel: t('sessions.end'),
      width: 400,
      danger: true,
    }
    if (!(await confirm(question))) return
    end.mutate(session.id, { onSuccess: () => notify({ kind: 'success', message: t('sessions.ended'), timeout: 1_500 }) })
  }

  return (
    <li className={list.row}>
      <Icon size={22} stroke={1.6} aria-hidden className={list.icon} />
      <div className={list.words}>
        <Text size="sm" fw={550} component="div" className={classes.device}>
          {device}
          {session.is_current && (
            <Badge variant="light" color="brand" tt="none" fw={550}>
              {t('sessions.thisDevice')}
            </Badge>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {[
            session.is_current ? null : t('sessions.lastUsed', { time: lastUsed }),
            t('sessions.since', { time: formatDateTime(parseTime(session.created_at)) }),
            session.provider && t('sessions.through', { provider: providerName(session.provider) }),
            session.address,
          ]
            .filter((part) => part !== null)
            .map((part, index) => (
              <Fragment key={part}>
                {index > 0 && ' · '}
                <span className={classes.part}>{part}</span>
              </Fragment>
            ))}
        </Text>
      </div>
      {session.is_current ? (
        <Button component={Link} to={paths.logout()} variant="subtle" color="gray" size="compact-sm">
          {tShell('account.logout')}
        </Button>
      ) : (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          loading={end.isPending}
          aria-label={t('sessions.endOf', { device })}
          onClick={() => void handleEnd()}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
