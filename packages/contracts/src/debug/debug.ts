// What the debug views show of the process that responds and of what it depends on: numbers, states and codes. Never a key, a password
// or anything of content. The endpoints exist only where the configuration allows the views.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ErrorCode } from '../errors.ts'
import { limits } from '../limits.ts'
import { Overview, UnavailableEndpoint } from '../overview/overview.ts'
import { schemaIds } from '../schema-ids.ts'
import { UsageLimitRule, UsageLimitTarget } from '../usage-limit/usage-limit.ts'
import { Count, Id, Success, Timestamp } from '../wire.ts'

export const ShownSetting = z.object({
  /** The name of the environment variable. */
  name: z.string(),
  /** Null without a value, and where it is hidden. */
  value: z.string().nullable(),
  /** Whether there is a value that is not shown. */
  is_hidden: z.boolean(),
})
export type ShownSetting = z.infer<typeof ShownSetting>
schemaIds.add(ShownSetting, { id: 'ShownSetting' })

/** What a setting turns on. */
export const DebugFeature = z.enum([
  'error_reporting',
  'tracing',
  'metrics_for_others',
  'external_logins',
  'bucket',
  'text_recognition',
  'site_chapters',
  'proxies',
])
export type DebugFeature = z.infer<typeof DebugFeature>
schemaIds.add(DebugFeature, { id: 'DebugFeature' })

export const DebugCommon = z.object({
  version: z.string(),
  /** Of Node.js. */
  runtime: z.string(),
  environment: z.string(),
  started_at: Timestamp,
  /** The clock of the process and its time zone. */
  now: Timestamp,
  time_zone: z.string(),
  features: z.array(z.object({ feature: DebugFeature, is_on: z.boolean() })),
  settings: z.array(ShownSetting),
})
export type DebugCommon = z.infer<typeof DebugCommon>
schemaIds.add(DebugCommon, { id: 'DebugCommon' })

export const getDebugCommon = {
  method: 'GET',
  url: '/api/v1/debug/common',
  schema: {
    summary: 'Version, features, clock and configuration of the process, without secrets',
    response: { 200: z.object({ common: DebugCommon }) },
  },
  config: { policy: 'administer' },
} as const satisfies Endpoint

const latency = { latency_ms: Count }

/** A model endpoint of the tenant that is turned on, and how long it took to list its models. */
export const MeasuredEndpoint = z.object({
  id: Id,
  name: z.string(),
  is_from_environment: z.boolean(),
  /** As the calls of the process have shown it. */
  state: z.enum(['available', 'untried', ...UnavailableEndpoint.shape.state.options]),
  ...latency,
  /** Why it listed none; null when it did. */
  error: ErrorCode.nullable(),
})
export type MeasuredEndpoint = z.infer<typeof MeasuredEndpoint>
schemaIds.add(MeasuredEndpoint, { id: 'MeasuredEndpoint' })

/** The jobs of a queue of the installation. */
export const QueueState = z.object({
  queue: z.string(),
  waiting: Count,
  active: Count,
  /** In the last month, for the last time. */
  failed: Count,
  /** How long the job waits that is due the longest. */
  delay_seconds: Count,
})
export type QueueState = z.infer<typeof QueueState>
schemaIds.add(QueueState, { id: 'QueueState' })

/** Each part is read by itself: null is one that could not be read in time. */
export const DebugBackend = z.object({
  process: z.object({ memory_mb: Count }),
  models: z.array(MeasuredEndpoint).nullable(),
  database: z.object({ ...latency, version: z.string(), connections: z.object({ open: Count, idle: Count, waiting: Count }) }).nullable(),
  queue: z.object({ ...latency, worker: Overview.shape.worker, queues: z.array(QueueState) }).nullable(),
  storage: z.object({ ...latency, ...Overview.shape.storage.unwrap().shape }).nullable(),
})
export type DebugBackend = z.infer<typeof DebugBackend>
schemaIds.add(DebugBackend, { id: 'DebugBackend' })

export const getDebugBackend = {
  method: 'GET',
  url: '/api/v1/debug/backend',
  schema: {
    summary: 'What the process depends on, each with the time that it took now: models of the tenant, database, queues and file store',
    response: { 200: z.object({ backend: DebugBackend }) },
  },
  config: { policy: 'administer' },
} as const satisfies Endpoint

export const RecentError = z.object({
  at: Timestamp,
  level: z.enum(['error', 'fatal']),
  /** The fixed sentence of the log. */
  sentence: z.string(),
  request_id: z.string().nullable(),
  /** Where it happened: code, route, task or queue. */
  tags: z.record(z.string(), z.string()),
  /** The error and what caused it, by type and code; a message may quote content and is left out, unless it is about code. */
  causes: z.array(z.object({ type: z.string(), code: z.string().nullable(), message: z.string() })),
})
export type RecentError = z.infer<typeof RecentError>
schemaIds.add(RecentError, { id: 'RecentError' })

export const listRecentErrors = {
  method: 'GET',
  url: '/api/v1/debug/error',
  schema: {
    summary: 'The last errors that the process has logged, the latest first',
    response: { 200: z.object({ errors: z.array(RecentError).max(limits.recentErrors), since: Timestamp }) },
  },
  config: { policy: 'administer' },
} as const satisfies Endpoint

/** How much of the allowed rate of calls a user has used, in the process. */
export const CallBucket = z.object({
  user: UsageLimitTarget,
  is_own: z.boolean(),
  /** `light`: files and probes. */
  kind: z.enum(['calls', 'light']),
  used: Count,
  max: Count,
  /** When it is empty again, if no call comes. */
  resets_at: Timestamp,
})
export type CallBucket = z.infer<typeof CallBucket>
schemaIds.add(CallBucket, { id: 'CallBucket' })

/** What a running reply holds of a limit until its usage is known. */
export const HeldReservation = z.object({
  run_id: Id,
  created_at: Timestamp,
  /** Whether it counts for the actor alone. */
  is_own: z.boolean(),
  /** In the unit of the rule. */
  amount: z.number(),
  rule: UsageLimitRule,
})
export type HeldReservation = z.infer<typeof HeldReservation>
schemaIds.add(HeldReservation, { id: 'HeldReservation' })

export const getDebugLimits = {
  method: 'GET',
  url: '/api/v1/debug/limit',
  schema: {
    summary: 'The fullest buckets of the rate limit and the latest reservations of usage, of the tenant',
    response: {
      200: z.object({
        buckets: z.array(CallBucket).max(limits.debugRows),
        reservations: z.array(HeldReservation).max(limits.debugRows),
        has_more_reservations: z.boolean(),
      }),
    },
  },
  config: { policy: 'administer' },
} as const satisfies Endpoint

export const causeTestError = {
  method: 'POST',
  url: '/api/v1/debug/error/test',
  schema: {
    summary: 'Fails with an unexpected error, so that the log and the error-reporting service receive it',
    response: { 200: Success },
  },
  config: { policy: 'administer', audited: true },
} as const satisfies Endpoint
