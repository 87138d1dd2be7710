import { getUsageLimit, type UsageLimitState } from '@heddle/contracts/usage-limit/usage-limit'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

/** The key of all states of usage limits. */
export const usageLimitKey = ['usage', 'limit'] as const

/**
 * The states of the usage limits of the signed-in user, with those of an expert and of a model if given; read again after each reply,
 * and when a limit resets.
 */
export const usageLimitQuery = (about: { assistant_id?: string | undefined; model_id?: string | undefined } = {}) =>
  queryOptions({
    queryKey: [...usageLimitKey, about],
    queryFn: ({ signal }) => call(getUsageLimit, { query: about, signal }),
    staleTime: 60_000,
    refetchInterval: ({ state: { data } }) => measureUntilReset(data?.limits ?? []),
    meta: { silent: true },
  })

/** Returns the milliseconds until the first near or reached limit resets, from a second to an hour; false without one. */
function measureUntilReset(limits: readonly UsageLimitState[]): number | false {
  const telling = limits.filter(({ is_warning, is_reached }) => is_warning || is_reached)
  if (telling.length === 0) return false
  const soonest = Math.min(...telling.map(({ resets_at }) => Date.parse(resets_at)))
  return Math.min(Math.max(soonest - Date.now() + 500, 1_000), 3_600_000)
}
