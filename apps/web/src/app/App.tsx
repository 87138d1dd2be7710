import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { RouterProvider } from 'react-router/dom'
import { BrandProvider } from '#entities/brand/BrandProvider.tsx'
import { CrashPage } from '#pages/crash/CrashPage.tsx'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'
import { SnackbarHost } from '#shared/ui/states/SnackbarHost.tsx'
import { reportError, startErrorReporting } from './error-reporting/error-reporting.ts'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'

export function App() {
  const [{ queryClient, router }] = useState(() => {
    const client = createQueryClient()
    void startErrorReporting(client)
    return { queryClient: client, router: createAppRouter(client) }
  })

  return (
    <QueryClientProvider client={queryClient}>
      <BrandProvider>
        <ErrorBoundary FallbackComponent={CrashPage}>
          <Suspense fallback={<PageLoader />}>
            <RouterProvider router={router} onError={reportError} />
            <SnackbarHost />
          </Suspense>
        </ErrorBoundary>
      </BrandProvider>
    </QueryClientProvider>
  )
}
