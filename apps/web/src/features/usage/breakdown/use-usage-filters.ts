import { type UsageDimension, UsageFlow, UsageOutcome } from '@heddle/contracts/usage/usage-report'
import { Id } from '@heddle/contracts/wire'
import { z } from 'zod'
import { useTableState } from '#shared/table/use-table-state.ts'

const definition = {
  filters: {
    user: Id,
    group: Id,
    assistant: Id,
    model: z.string().min(1).max(200),
    flow: UsageFlow,
    outcome: UsageOutcome,
  },
}

/** The filter that a click on a row of a breakdown sets; a report has none by workflow and by model server. */
export const drillDowns = { user: 'user', group: 'group', assistant: 'assistant', model: 'model', flow: 'flow' } as const satisfies Partial<
  Record<UsageDimension, keyof typeof definition.filters>
>

/** Returns which usage the address asks for, and as the filters of a request: those of one's own usage are in `own`. */
export function useUsageFilters() {
  const state = useTableState(definition)
  const { user, group, assistant, model, flow, outcome } = state.filters
  const own = {
    ...(assistant !== undefined && { assistant_id: assistant }),
    ...(model !== undefined && { model_name: model }),
    ...(flow !== undefined && { flow }),
    ...(outcome !== undefined && { outcome }),
  }
  const all = { ...own, ...(user !== undefined && { user_id: user }), ...(group !== undefined && { group_id: group }) }
  return { state, own, all }
}
