import { causeTestError, getDebugBackend, getDebugCommon, getDebugLimits, listRecentErrors } from '@heddle/contracts/debug/debug'
import { type DebugRunItem, getDebugRun, queryDebugRuns } from '@heddle/contracts/debug/debug-run'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { echo } from '@heddle/contracts/system/system'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import type { TablePage } from '#shared/table/table.ts'

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
  /** One's own runs, the latest first. */
  runs: (asked: EndpointRequest<typeof queryDebugRuns>['body']) =>
    queryOptions({
      queryKey: [...all, 'runs', asked],
      queryFn: async ({ signal }): Promise<TablePage<DebugRunItem>> => {
        const { runs, ...page } = await call(queryDebugRuns, { body: asked, signal })
        return { rows: runs, ...page }
      },
      placeholderData: keepPreviousData,
      ...shown,
    }),
  run: (id: string) =>
    queryOptions({
      queryKey: [...all, 'run', id],
      queryFn: async ({ signal }) => (await call(getDebugRun, { params: { id }, signal })).run,
      // A new read would begin the replay again.
      refetchOnWindowFocus: false,
      ...shown,
    }),
}

/** Always fails; the error has the id of the request. */
export const useCauseTestError = () => useMutation({ mutationFn: () => call(causeTestError, {}), meta: { silent: true } })
