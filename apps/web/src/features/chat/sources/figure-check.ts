import type { MessageSource } from '@heddle/contracts/message/message'
import type { CheckFigures } from '@heddle/text/citation/count-unsupported'
import { queryOptions, useQuery } from '@tanstack/react-query'

// With its units it is as large as a third of the chat, and few replies cite rows.
const figureCheck = queryOptions({
  queryKey: ['figure-check'],
  queryFn: async (): Promise<CheckFigures> => (await import('@heddle/text/citation/check-figures')).findUnknownFigures,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { silent: true },
})

/** Returns the check of figures against cited rows; null where there are none, and until it is loaded. */
export function useFigureCheck(sources: readonly MessageSource[]): CheckFigures | null {
  const { data = null } = useQuery({ ...figureCheck, enabled: sources.some(({ rows }) => rows !== undefined) })
  return data
}
