import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { schemaIds } from '../schema-ids.ts'
import { Id, Line, LocalizedText, PageInfo, PageQuery, Timestamp } from '../wire.ts'

export const AuditEvent = z.object({
  id: Id,
  created_at: Timestamp,
  /** Null when no user was signed in. The name is that of the time. */
  actor: z.object({ id: Id, name: LocalizedText }).nullable(),
  /** The name of the endpoint that was called. */
  action: z.string(),
  outcome: z.enum(['succeeded', 'failed']),
  /** Of the catalogue, when it failed. */
  error_code: z.string().nullable(),
  target: z.object({ type: z.string(), id: Id.nullable(), name: LocalizedText.nullable() }).nullable(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** The fields that changed, before and after, without secrets. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditEvent = z.infer<typeof AuditEvent>
schemaIds.add(AuditEvent, { id: 'AuditEvent' })

/** What people do every day: of the events of a tenant they are most. */
export const signInActions = ['login', 'externalLogin', 'finishOidcLogin', 'logout'] as const

const AuditFilters = z.strictObject({
  actor_id: Id.optional(),
  target_id: Id.optional(),
  action: Line.max(64).optional(),
  outcome: z.enum(['succeeded', 'failed']).optional(),
  /** Of the sign-ins and sign-outs only those that failed; without it all of them. */
  sign_ins: z.literal('failed').optional(),
  /** From this moment on, and before that one. */
  from: Timestamp.optional(),
  to: Timestamp.optional(),
})

export const queryAudit = {
  method: 'POST',
  url: '/api/v1/audit/query',
  schema: {
    summary: 'What was done in the tenant, the latest first',
    body: PageQuery.extend(AuditFilters.shape),
    response: { 200: PageInfo.extend({ events: z.array(AuditEvent) }) },
  },
  config: { policy: 'read_audit' },
} as const satisfies Endpoint

export const exportAudit = {
  method: 'GET',
  url: '/api/v1/audit/export',
  schema: {
    summary: 'The same events as a CSV, all of them',
    querystring: AuditFilters,
    response: { 200: { description: 'A header line, then the latest first', content: { 'text/csv': { schema: z.string() } } } },
  },
  config: { policy: 'read_audit', audited: true },
} as const satisfies Endpoint
