import { isImageType } from '@heddle/contracts/chat/chat-file'
import { lazy, Suspense } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { ImagePreview } from './ImagePreview.tsx'
import { LoadingPreview, PreviewError } from './PreviewState.tsx'
import type { PreviewProps } from './preview-props.ts'
import { TextPreview } from './TextPreview.tsx'

const PdfPreview = lazy(async () => ({ default: (await import('./PdfPreview.tsx')).PdfPreview }))

/** A file, open at a page. PDFs and images are shown as they are, all other files as their extracted text. */
export function DocumentPreview(props: PreviewProps) {
  const { mediaType } = props.file
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

/** Shown when the PDF viewer could not be loaded. */
function NoViewer({ error, resetErrorBoundary }: FallbackProps) {
  return <PreviewError error={error} onRetry={resetErrorBoundary} />
}
