import { Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useConfig } from '#entities/system/config.queries.ts'
import classes from '../composer/Notice.module.css'

type RemainingRequestsProps = { remaining: number; newChatPath: string; onStartNew: () => void }

/** Warns when a chat has few questions left, and offers a new chat when it has none. */
export function RemainingRequests({ remaining, newChatPath, onStartNew }: RemainingRequestsProps) {
  const { t } = useTranslation('chat')
  const { limits } = useConfig()
  if (remaining > limits.low_remaining_requests) return null
  if (remaining > 0)
    return (
      <div className={classes.root} role="status">
        <IconInfoCircle size={17} aria-hidden />
        {t('limit.few', { count: remaining })}
      </div>
    )
  return (
    <div className={classes.root} data-strong role="status">
      <IconAlertTriangle size={17} aria-hidden />
      <span>{t('limit.reached')}</span>
      <Button component={Link} to={newChatPath} size="xs" variant="filled" onClick={onStartNew}>
        {t('limit.startNew')}
      </Button>
    </div>
  )
}
