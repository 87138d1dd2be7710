// Sources that are there. Who calls has the permission `manage_knowledge`, so every collection of the tenant is the caller's to edit.
import type { querySources, SourceAction, updateSource } from '@heddle/contracts/collection/source'
import { sourceSorts } from '@heddle/contracts/collection/source'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { type StoredFile, toStoredFile } from '../../../platform/files/store-file.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import type { JobSender, OpenJobSender } from '../../../platform/jobs/job-queue.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { cancelIngestion, enqueueIngestion, enqueueSource } from './ingestion.jobs.ts'
import { toAuditedFields, toSourceTarget } from './source.audit.ts'
import { presentSource } from './source.presenter.ts'
import { assertValidity, toSourceColumns } from './source-properties.ts'
import type { SourceRepository, SourceRow } from './source.repository.ts'
import { canCancel, canRetry, changeTags } from './source.rules.ts'
import { lockCollection } from './source.sql.ts'
import { findNextVisit } from './web/visit-times.ts'

type SourceDependencies = {
  readonly db: PrismaClient
  readonly rows: SourceRepository
  readonly files: FileStore
  readonly jobs: JobSender
  readonly paging: Paging
  readonly audit: AuditService
}

type SourceList = z.output<typeof querySources.schema.body>
type SourceUpdate = z.output<typeof updateSource.schema.body>
type ChosenSource = Awaited<ReturnType<SourceRepository['findAll']>>[number]
type Work = {
  readonly tx: Queryable
  readonly jobs: OpenJobSender
  readonly tenantId: string
  readonly collectionId: string
  readonly isPaused: boolean
}

const Filters = z.object({
  collection_id: z.string(),
  keyword: z.string().optional(),
  state: z.array(z.string()).optional(),
  kind: z.array(z.string()).optional(),
  tag: z.string().optional(),
  findings: z.array(z.string()).optional(),
  sort: z.enum(sourceSorts),
  direction: z.enum(['asc', 'desc']),
})

/** Throws `BAD_REQUEST` for a source that is not fetched. */
function assertPage({ kind }: SourceRow) {
  if (kind !== 'url') throw new AppError('BAD_REQUEST', { params: { fields: [{ path: 'params/sourceId', message: 'Not a web page' }] } })
}

/** Milliseconds: a few statements a source, up to a hundred of them at once. */
const actionTimeout = 60_000

export type SourceService = ReturnType<typeof createSourceService>

