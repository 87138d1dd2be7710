import { isImageType } from '@heddle/contracts/chat-file'
import type { MessageFile } from '@heddle/contracts/message'
import { Button, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { useTranslation } from 'react-i18next'
import { isUnknownThing } from '#shared/api/errors.ts'
import { ImagePreview } from './ImagePreview.tsx'
import classes from './Preview.module.css'
import { TextPreview } from './TextPreview.tsx'

const PdfPreview = lazy(async () => ({ default: (await import('./PdfPreview.tsx')).PdfPreview }))

export type PreviewProps = {
  chatId: string
  file: Pick<MessageFile, 'id' | 'name' | 'media_type'>
  /** Where to open it, from 1. */
  page: number
  /** What to mark there. */
  passage: string | null
}

/** A file of the chat at a place. PDFs and images are shown as they are; of all others only the text that was read of them. */
export function FilePreview(props: PreviewProps) {
  const mediaType = props.file.media_type
  if (isImageType(mediaType)) return <ImagePreview {...props} />
  if (mediaType !== 'application/pdf') return <TextPreview {...props} />
  return (
    <ErrorBoundary FallbackComponent={NoViewer}>
      <Suspense fallback={<LoadingPreview />}>
        <PdfPreview {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** What shows PDFs could not be loaded. */
function NoViewer({ error, resetErrorBoundary }: FallbackProps) {
  return <PreviewError error={error} onRetry={resetErrorBoundary} />
}

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
