// The log of what administrators do and of who signs in. Other services tell it, in the transaction of what they do.
import { createHash } from 'node:crypto'
import type { EndpointName } from '@heddle/contracts/endpoint-list'
import type { ErrorCode } from '@heddle/contracts/errors'
import type { Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Actor, Origin } from '../../platform/permissions/actor.ts'
import { type AuditedFields, findChangedFields } from './audit.rules.ts'
import type { AuditRepository } from './audit.repository.ts'

export type AuditEntry = {
  /** The endpoint that was called. */
  readonly action: EndpointName
  readonly target?: {
    readonly type:
      | 'user'
      | 'group'
      | 'tenant'
      | 'session'
      | 'feedback'
      | 'usage_limit_rule'
      | 'assistant'
      | 'workflow'
      | 'model'
      | 'collection'
      | 'dataset'
      | 'source'
      | 'model_endpoint'
      | 'prompt'
    readonly id?: string
    readonly name?: Prisma.InputJsonValue | null
  }
  /** Only the fields that differ are kept. A creation has no `before`, a deletion no `after`. */
  readonly before?: AuditedFields
  readonly after?: AuditedFields
}

/** Whom an event is about before a sign-in. */
export type Stranger = { readonly tenantId: string | null; readonly actorId: string | null; readonly origin: Origin }

/** A user, also one whose request has ended. */
type Who = Pick<Actor, 'id' | 'tenantId' | 'origin'>

/** Returns what an event tells of a picture: what distinguishes it, not all of it. */
export const digestPicture = (picture: string | null) =>
  picture === null ? null : `sha256:${createHash('sha256').update(picture).digest('hex').slice(0, 16)}`

export type AuditService = ReturnType<typeof createAuditService>

export function createAuditService(events: AuditRepository) {
  function append(db: Queryable, who: Stranger, { action, target, before, after }: AuditEntry, errorCode?: ErrorCode) {
    return events.append(db, {
      tenantId: who.tenantId,
      actorId: who.actorId,
      address: who.origin.address,
      userAgent: who.origin.userAgent?.slice(0, 300) ?? null,
      action,
      outcome: errorCode === undefined ? 'succeeded' : 'failed',
      errorCode: errorCode ?? null,
      targetType: target?.type ?? null,
      targetId: target?.id ?? null,
      ...(target?.name !== undefined && target.name !== null && { targetName: target.name }),
      ...findChangedFields(before, after),
    })
  }

  const asStranger = ({ id, tenantId, origin }: Who): Stranger => ({ actorId: id, tenantId, origin })

  return {
    /** Tells of a write that succeeds with the transaction `db`. */
    record: (db: Queryable, actor: Who, entry: AuditEntry) => append(db, asStranger(actor), entry),

    /** Tells of a call that was refused; `db` is no transaction that is rolled back. */
    recordFailure: (db: Queryable, actor: Actor, entry: AuditEntry, code: ErrorCode) => append(db, asStranger(actor), entry, code),

    /** Tells of a sign-in, or of one that failed. */
    recordSignIn: (db: Queryable, who: Stranger, entry: AuditEntry, code?: ErrorCode) => append(db, who, entry, code),
  }
}
