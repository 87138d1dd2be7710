import { getDebugBackend, getDebugCommon, getDebugLimits, listRecentErrors } from '@heddle/contracts/debug'
import { echo } from '@heddle/contracts/system'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

/** While the page is visible: Query does not poll in a hidden one. */
const pollMs = 5_000

const all = ['debug'] as const
const shown = { staleTime: 0, meta: { silent: true } } as const

export const debugQueries = {
  common: () =>
    queryOptions({
      queryKey: [...all, 'common'],
      queryFn: async ({ signal }) => (await call(getDebugCommon, { signal })).common,
      ...shown,
    }),
  /** The milliseconds until the service has responded. */
  echo: () =>
    queryOptions({
      queryKey: [...all, 'echo'],
      queryFn: async ({ signal }) => {
        const begin = performance.now()
        await call(echo, { signal })
        return Math.round(performance.now() - begin)
      },
      retry: false,
      refetchInterval: pollMs,
      ...shown,
    }),
  /** Calls every model server: read when it is asked for. */
  backend: () =>
    queryOptions({
      queryKey: [...all, 'backend'],
      queryFn: async ({ signal }) => (await call(getDebugBackend, { signal })).backend,
      refetchOnWindowFocus: false,
      ...shown,
    }),
  errors: () =>
    queryOptions({
      queryKey: [...all, 'errors'],
      queryFn: async ({ signal }) => {
        const { errors } = await call(listRecentErrors, { signal })
        return { rows: errors.map((error, index) => ({ id: `${error.at} ${index}`, ...error })), isWhole: true }
      },
      refetchInterval: pollMs,
      ...shown,
    }),
  limits: () =>
    queryOptions({
      queryKey: [...all, 'limits'],
      queryFn: ({ signal }) => call(getDebugLimits, { signal }),
      refetchInterval: pollMs,
      ...shown,
    }),
}
