import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useConnection } from './use-connection.ts'

/** Red while the service does not respond; a click checks again. */
export function ConnectionIndicator() {
  const { t } = useTranslation('shell')
  const { isConnected, isChecking, retry } = useConnection()
  return (
    <div role="status">
      {!isConnected && (
        <Tooltip label={t('connection.disconnected')} openDelay={0}>
          <ActionIcon size="lg" variant="filled" color="red" aria-label={t('connection.retry')} loading={isChecking} onClick={retry}>
            <IconPlugConnectedX size={20} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}
