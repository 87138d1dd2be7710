// The log as a table.
import type { AuditRow } from './audit.repository.ts'
import { presentAuditEvent } from './audit.presenter.ts'

const asJson = (fields: Readonly<Record<string, unknown>> | null) => (fields ? JSON.stringify(fields) : '')

export function toAuditRecord(row: AuditRow) {
  const { actor, target, before, after, ...event } = presentAuditEvent(row)
  return {
    ...event,
    actor_id: actor?.id,
    actor_name: actor?.name.default,
    target_type: target?.type,
    target_id: target?.id,
    target_name: target?.name?.default,
    before: asJson(before),
    after: asJson(after),
  }
}

export const auditColumns = [
  'created_at',
  'action',
  'outcome',
  'error_code',
  'actor_id',
  'actor_name',
  'target_type',
  'target_id',
  'target_name',
  'address',
  'user_agent',
  'before',
  'after',
  'id',
]
