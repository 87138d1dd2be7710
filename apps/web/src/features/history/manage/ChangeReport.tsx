import { Alert, Button, CloseButton, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#shared/api/errors.ts'
import { formatErrorMessage } from '#shared/notify/describe-error.ts'
import { Name } from '#shared/ui/Name.tsx'
import classes from './ChangeReport.module.css'
import type { ChangeReport as Report } from './use-bulk-change.ts'

/** What became of a change: for how many it was done, and each that failed with its reason. */
export function ChangeReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useTranslation('manage')
  const { t: tHistory } = useTranslation('history')
  const { t: tCommon } = useTranslation()
  const { t: tError } = useTranslation('errors')
  return (
    <>
      <UndoBar message={t(`done.${report.action}`, { count: report.count })} onUndo={report.undo} onClose={onClose} />
      {report.failed.length > 0 && (
        <Alert
          role="alert"
          color="red"
          variant="light"
          mb="md"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('failed', { count: report.failed.length })}
          withCloseButton
          closeButtonLabel={tCommon('close')}
          onClose={onClose}
        >
          <List size="sm">
            {report.failed.map(({ chat, error }) => (
              <List.Item key={chat.id}>
                <Name>{chat.title ?? tHistory('unnamed')}</Name>{' '}
                <Text component="span" size="sm" c="dimmed">
                  {formatErrorMessage(tError, new ApiError(0, error.code, error.message, error.params))}
                </Text>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  )
}

type UndoBarProps = { message: string; onUndo: (() => unknown) | null; onClose?: () => void }

/** What was done or will be done, with the button that undoes it. */
export function UndoBar({ message, onUndo, onClose }: UndoBarProps) {
  const { t } = useTranslation('manage')
  const { t: tCommon } = useTranslation()
  return (
    <div className={classes.bar}>
      <Text size="sm" role="status" className={classes.message}>
        {message}
      </Text>
      {onUndo && (
        <Button size="xs" variant="light" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={() => void onUndo()}>
          {t('undo')}
        </Button>
      )}
      {onClose && <CloseButton size="sm" aria-label={tCommon('close')} onClick={onClose} />}
    </div>
  )
}
