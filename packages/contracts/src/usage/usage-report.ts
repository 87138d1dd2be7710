// What was used: sums over days of the tenant's time zone, for oneself, for the users and for a tenant. Nothing of content.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ErrorCode } from '../errors.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Id, IdParams, Line, LocalizedText, noNul, PageInfo, PageQuery } from '../wire.ts'

/** What a model was called for: a reply, the title of a chat, a test, the texts of a source, a search of one's own, an evaluation. */
export const UsageFlow = z.enum(['chat', 'title', 'test', 'ingest', 'search', 'eval'])
export type UsageFlow = z.infer<typeof UsageFlow>

export const UsageOutcome = z.enum(['completed', 'stopped', 'failed', 'interrupted'])
export type UsageOutcome = z.infer<typeof UsageOutcome>

export const UsageInterval = z.enum(['day', 'week', 'month'])
export type UsageInterval = z.infer<typeof UsageInterval>

/** By `error` only what failed or was interrupted. */
export const UsageDimension = z.enum(['user', 'group', 'assistant', 'workflow', 'model', 'endpoint', 'flow', 'error'])
export type UsageDimension = z.infer<typeof UsageDimension>

/** A day of the tenant's time zone, as 2026-11-23. */
const Day = z.iso.date().refine((day) => day >= '2000-01-01', 'Before the year 2000')

const Selection = {
  /** The first and the last day, at most limits.usageDays of them. */
  from: Day,
  to: Day,
  assistant_id: Id.optional(),
  model_name: z.string().min(1).max(200).regex(noNul).optional(),
  flow: UsageFlow.optional(),
  outcome: UsageOutcome.optional(),
  /** Of runs that failed or were interrupted. */
  error_code: ErrorCode.optional(),
}

/** Which usage is counted. */
export const UsageFilters = z.strictObject({
  ...Selection,
  user_id: Id.optional(),
  /** A group that the user was in at the time. */
  group_id: Id.optional(),
  workflow_id: Id.optional(),
  /** Of the model server. */
  endpoint_id: Id.optional(),
})
export type UsageFilters = z.infer<typeof UsageFilters>

const Presentation = {
  /** The width of a point of the series; a day unless given. Weeks begin on Monday. */
  interval: UsageInterval.optional(),
  /** Rows of a breakdown before the others are summed up; 10 unless given. */
  top: z.coerce.number<number>().int().min(1).max(limits.usageBreakdownRows).optional(),
}

export const UsageReportQuery = UsageFilters.extend(Presentation)
export const OwnUsageQuery = z.strictObject({ ...Selection, ...Presentation })

/** At the prices of the time of each call, which never change afterwards. */
export const UsageCost = z.object({
  /** ISO 4217. */
  currency: z.string(),
  /** A decimal number. */
  amount: z.string(),
})
export type UsageCost = z.infer<typeof UsageCost>
schemaIds.add(UsageCost, { id: 'UsageCost' })

export const UsageFigures = z.object({
  /** Questions that were asked in chats, whatever became of them. */
  requests: z.int(),
  /** Every use of models: replies, and titles, tests, ingests, searches and evaluations beside them. */
  runs: z.int(),
  /** The runs by their end. */
  outcomes: z.object({ completed: z.int(), stopped: z.int(), failed: z.int(), interrupted: z.int() }),
  /** Runs whose tokens were counted by us, because an endpoint reported nothing. */
  estimated_runs: z.int(),
  input_tokens: z.int(),
  /** Of the input. */
  cached_tokens: z.int(),
  output_tokens: z.int(),
  /** Of the output. */
  reasoning_tokens: z.int(),
  cost: z.array(UsageCost),
  /** Calls of models that had no price, which `cost` leaves out. */
  unpriced_calls: z.int(),
})
export type UsageFigures = z.infer<typeof UsageFigures>
schemaIds.add(UsageFigures, { id: 'UsageFigures' })

/** Milliseconds, with a relative error of at most 1 %. */
const Durations = z.object({ p50: z.number(), p95: z.number() })

/** The usage of a span of time. The durations are those of completed runs of one flow: `chat`, unless another is selected. */
export const UsagePeriod = UsageFigures.extend({
  /** Users who asked something. */
  active_users: z.int(),
  first_token_ms: Durations.nullable(),
  total_ms: Durations.nullable(),
  /** The runs that failed or were interrupted, by their error code; null where it is not known. The most frequent first. */
  errors: z.array(z.object({ code: z.string().nullable(), runs: z.int() })),
})
export type UsagePeriod = z.infer<typeof UsagePeriod>
schemaIds.add(UsagePeriod, { id: 'UsagePeriod' })

