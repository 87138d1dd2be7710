import { lazy, Suspense } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import type { PdfPagesProps } from './PdfPages.tsx'
import { LoadingPreview, PreviewError } from '../PreviewState.tsx'

const PdfPages = lazy(async () => ({ default: (await import('./PdfPages.tsx')).PdfPages }))

/** The pages of a PDF. The viewer is loaded on first use. */
export function PdfPreview(props: PdfPagesProps) {
  return (
    <ErrorBoundary FallbackComponent={NoViewer}>
      <Suspense fallback={<LoadingPreview />}>
        <PdfPages {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Shown when the PDF viewer could not be loaded. */
function NoViewer({ error, resetErrorBoundary }: FallbackProps) {
  return <PreviewError error={error} onRetry={resetErrorBoundary} />
}
