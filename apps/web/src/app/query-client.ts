import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { ApiError } from '#shared/api/errors.ts'
import { isSignedIn } from '#shared/api/session-storage.ts'
import { type Failure, notifyError } from '#shared/notify/describe-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { silent?: boolean }
    /** `failure`: what the snackbar says could not be done, before the reason. */
    mutationMeta: { silent?: boolean; failure?: Failure }
  }
}

/** The sign-in that is shown instead says enough. */
const failsWithoutSession = (error: Error) => error instanceof ApiError && error.status === 401 && !isSignedIn()

const mayHelpToRetry = (error: Error) => !(error instanceof ApiError) || error.status >= 500

/** Any failed call shows the snackbar, unless the screen shows the error in its own place (`meta: { silent: true }`). */
export function createQueryClient(): QueryClient {
  const tell = (error: Error, failure?: Failure) => notifyError(i18next.getFixedT(null, 'errors'), error, failure)
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => query.meta?.silent || failsWithoutSession(error) || tell(error) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => mutation.meta?.silent || tell(error, mutation.meta?.failure),
    }),
    defaultOptions: {
      // The browser's own idea of being offline is wrong on an intranet: always try, and let the call fail.
      queries: { networkMode: 'always', retry: (count, error) => count < 2 && mayHelpToRetry(error), staleTime: 10_000 },
      mutations: { networkMode: 'always' },
    },
  })
}