export function createSourceService({ db, rows, files, jobs, paging, audit }: SourceDependencies) {
  const list = paging.defineList({
    name: 'sources',
    filters: Filters,
    key: z.object({ value: z.string(), id: z.string() }),
    owner: 'collection_id',
    defaultSize: limits.chatPageSize,
  })

  async function assertCollection(actor: Actor, id: string, on?: Queryable) {
    if (!(await rows.hasCollection(actor.tenantId, id, on))) throw new AppError('COLLECTION_NOT_FOUND')
  }

  async function getSource(actor: Actor, collectionId: string, id: string, on?: Queryable): Promise<SourceRow> {
    await assertCollection(actor, collectionId, on)
    const source = await rows.find(collectionId, id, on)
    if (!source) throw new AppError('SOURCE_NOT_FOUND')
    return source
  }

  /** A new recurrence counts from the last visit; a page that was never visited has a job. */
  function planVisit({ checkedAt, recurrenceSeconds }: SourceRow, { recurrence }: SourceUpdate['source']) {
    if (recurrence === undefined || recurrence === recurrenceSeconds || checkedAt === null) return {}
    return { dueAt: findNextVisit(checkedAt, { recurrenceSeconds: recurrence, failures: 0 }) }
  }

  /** The chunks of an indexed source are found by its title too: its content is ingested again. One that is on its way sees the new one. */
  function planRetitling({ state, title, activeVersionId }: SourceRow, { title: given = title }: SourceUpdate['source']) {
    if (given === title || state !== 'indexed' || activeVersionId === null) return null
    return { jobId: randomUUIDv7(), state: 'queued' } as const
  }

  /** Gives the source a new job, unless another call was faster. An indexed page stays so until its visit finds another content. */
  async function restart({ tx, jobs: sender, tenantId, isPaused }: Work, source: Pick<ChosenSource, 'id' | 'kind' | 'jobId' | 'state'>) {
    const { id, kind, jobId, state } = source
    // Due when the collection is continued: only what is not indexed is given the job that it waits for then.
    if (isPaused && state === 'indexed') return rows.update(tx, { id, jobId }, { dueAt: new Date() })
    const next = { id, kind, tenantId, jobId: randomUUIDv7() }
    const change = { jobId: next.jobId, ...(state !== 'indexed' && ({ state: 'queued', failure: Prisma.DbNull } as const)) }
    if (!(await rows.update(tx, { id, jobId }, change))) return false
    if (!isPaused) await enqueueSource(tx, sender, next)
    return true
  }

  async function deleteAll(
    { tx, jobs: sender, collectionId }: Pick<Work, 'tx' | 'jobs' | 'collectionId'>,
    sources: readonly { readonly id: string; readonly jobId: string | null }[],
  ) {
    await cancelIngestion(
      tx,
      sender,
      sources.map(({ jobId }) => jobId),
    )
    await rows.delete(
      tx,
      collectionId,
      sources.map(({ id }) => id),
    )
  }

  /** True when the action changed the source: one in another state stays as it is. */
  async function actOn(work: Work, source: ChosenSource, given: Exclude<SourceAction, { action: 'delete' }>): Promise<boolean> {
    const { tx, jobs: sender } = work
    const { id, jobId, state } = source
    switch (given.action) {
      case 'retry': {
        if (!canRetry(source) || !(await restart(work, source))) return false
        await cancelIngestion(tx, sender, [jobId])
        return true
      }
      case 'cancel': {
        if (!canCancel(state) || !(await rows.update(tx, { id, jobId }, { state: 'cancelled', jobId: null }))) return false
        await cancelIngestion(tx, sender, [jobId])
        return true
      }
      case 'enable':
      case 'disable': {
        const enabled = given.action === 'enable'
        return source.enabled !== enabled && rows.update(tx, { id }, { enabled, revision: { increment: 1 } })
      }
      case 'tag': {
        const tags = changeTags(source.tags, given)
        const isSame = tags.length === source.tags.length && tags.every((tag, index) => tag === source.tags[index])
        return !isSame && rows.update(tx, { id }, { tags, revision: { increment: 1 } })
      }
    }
  }

  /** Changes one source, records that, and returns the source as it is then. */
  async function actOnOne(
    actor: Actor,
    [collectionId, id]: readonly [string, string],
    action: 'retrySource' | 'cancelSource' | 'syncSource',
    change: (work: Work, source: SourceRow) => Promise<unknown>,
  ): Promise<SourceRow> {
    const sender = await jobs.open()
    return db.$transaction(async (tx) => {
      const collection = await lockCollection(tx, actor.tenantId, collectionId)
      if (!collection) throw new AppError('COLLECTION_NOT_FOUND')
      const source = await getSource(actor, collectionId, id, tx)
      await change({ tx, jobs: sender, tenantId: actor.tenantId, collectionId, isPaused: collection.isPaused }, source)
      await audit.record(tx, actor, { action, target: toSourceTarget(source) })
      return getSource(actor, collectionId, id, tx)
    })
  }

  return {
    getSource,

    async querySources(actor: Actor, collectionId: string, { sort = 'created', direction, page_size, page_token, ...given }: SourceList) {
      await assertCollection(actor, collectionId)
      const defaultDirection = sort === 'title' ? 'asc' : 'desc'
      const filters = { ...given, collection_id: collectionId, sort, direction: direction ?? defaultDirection } as const
      const page = list.read({ page_size, page_token }, filters)
      const found = await rows.findPage(collectionId, page.filters, { after: page.after, take: page.size + 1 })
      const cut = list.cut(page, found, ({ key }) => key)
      if (page.after !== null) return cut
      const [count, overview] = await Promise.all([rows.countMatching(collectionId, page.filters), rows.findOverview(collectionId)])
      return { ...cut, count, overview }
    },

    async updateSource(actor: Actor, collectionId: string, id: string, { revision, source: given }: SourceUpdate): Promise<SourceRow> {
      const sender = await jobs.open()
      return db.$transaction(async (tx) => {
        const collection = await lockCollection(tx, actor.tenantId, collectionId)
        const before = await getSource(actor, collectionId, id, tx)
        const columns = toSourceColumns(given)
        assertValidity({ ...before, ...columns })
        if (given.recurrence !== undefined) assertPage(before)
        const { replacedById } = columns
        if (replacedById === id || (replacedById && !(await rows.find(collectionId, replacedById, tx))))
          throw new AppError('SOURCE_NOT_FOUND')
        const retitled = planRetitling(before, given)
        const change = { ...columns, ...planVisit(before, given), ...retitled, revision: { increment: 1 } }
        const isUpdated = await rows.update(tx, { id, revision }, change)
        const after = await getSource(actor, collectionId, id, tx)
        if (!isUpdated) throw new AppError('REVISION_MISMATCH', { params: { current: presentSource(after) } })
        if (retitled && collection?.isPaused === false)
          await enqueueIngestion(tx, sender, { id, jobId: retitled.jobId, tenantId: actor.tenantId })
        await audit.record(tx, actor, {
          action: 'updateSource',
          target: toSourceTarget(after),
          before: toAuditedFields(before),
          after: toAuditedFields(after),
        })
        return after
      })
    },

    /** Returns how many of the sources it changed. */
    async actOnSources(actor: Actor, collectionId: string, ids: readonly string[], given: SourceAction): Promise<number> {
      const sender = await jobs.open()
      return db.$transaction(
        async (tx) => {
          const collection = await lockCollection(tx, actor.tenantId, collectionId)
          if (!collection) throw new AppError('COLLECTION_NOT_FOUND')
          const work = { tx, jobs: sender, tenantId: actor.tenantId, collectionId, isPaused: collection.isPaused }
          const chosen = await rows.findAll(tx, collectionId, ids)
          const changed: ChosenSource[] = []
          if (given.action === 'delete') {
            await deleteAll(work, chosen)
            changed.push(...chosen)
          } else for (const source of chosen) if (await actOn(work, source, given)) changed.push(source)
          const sources = changed.map(({ id, title }) => ({ id, title }))
          await audit.record(tx, actor, {
            action: 'actOnSources',
            target: { type: 'collection', id: collectionId },
            after: { ...given, sources },
          })
          return changed.length
        },
        { timeout: actionTimeout },
      )
    },

    retrySource: (actor: Actor, collectionId: string, id: string): Promise<SourceRow> =>
      actOnOne(actor, [collectionId, id], 'retrySource', (work, source) => actOn(work, source, { action: 'retry' })),

    cancelSource: (actor: Actor, collectionId: string, id: string): Promise<SourceRow> =>
      actOnOne(actor, [collectionId, id], 'cancelSource', (work, source) => actOn(work, source, { action: 'cancel' })),

    /** Fetches a page now: one that is on its way already stays as it is. */
    syncSource: (actor: Actor, collectionId: string, id: string): Promise<SourceRow> =>
      actOnOne(actor, [collectionId, id], 'syncSource', async (work, source) => {
        assertPage(source)
        if (!canCancel(source.state)) await restart(work, source)
      }),

    async deleteSource(actor: Actor, collectionId: string, id: string): Promise<void> {
      const sender = await jobs.open()
      await db.$transaction(async (tx) => {
        await lockCollection(tx, actor.tenantId, collectionId)
        const source = await getSource(actor, collectionId, id, tx)
        await deleteAll({ tx, jobs: sender, collectionId }, [source])
        await audit.record(tx, actor, { action: 'deleteSource', target: toSourceTarget(source), before: toAuditedFields(source) })
      })
    },

    async getSourceContent(actor: Actor, collectionId: string, id: string, versionId?: string): Promise<StoredFile> {
      const { activeVersion, versions } = await getSource(actor, collectionId, id)
      const file = versionId === undefined ? (activeVersion ?? versions[0]) : await rows.findVersion(id, versionId)
      if (!file) throw new AppError('SOURCE_NOT_FOUND')
      return toStoredFile(files, file)
    },
  }
}
