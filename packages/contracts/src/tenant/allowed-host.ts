// The servers that the workflows of a tenant may call.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, IdParams, Line, oneLine, Success, Timestamp } from '../wire.ts'

const Port = String.raw`(:([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5]))?`
const Label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'

/** `host`, `host:port`, or with a leading `*.` for all hosts under a domain; without a port the usual ones of HTTP. */
export const hostPattern = new RegExp(String.raw`^((\*\.)?${Label}(\.${Label})+|${Label}|\[[0-9a-f:]{2,39}\])${Port}$`)
export const AllowedHostName = Line.toLowerCase().max(260).regex(hostPattern, 'Not a host')

/** Header names that the connection sets or that another part of the product does. */
const reservedHeaders: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'content-type',
  'content-encoding',
  'accept-encoding',
  'cookie',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
])

/** Sent with each request to the host. Its value is never shown again. */
const SecretHeader = z.strictObject({
  name: Line.max(100)
    .regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'Not the name of a header')
    .refine((name) => !reservedHeaders.has(name.toLowerCase()), 'This header cannot be set'),
  value: Line.min(1)
    .max(4_000)
    .regex(oneLine)
    .regex(/^[\x20-\x7e]+$/, 'Not the value of a header'),
})

export const AllowedHost = z.object({
  id: Id,
  host: z.string(),
  /** Whether its addresses may be of a private network. */
  allows_private: z.boolean(),
  /** The name of the stored header; null without one. */
  secret_header_name: z.string().nullable(),
  revision: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type AllowedHost = z.infer<typeof AllowedHost>
schemaIds.add(AllowedHost, { id: 'AllowedHost' })

const HostParams = IdParams.extend({ hostId: Id })
const HostResponse = z.object({ allowed_host: AllowedHost })

export const listAllowedHosts = {
  method: 'GET',
  url: '/api/v1/tenant/:id/allowed_host',
  schema: {
    summary: 'The servers that the workflows of a tenant may call, by name',
    params: IdParams,
    response: { 200: z.object({ allowed_hosts: z.array(AllowedHost).max(limits.allowedHosts) }) },
  },
  config: { policy: 'manage_tenants', errors: ['AUTH_TENANT_NOT_FOUND'] },
} as const satisfies Endpoint

export const createAllowedHost = {
  method: 'POST',
  url: '/api/v1/tenant/:id/allowed_host',
  schema: {
    summary: 'Allow the workflows of a tenant to call a server',
    params: IdParams,
    body: z.strictObject({
      allowed_host: z.strictObject({
        host: AllowedHostName,
        allows_private: z.boolean().optional(),
        secret_header: SecretHeader.nullable().optional(),
      }),
    }),
    response: { 200: HostResponse },
  },
  config: { policy: 'manage_tenants', audited: true, errors: ['AUTH_TENANT_NOT_FOUND', 'ALLOWED_HOST_EXISTS', 'ALLOWED_HOST_TOO_MANY'] },
} as const satisfies Endpoint

export const updateAllowedHost = {
  method: 'PUT',
  url: '/api/v1/tenant/:id/allowed_host/:hostId',
  schema: {
    summary: 'Change what is allowed of a server; its host stays, as its secret is for that host alone',
    params: HostParams,
    body: z.strictObject({
      allowed_host: z.strictObject({
        revision: Count,
        allows_private: z.boolean().optional(),
        /** Null removes the stored header; without it, it stays. */
        secret_header: SecretHeader.nullable().optional(),
      }),
    }),
    response: { 200: HostResponse },
  },
  config: { policy: 'manage_tenants', audited: true, errors: ['AUTH_TENANT_NOT_FOUND', 'ALLOWED_HOST_NOT_FOUND', 'REVISION_MISMATCH'] },
} as const satisfies Endpoint

export const deleteAllowedHost = {
  method: 'DELETE',
  url: '/api/v1/tenant/:id/allowed_host/:hostId',
  schema: {
    summary: 'No longer allow the workflows of a tenant to call a server',
    params: HostParams,
    response: { 200: Success },
  },
  config: { policy: 'manage_tenants', audited: true, errors: ['AUTH_TENANT_NOT_FOUND', 'ALLOWED_HOST_NOT_FOUND'] },
} as const satisfies Endpoint
