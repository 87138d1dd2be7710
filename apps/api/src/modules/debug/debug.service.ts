import type { ServerConfig } from '@heddle/config/config'
import { listShownSettings } from '@heddle/config/shown-settings'
import type { CallBucket, DebugCommon, DebugFeature } from '@heddle/contracts/debug/debug'
import { limits } from '@heddle/contracts/limits'
import { Id } from '@heddle/contracts/wire'
import type { PrismaClient } from '@heddle/db/client'
import { version } from '../../platform/version.ts'
import type { FilledBucket } from '../../platform/http/call-buckets.ts'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { presentReservation } from '../usage-limit/usage-limit.presenter.ts'
import type { UsageLimitService } from '../usage-limit/usage-limit.service.ts'

type DebugDependencies = {
  readonly config: ServerConfig
  readonly db: PrismaClient
  readonly now: () => Date
  readonly usageLimits: UsageLimitService
}

const readFeatures = (config: ServerConfig): Record<DebugFeature, boolean> => ({
  error_reporting: config.errorReporting !== undefined,
  tracing: config.tracing !== undefined,
  metrics_for_others: config.metrics.token !== undefined,
  external_logins: config.externalLogins.length > 0,
  bucket: config.files.s3 !== undefined,
  text_recognition: config.ocrDataDir !== undefined,
  site_chapters: config.helpDir !== undefined,
  proxies: config.trustProxy !== undefined,
})

/** Buckets of which the users are looked up: the callers of a process may be thousands, of all tenants. */
const maxLookedUp = 1_000

export type DebugService = ReturnType<typeof createDebugService>

export function createDebugService({ config, db, now, usageLimits }: DebugDependencies) {
  /** The buckets of the tenant's users: the actor's own first, then the fullest. */
  async function findBuckets({ id: ownId, tenantId }: Actor, filled: readonly FilledBucket[]): Promise<CallBucket[]> {
    const isOwn = ({ caller }: FilledBucket) => caller === ownId
    const known = [...filled.filter(isOwn), ...filled.filter((bucket) => !isOwn(bucket) && Id.safeParse(bucket.caller).success)].slice(
      0,
      maxLookedUp,
    )
    const ids = known.map(({ caller }) => caller)
    const users = await db.user.findMany({ where: { tenantId, id: { in: ids } }, select: { id: true, name: true } })
    const names = new Map(users.map(({ id, name }) => [id, name]))
    return known
      .filter(({ caller }) => names.has(caller))
      .slice(0, limits.debugRows)
      .map(({ caller, kind, used, max, emptyAt }) => ({
        user: { id: caller, name: presentText(names.get(caller)) },
        is_own: caller === ownId,
        kind,
        used,
        max,
        resets_at: presentTime(emptyAt),
      }))
  }

  return {
    getDebugCommon: (): DebugCommon => ({
      version,
      runtime: process.version,
      environment: config.environment,
      started_at: presentTime(new Date(now().getTime() - process.uptime() * 1_000)),
      now: presentTime(now()),
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      features: (Object.entries(readFeatures(config)) as [DebugFeature, boolean][]).map(([feature, isOn]) => ({ feature, is_on: isOn })),
      settings: listShownSettings(config).map(({ name, value, isHidden }) => ({ name, value, is_hidden: isHidden })),
    }),

    async getDebugLimits(actor: Actor, filled: readonly FilledBucket[]) {
      const [buckets, { reservations, hasMore }] = await Promise.all([
        findBuckets(actor, filled),
        usageLimits.listReservations(actor, limits.debugRows),
      ])
      return { buckets, reservations: reservations.map((row) => presentReservation(actor, row)), has_more_reservations: hasMore }
    },
  }
}
