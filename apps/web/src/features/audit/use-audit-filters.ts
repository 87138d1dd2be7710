import { signInActions } from '@heddle/contracts/audit/audit'
import { z } from 'zod'
import { parseDay, startOfDay } from '#shared/dates.ts'
import { useTableState } from '#shared/table/use-table-state.ts'
import type { AuditSelection } from './audit.queries.ts'

const Day = z.string().refine((day) => /^\d{4}/.test(day) && parseDay(day) !== null)

const definition = {
  filters: {
    target_id: z.uuid(),
    person: z.uuid(),
    action: z.string().min(1).max(64),
    outcome: z.enum(['succeeded', 'failed']),
    sign_ins: z.literal('all'),
    from: Day,
    to: Day,
  },
}

/** Returns the state of the audit table from the address, and the filters of the request. */
export function useAuditFilters() {
  const table = useTableState(definition)
  const { target_id: targetId, person, action, outcome, sign_ins: signIns, from, to } = table.filters
  const asksForSignIns = signInActions.some((name) => name === action)
  // Sign-ins are hidden by default, because they outnumber the changes.
  const showsSignIns = asksForSignIns || signIns === 'all'
  const filters: AuditSelection = {
    ...(targetId !== undefined && { target_id: targetId }),
    ...(person !== undefined && { actor_id: person }),
    ...(action !== undefined && { action }),
    ...(outcome !== undefined && { outcome }),
    ...(!showsSignIns && { sign_ins: 'failed' }),
    ...(from !== undefined && { from: startOfDay(from) }),
    // Including the last day.
    ...(to !== undefined && { to: startOfDay(to, 1) }),
  }
  return { table, filters, showsSignIns, asksForSignIns }
}
