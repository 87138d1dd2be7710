// The job of a web page: visits it, and has a changed content ingested. The source names the job; a job that it no longer names writes
// nothing.
import { errorMessages } from '@heddle/contracts/error-messages'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import type { FastifyBaseLogger } from 'fastify'
import { createHash, randomUUIDv7 } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { z } from 'zod'
import { cancelRemoval, removeSoon } from '../../../../platform/files/file-removal.sql.ts'
import type { FileStore } from '../../../../platform/files/file-store.ts'
import { storeFile } from '../../../../platform/files/store-file.ts'
import { AppError } from '../../../../platform/errors/app-error.ts'
import { withUploadFolder } from '../../../../platform/http/upload-intake.ts'
import type { JobSender, RunningJob } from '../../../../platform/jobs/job-queue.ts'
import type { AllowedHostService } from '../../../tenant/allowed-host/allowed-host.service.ts'
import { enqueueIngestion, enqueueSource, priorities } from '../ingestion.jobs.ts'
import { lockCollection } from '../source.sql.ts'
import { claimDuePages } from './due-pages.sql.ts'
import { type FetchedPage, type Validators, visitPage } from './page-fetcher.ts'
import { findPagePermission } from './page-permission.ts'
import { toAddressTitle } from './page-title.ts'
import { findNextVisit } from './visit-times.ts'

type PageSyncDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly files: FileStore
  readonly jobs: JobSender
  readonly allowedHosts: AllowedHostService
  readonly now: () => Date
  readonly log: FastifyBaseLogger
}

const JobData = z.object({ sourceId: z.uuid(), jobId: z.uuid() })

const duePagesPerRun = 50
/** Of the transaction that adds the pages of a sitemap, thousands of them. */
const addTimeout = 60_000
/** Contents of a page that are kept beside the one that is searched. */
const keptVersions = 3

async function findPage(db: PrismaClient, id: string, jobId: string) {
  const page = await db.source.findFirst({
    where: { id, jobId, kind: 'url' },
    include: {
      collection: { select: { id: true, tenantId: true, isPaused: true } },
      versions: { orderBy: { id: 'desc' }, take: 1, select: { bytesHash: true } },
    },
  })
  return page?.collection ? { ...page, collection: page.collection } : null
}

type Page = NonNullable<Awaited<ReturnType<typeof findPage>>>

