import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isUnknownEntity } from '#shared/api/errors.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import classes from './Preview.module.css'

export function LoadingPreview() {
  const { t } = useTranslation('document')
  return <Skeleton className={classes.loading} role="status" aria-label={t('loading')} />
}

/** Shows an error; a file that was deleted from the chat gets a plain note. */
export function PreviewError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('document')
  if (isUnknownEntity(error)) return <p className={classes.note}>{t('gone')}</p>
  return (
    <>
      <p className={classes.note}>{t('failed')}</p>
      <ErrorAlert error={error} onRetry={onRetry} />
    </>
  )
}
