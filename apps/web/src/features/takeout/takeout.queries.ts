import { getTakeout, requestTakeout, type Takeout } from '@heddle/contracts/takeout/takeout'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

const progressMs = 2_000

export const isBeingWritten = (takeout: Takeout | null | undefined): boolean => takeout?.state === 'waiting' || takeout?.state === 'running'

/** The user's takeout, read again while it is being written. */
export const takeoutQuery = queryOptions({
  queryKey: ['takeout'],
  queryFn: async ({ signal }) => (await call(getTakeout, { signal })).takeout,
  refetchInterval: ({ state: { data } }) => (isBeingWritten(data) ? progressMs : false),
  // The section shows the error.
  meta: { silent: true },
})

export function useRequestTakeout() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
      return (await call(requestTakeout, { body: { time_zone: timeZone } })).takeout
    },
    onSuccess: (takeout) => queryClient.setQueryData(takeoutQuery.queryKey, takeout),
    // Another tab may have requested one.
    onError: () => queryClient.invalidateQueries({ queryKey: takeoutQuery.queryKey }),
  })
}