export function createPageSync({ db, pool, files, jobs, allowedHosts, now, log }: PageSyncDependencies) {
  const afterSuccess = ({ recurrenceSeconds }: Page, { etag, lastModified }: Validators) => ({
    etag,
    lastModified,
    checkedAt: now(),
    dueAt: findNextVisit(now(), { recurrenceSeconds, failures: 0 }),
    syncFailures: 0,
  })

  /** Changes the source if it still names its job. */
  async function change(tx: Queryable, { id, jobId }: Page, data: Prisma.SourceUncheckedUpdateManyInput): Promise<boolean> {
    const { count } = await tx.source.updateMany({ where: { id, jobId }, data })
    return count === 1
  }

  /** A source that waits for its content has it ingested; one that is indexed stays as it is. */
  async function keepContent(page: Page, validators: Validators) {
    const sender = await jobs.open()
    await db.$transaction(async (tx) => {
      const visited = { ...afterSuccess(page, validators), failure: Prisma.DbNull }
      if (page.state === 'indexed') return change(tx, page, { ...visited, jobId: null })
      const jobId = randomUUIDv7()
      const isChanged = await change(tx, page, { ...visited, state: 'queued', jobId })
      if (isChanged) await enqueueIngestion(tx, sender, { id: page.id, jobId, tenantId: page.collection.tenantId }, priorities.person)
      return isChanged
    })
  }

  async function storeContent(page: Page, fetched: FetchedPage, bytesHash: string, validators: Validators) {
    const { id, collection } = page
    const [versionId, jobId] = [randomUUIDv7(), randomUUIDv7()]
    const storageKey = `${collection.tenantId}/${versionId}`
    const sender = await jobs.open()
    await withUploadFolder(async (folder) => {
      const path = join(folder, 'page')
      await writeFile(path, fetched.bytes)
      await storeFile({ pool, files, log }, storageKey, path)
    })
    try {
      await db.$transaction(async (tx) => {
        const title = chooseTitle(page, fetched)
        const changes = { ...afterSuccess(page, validators), title, state: 'queued', jobId, failure: Prisma.DbNull } as const
        if (!(await change(tx, page, changes)) || !(await cancelRemoval(tx, storageKey))) throw new SupersededError()
        const { name, mediaType, bytes } = fetched
        await tx.sourceVersion.create({
          data: { id: versionId, sourceId: id, storageKey, name, mediaType, sizeBytes: bytes.length, bytesHash },
        })
        const outdated = await tx.sourceVersion.findMany({
          where: { sourceId: id, activeOf: null },
          orderBy: { id: 'desc' },
          skip: keptVersions,
          select: { id: true },
        })
        await tx.sourceVersion.deleteMany({ where: { id: { in: outdated.map((version) => version.id) } } })
        const priority = page.state === 'queued' ? priorities.person : priorities.schedule
        await enqueueIngestion(tx, sender, { id, jobId, tenantId: collection.tenantId }, priority)
      })
    } catch (error) {
      await removeSoon(pool, [storageKey])
      if (!(error instanceof SupersededError)) throw error
    }
  }

  /** Adds the pages of a sitemap that the collection does not have; they are due at once. */
  async function addPages(page: Page, addresses: readonly string[], validators: Validators) {
    const { recurrenceSeconds, tags, language, isLanguageSet, enabled, validFrom, validUntil, createdById } = page
    const { id: collectionId, tenantId } = page.collection
    await db.$transaction(
      async (tx) => {
        if (!(await lockCollection(tx, tenantId, collectionId))) return
        const known = await tx.source.findMany({ where: { collectionId, url: { in: [...addresses] } }, select: { url: true } })
        const knownUrls = new Set(known.map(({ url }) => url))
        const room = limits.sourcesPerCollection - (await tx.source.count({ where: { collectionId } }))
        const added = addresses.filter((address) => !knownUrls.has(address)).slice(0, Math.max(room, 0))
        const total = addresses.length
        const changes = { ...afterSuccess(page, validators), state: 'indexed', jobId: null, failure: Prisma.DbNull } as const
        if (!(await change(tx, page, { ...changes, pagesDone: total, pagesTotal: total }))) return
        const shared = { collectionId, recurrenceSeconds, tags, language, isLanguageSet, enabled, validFrom, validUntil, createdById }
        await tx.source.createMany({
          data: added.map((url) => ({ ...shared, kind: 'url' as const, url, title: toAddressTitle(url), dueAt: now() })),
        })
      },
      { timeout: addTimeout },
    )
  }

  async function saveFailure(page: Page, { code, params }: AppError) {
    const failures = page.syncFailures + 1
    const failure = { code, message: errorMessages[code], ...(params && { params: { ...params } }) } as Prisma.InputJsonObject
    await change(db, page, {
      failure,
      jobId: null,
      syncFailures: failures,
      checkedAt: now(),
      dueAt: findNextVisit(now(), { recurrenceSeconds: page.recurrenceSeconds, failures }),
      // What is indexed stays searched, but a page that waits for this visit has failed.
      ...((page.activeVersionId === null || page.state === 'queued') && { state: 'failed' as const }),
    })
  }

  return {
    /** Visits the page of a job. */
    async syncPage({ data, isLastAttempt, signal }: RunningJob): Promise<void> {
      const { sourceId, jobId } = JobData.parse(data)
      const page = await findPage(db, sourceId, jobId)
      if (!page || page.url === null || page.collection.isPaused) return
      const findPermission = findPagePermission(await allowedHosts.loadPermissions(page.collection.tenantId))
      const [latest] = page.versions
      const validators = latest ? { etag: page.etag, lastModified: page.lastModified } : { etag: null, lastModified: null }
      try {
        const visit = await visitPage({ url: page.url, ...validators }, findPermission, signal)
        if (visit.type === 'unchanged') return await keepContent(page, visit)
        if (visit.type === 'sitemap') return await addPages(page, visit.pages, visit)
        const bytesHash = createHash('sha256').update(visit.bytes).digest('hex')
        if (bytesHash === latest?.bytesHash) await keepContent(page, visit)
        else await storeContent(page, visit, bytesHash, visit)
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof AppError) return await saveFailure(page, error)
        if (isLastAttempt) await saveFailure(page, new AppError('SOURCE_FAILED'))
        throw error
      }
    },

    /** Adds the jobs of due pages. */
    async enqueueDuePages(): Promise<void> {
      const sender = await jobs.open()
      await db.$transaction(async (tx) => {
        for (const page of await claimDuePages(tx, duePagesPerRun))
          await enqueueSource(tx, sender, { ...page, kind: 'url' }, priorities.schedule)
      })
    },
  }
}

/** A page that was given no title is called what it calls itself. */
const chooseTitle = ({ url, title }: Page, fetched: FetchedPage) =>
  fetched.title !== null && url !== null && title === toAddressTitle(url) ? fetched.title : title

/** The source has another job by now. */
class SupersededError extends Error {
  override readonly name = 'SupersededError'
}