export const UsagePoint = UsagePeriod.extend({
  /** The first selected day of the interval. */
  day: z.iso.date(),
})
export type UsagePoint = z.infer<typeof UsagePoint>
schemaIds.add(UsagePoint, { id: 'UsagePoint' })

export const UsageBreakdownRow = UsageFigures.extend({
  /** The id, or the name of the model, the flow, the error code; null for usage without one, as of users without a group. */
  key: z.string().nullable(),
  /** Null for what was deleted since, and for models, flows and error codes, which are their own names. */
  name: LocalizedText.nullable(),
})
export type UsageBreakdownRow = z.infer<typeof UsageBreakdownRow>
schemaIds.add(UsageBreakdownRow, { id: 'UsageBreakdownRow' })

export const UsageBreakdown = z.object({
  by: UsageDimension,
  /** Those with the most tokens. A user of several groups counts in each of them. */
  rows: z.array(UsageBreakdownRow),
  /** What is not in `rows`, and how many keys that is; null when `rows` has all. */
  other: UsageFigures.extend({ keys: z.int() }).nullable(),
})
export type UsageBreakdown = z.infer<typeof UsageBreakdown>
schemaIds.add(UsageBreakdown, { id: 'UsageBreakdown' })

const DayRange = z.object({ from: z.iso.date(), to: z.iso.date() })

export const UsageReport = z.object({
  /** IANA: the days are those of this zone. */
  time_zone: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  interval: UsageInterval,
  total: UsagePeriod,
  /** As many days, right before `from`. */
  previous: DayRange.extend({ total: UsagePeriod }),
  /** Every interval of the range, also those without usage. */
  series: z.array(UsagePoint),
  breakdowns: z.array(UsageBreakdown),
})
export type UsageReport = z.infer<typeof UsageReport>
schemaIds.add(UsageReport, { id: 'UsageReport' })

const ReportResponse = z.object({ usage: UsageReport })

export const getOwnUsage = {
  method: 'GET',
  url: '/api/v1/usage/me',
  schema: {
    summary: 'What the actor has used: by assistant, model, flow and error',
    querystring: OwnUsageQuery,
    response: { 200: ReportResponse },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const getUsageSummary = {
  method: 'GET',
  url: '/api/v1/usage/summary',
  schema: {
    summary: 'What the tenant of the actor has used',
    querystring: UsageReportQuery,
    response: { 200: ReportResponse },
  },
  config: { policy: 'read_usage' },
} as const satisfies Endpoint

export const getTenantUsage = {
  method: 'GET',
  url: '/api/v1/usage/tenant/:id',
  schema: {
    summary: 'What a tenant has used: any for super users, the own one for administrators',
    params: IdParams,
    querystring: UsageReportQuery,
    response: { 200: ReportResponse.extend({ tenant: z.object({ id: Id, name: LocalizedText }) }) },
  },
  config: { policy: 'read_usage', errors: ['AUTH_TENANT_NOT_FOUND'] },
} as const satisfies Endpoint

export const userUsageSorts = ['tokens', 'requests', 'cost', 'failures', 'last_used_on', 'name'] as const

export const UserUsage = UsageFigures.extend({
  user: z.object({
    id: Id,
    /** Null for a user who was deleted. */
    name: LocalizedText.nullable(),
    email: z.string(),
  }),
  last_used_on: z.iso.date(),
  /** In as many days, right before `from`. */
  previous: z.object({ requests: z.int(), tokens: z.int() }),
})
export type UserUsage = z.infer<typeof UserUsage>
schemaIds.add(UserUsage, { id: 'UserUsage' })

export const queryUserUsage = {
  method: 'POST',
  url: '/api/v1/usage/user/query',
  schema: {
    summary: 'The users of the tenant who have used something, by default those with the most tokens first',
    body: PageQuery.extend(UsageFilters.shape).extend({
      /** In the name in any language, the email, the account. */
      keyword: Line.max(200).optional(),
      /** By cost: that in the currency in which the most users have one. */
      sort: z.enum(userUsageSorts).optional(),
      direction: z.enum(['asc', 'desc']).optional(),
    }),
    response: {
      200: PageInfo.extend({
        time_zone: z.string(),
        previous: DayRange,
        users: z.array(UserUsage),
      }),
    },
  },
  config: { policy: 'read_usage' },
} as const satisfies Endpoint
