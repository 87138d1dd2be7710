import { Button, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isUnknownThing } from '#shared/api/errors.ts'
import classes from './Preview.module.css'

export function LoadingPreview() {
  const { t } = useTranslation('chat')
  return <Skeleton className={classes.loading} role="status" aria-label={t('sources.loadingFile')} />
}

/** A file that has been taken out of the chat is no failure. */
export function PreviewError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('chat')
  const { t: tCommon } = useTranslation()
  if (isUnknownThing(error)) return <p className={classes.note}>{t('sources.fileGone')}</p>
  return (
    <p className={classes.note} role="alert">
      {t('sources.previewFailed')}
      <Button variant="subtle" size="compact-sm" ms="xs" onClick={onRetry}>
        {tCommon('retry')}
      </Button>
    </p>
  )
}
