import { type InvalidateOptions, type InvalidateQueryFilters, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { ApiError } from '#shared/api/errors.ts'
import { isSignedIn } from '#shared/api/session-storage.ts'
import { reportError } from './error-reporting/error-reporting.ts'
import { type Failure, notifyError } from '#shared/notify/describe-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { silent?: boolean }
    /** `failure`: the failed action, which the snackbar shows before the cause. */
    mutationMeta: { silent?: boolean; failure?: Failure }
  }
}

/** The sign-in page that replaces the screen is message enough. */
const failsWithoutSession = (error: Error) => error instanceof ApiError && error.status === 401 && !isSignedIn()

const mayHelpToRetry = (error: Error) => !(error instanceof ApiError) || error.status >= 500

/**
 * The library awaits a first fetch that runs while its query is invalidated, and takes what it returns for new: a list that was still
 * loading when something was added to it stayed without it. Here that fetch begins again.
 */
class FirstFetchRestarter extends QueryClient {
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' }))
      if (query.state.data === undefined) void query.cancel({ silent: true })
    return super.invalidateQueries(filters, options)
  }
}

/** A failed call shows the snackbar, unless the screen shows the error itself (`meta: { silent: true }`). */
export function createQueryClient(): QueryClient {
  const showError = (error: Error, failure?: Failure) => notifyError(i18next.getFixedT(null, 'errors'), error, failure)
  return new FirstFetchRestarter({
    queryCache: new QueryCache({
      onError: (error, query) => {
        reportError(error)
        if (!query.meta?.silent && !failsWithoutSession(error)) showError(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        reportError(error)
        if (!mutation.meta?.silent) showError(error, mutation.meta?.failure)
      },
    }),
    defaultOptions: {
      // The browser's offline detection is wrong on an intranet: always send the call, and let it fail.
      queries: { networkMode: 'always', retry: (count, error) => count < 2 && mayHelpToRetry(error), staleTime: 10_000 },
      mutations: { networkMode: 'always' },
    },
  })
}
