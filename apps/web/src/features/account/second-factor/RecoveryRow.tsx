import { Button, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { confirm } from '#shared/notify/confirm.ts'
import classes from '../AccountList.module.css'
import { useReplaceRecoveryCodes } from './second-factor.queries.ts'

type RecoveryRowProps = { remaining: number; onRenewed: (codes: readonly string[]) => void }

/** How many recovery codes are unused, and a button that makes new ones. */
export function RecoveryRow({ remaining, onRenewed }: RecoveryRowProps) {
  const { t } = useTranslation('factor')
  const replace = useReplaceRecoveryCodes()

  async function handleRenew() {
    const question = {
      title: t('recovery.renewTitle'),
      message: t('recovery.renewMessage'),
      confirmLabel: t('recovery.renew'),
      width: 400,
      act: async () => onRenewed((await replace.mutateAsync(undefined)).recovery_codes),
    }
    await confirm(question)
  }

  return (
    <li className={classes.row}>
      <IconKey size={22} stroke={1.6} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <Text size="sm" fw={550}>
          {t('recovery.title')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('recovery.remaining', { count: remaining })} · {t('recovery.hint')}
        </Text>
      </div>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={() => void handleRenew()}>
        {t('recovery.renew')}
      </Button>
    </li>
  )
}
