import { z } from 'zod'
import { parseDay, startOfDay } from '#shared/dates.ts'
import { useTableState } from '#shared/table/use-table-state.ts'
import type { FeedbackSelection } from './feedback.queries.ts'

/** A day in the address. */
export const Day = z.string().refine((day) => /^\d{4}/.test(day) && parseDay(day) !== null)

const definition = {
  filters: {
    rating: z.enum(['good', 'bad']),
    assistant: z.uuid(),
    model: z.string().min(1).max(200),
    person: z.uuid(),
    reason: z.enum(['with', 'without']),
    state: z.enum(['open', 'dealtWith']),
    from: Day,
    to: Day,
  },
}

/** Returns the state of the feedback table from the address, and the filters of the request. */
export function useFeedbackFilters() {
  const table = useTableState(definition)
  const { rating, assistant, model, person, reason, state, from, to } = table.filters
  const filters: FeedbackSelection = {
    ...(rating !== undefined && { rating }),
    ...(assistant !== undefined && { assistant_id: assistant }),
    ...(model !== undefined && { model_name: model }),
    ...(person !== undefined && { user_id: person }),
    ...(reason !== undefined && { has_reason: reason === 'with' }),
    ...(state !== undefined && { is_dealt_with: state === 'dealtWith' }),
    ...(from !== undefined && { from: startOfDay(from) }),
    // Including the last day.
    ...(to !== undefined && { to: startOfDay(to, 1) }),
  }
  return { table, filters }
}
