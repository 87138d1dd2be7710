// What an administrator looks at first: whether all is well, what needs attention, and today's usage. Nothing of content.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { schemaIds } from '../schema-ids.ts'
import { NearUsageLimit } from '../usage-limit/usage-limit.ts'
import { UsagePeriod } from '../usage/usage-report.ts'
import { Count, Id, LocalizedText, Timestamp } from '../wire.ts'

const NamedEndpoint = z.object({ id: Id, name: z.string(), is_from_environment: z.boolean() })

/** An endpoint of the tenant that does not work, as the last calls have shown it. */
export const UnavailableEndpoint = NamedEndpoint.extend({
  /** `key_missing`: the key was encrypted with another secret of the installation. */
  state: z.enum(['unreachable', 'paused', 'key_refused', 'key_missing']),
})
export type UnavailableEndpoint = z.infer<typeof UnavailableEndpoint>
schemaIds.add(UnavailableEndpoint, { id: 'UnavailableEndpoint' })

/** A collection some of whose sources need attention. */
export const CollectionAttention = z.object({
  id: Id,
  name: LocalizedText,
  failed: Count,
  /** Sources that are switched on although their last day has passed, or passes within `expiring_days`. */
  expired: Count,
  expiring: Count,
})
export type CollectionAttention = z.infer<typeof CollectionAttention>
schemaIds.add(CollectionAttention, { id: 'CollectionAttention' })

const UsageOfDay = UsagePeriod.omit({ first_token_ms: true, total_ms: true, errors: true })
export type UsageOfDay = z.infer<typeof UsageOfDay>

/** Each part is read by itself: null is one that could not be read in time. */
export const Overview = z.object({
  models: z
    .object({
      /** Endpoints that are switched on. */
      endpoints: Count,
      unavailable: z.array(UnavailableEndpoint),
      /** Those of which no call is known. */
      untried: z.array(NamedEndpoint),
    })
    .nullable(),
  /** Of the installation. */
  worker: z
    .object({
      is_running: z.boolean(),
      /** When one last did its rounds; null when none ever did. */
      last_seen_at: Timestamp.nullable(),
      /** How long the job waits that is due the longest; 0 when none does. */
      delay_seconds: Count,
    })
    .nullable(),
  /** Sources of the tenant on their way into the index. */
  ingestion: z.object({ sources: Count, oldest_at: Timestamp.nullable() }).nullable(),
  /** Of the installation: whether files are kept, and the room for them; null room in a bucket. */
  storage: z.object({ state: z.enum(['ok', 'low', 'failed']), free_mb: Count.nullable() }).nullable(),
  /** Of the installation: when a backup was last recorded; null when none was. */
  backup: z.object({ is_recent: z.boolean(), last_at: Timestamp.nullable() }).nullable(),
  /** The collections with the most such sources, and the sums over all. */
  sources: z
    .object({
      collections: z.array(CollectionAttention),
      failed: Count,
      expired: Count,
      expiring: Count,
      expiring_days: Count,
    })
    .nullable(),
  /** Bad ratings since the day, `days` ago. */
  feedback: z.object({ bad: Count, with_reason: Count, from: z.iso.date(), days: Count }).nullable(),
  /** The limits that are nearest to their end, or reached. */
  limits: z.object({ near: z.array(NearUsageLimit), has_more: z.boolean() }).nullable(),
  /** The usage of the day that it is in the tenant's time zone. */
  today: z.object({ day: z.iso.date(), time_zone: z.string(), usage: UsageOfDay }).nullable(),
})
export type Overview = z.infer<typeof Overview>
schemaIds.add(Overview, { id: 'Overview' })

export const getOverview = {
  method: 'GET',
  url: '/api/v1/system/overview',
  schema: {
    summary: 'Health, what needs attention, and the usage of today, for the administrators of the tenant',
    response: { 200: z.object({ overview: Overview }) },
  },
  config: { policy: 'administer' },
} as const satisfies Endpoint
