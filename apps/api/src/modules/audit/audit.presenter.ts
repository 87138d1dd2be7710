import type { AuditEvent } from '@heddle/contracts/audit/audit'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
import type { AuditRow } from './audit.repository.ts'

const presentFields = (stored: unknown) => (stored === null ? null : (stored as Record<string, unknown>))

export const presentAuditEvent = (event: AuditRow): AuditEvent => ({
  id: event.id,
  created_at: presentTime(event.createdAt),
  actor: event.actorId === null ? null : { id: event.actorId, name: presentText(event.actorName ?? { default: '' }) },
  action: event.action,
  outcome: event.outcome,
  error_code: event.errorCode,
  target:
    event.targetType === null
      ? null
      : { type: event.targetType, id: event.targetId, name: event.targetName === null ? null : presentText(event.targetName) },
  address: event.address,
  user_agent: event.userAgent,
  before: presentFields(event.before),
  after: presentFields(event.after),
})
