import { ErrorCode } from '@heddle/contracts/errors'
import { type UsageDimension, UsageFlow, UsageOutcome } from '@heddle/contracts/usage/usage-report'
import { Id } from '@heddle/contracts/wire'
import { z } from 'zod'
import { useTableState } from '#shared/table/use-table-state.ts'

/** A click on a row of a breakdown sets the filter of its dimension. */
const definition = {
  filters: {
    user: Id,
    group: Id,
    assistant: Id,
    workflow: Id,
    endpoint: Id,
    model: z.string().min(1).max(200),
    flow: UsageFlow,
    error: ErrorCode,
    outcome: UsageOutcome,
  } satisfies Record<UsageDimension, unknown> & { outcome: unknown },
}

/** Returns which usage the address asks for, and as the filters of a request: those of one's own usage are in `own`. */
export function useUsageFilters() {
  const state = useTableState(definition)
  const { user, group, assistant, workflow, endpoint, model, flow, error, outcome } = state.filters
  const own = {
    ...(assistant !== undefined && { assistant_id: assistant }),
    ...(model !== undefined && { model_name: model }),
    ...(flow !== undefined && { flow }),
    ...(error !== undefined && { error_code: error }),
    ...(outcome !== undefined && { outcome }),
  }
  const all = {
    ...own,
    ...(user !== undefined && { user_id: user }),
    ...(group !== undefined && { group_id: group }),
    ...(workflow !== undefined && { workflow_id: workflow }),
    ...(endpoint !== undefined && { endpoint_id: endpoint }),
  }
  return { state, own, all }
}
