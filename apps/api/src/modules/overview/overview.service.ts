// What an administrator looks at first. Each part is read by itself and has an end: one that fails or hangs takes no other with it.
import type { Overview } from '@heddle/contracts/overview/overview'
import type { PrismaClient } from '@heddle/db/client'
import type { Pool } from 'pg'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { ModelEndpointService } from '../model/endpoint/model-endpoint.service.ts'
import { presentNearUsageLimit } from '../usage-limit/usage-limit.presenter.ts'
import type { UsageLimitService } from '../usage-limit/usage-limit.service.ts'
import type { UsageReportService } from '../usage/report/usage-report.service.ts'
import type { HealthService } from './health.service.ts'
import { countSourceAttention } from './overview.sql.ts'

/** Longer than any part takes on a healthy installation. */
const patienceMs = 2_000
const expiringDays = 30
const feedbackDays = 7
const backupDays = 7
const namedCollections = 8
const namedLimits = 5
const dayMs = 24 * 60 * 60 * 1_000

type OverviewDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly now: () => Date
  readonly health: HealthService
  readonly modelEndpoints: ModelEndpointService
  readonly usageReports: UsageReportService
  readonly usageLimits: UsageLimitService
}

export type OverviewService = ReturnType<typeof createOverviewService>

export function createOverviewService({ db, pool, now, health, modelEndpoints, usageReports, usageLimits }: OverviewDependencies) {
  async function readIngestion({ tenantId }: Actor): Promise<NonNullable<Overview['ingestion']>> {
    const { _count, _min } = await db.source.aggregate({
      where: {
        collection: { tenantId, isPaused: false },
        state: { in: ['queued', 'parsing', 'chunking', 'embedding'] },
      },
      _count: { _all: true },
      _min: { updatedAt: true },
    })
    return { sources: _count._all, oldest_at: _min.updatedAt && presentTime(_min.updatedAt) }
  }

  async function readBackup(): Promise<NonNullable<Overview['backup']>> {
    const last = await db.backup.findFirst({ orderBy: { finishedAt: 'desc' } })
    if (!last) return { is_recent: false, last_at: null }
    return { is_recent: now().getTime() - last.finishedAt.getTime() <= backupDays * dayMs, last_at: presentTime(last.finishedAt) }
  }

  async function readSources({ tenantId }: Actor): Promise<NonNullable<Overview['sources']>> {
    const { collections, ...counts } = await countSourceAttention(pool, tenantId, { days: expiringDays, top: namedCollections, now: now() })
    return { ...counts, expiring_days: expiringDays, collections: collections.map((row) => ({ ...row, name: presentText(row.name) })) }
  }

  async function readFeedback({ tenantId }: Actor): Promise<NonNullable<Overview['feedback']>> {
    const from = new Date(now().getTime() - feedbackDays * dayMs).toISOString().slice(0, 10)
    const { _all: bad, reason: withReason } = await db.messageFeedback.count({
      where: { tenantId, rating: 'bad', createdAt: { gte: new Date(from) } },
      select: { _all: true, reason: true },
    })
    return { bad, with_reason: withReason, from, days: feedbackDays }
  }

  async function readLimits(actor: Actor): Promise<NonNullable<Overview['limits']>> {
    const { rows, nextPageToken } = await usageLimits.queryNearUsageLimits(actor, { page_size: namedLimits })
    return { near: rows.map(presentNearUsageLimit), has_more: nextPageToken !== undefined }
  }

  return {
    async getOverview(actor: Actor): Promise<Overview> {
      const [models, worker, ingestion, storage, backup, sources, feedback, limits, today] = await Promise.all([
        health.readInTime('models', patienceMs, modelEndpoints.summarizeHealth(actor)),
        health.readInTime('worker', patienceMs, health.readWorker()),
        health.readInTime('ingestion', patienceMs, readIngestion(actor)),
        health.readInTime('storage', patienceMs, health.readStorage()),
        health.readInTime('backup', patienceMs, readBackup()),
        health.readInTime('sources', patienceMs, readSources(actor)),
        health.readInTime('feedback', patienceMs, readFeedback(actor)),
        health.readInTime('limits', patienceMs, readLimits(actor)),
        health.readInTime('today', patienceMs, usageReports.getUsageOfDay(actor, now())),
      ])
      return { models, worker, ingestion, storage, backup, sources, feedback, limits, today }
    },
  }
}
