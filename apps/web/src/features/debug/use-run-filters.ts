import { DebugRunFlow } from '@heddle/contracts/debug/debug-run'
import { RunOutcome } from '@heddle/contracts/trial/workflow-run'
import { z } from 'zod'
import { useTableState } from '#shared/table/use-table-state.ts'

const definition = { filters: { flow: DebugRunFlow, outcome: RunOutcome, assistant: z.uuid(), chat: z.uuid() } }

/** Returns the state of the table of runs from the address, and the body of the request. */
export function useRunFilters() {
  const table = useTableState(definition)
  const { flow, outcome, assistant, chat } = table.filters
  const asked = {
    page_size: table.pageSize,
    ...(table.pageToken !== undefined && { page_token: table.pageToken }),
    ...(flow !== undefined && { flow }),
    ...(outcome !== undefined && { outcome }),
    ...(assistant !== undefined && { assistant_id: assistant }),
    ...(chat !== undefined && { chat_id: chat }),
  }
  return { table, asked }
}
