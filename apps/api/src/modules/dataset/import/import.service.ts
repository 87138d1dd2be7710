// The import of a file into the draft of a dataset: each step is a job of the worker, and one at a time. An import is its person's alone; who
// calls has the permission `manage_knowledge`.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import {
  type applyDatasetImport,
  type checkDatasetImport,
  ImportCounts,
  type ImportState,
  type planDatasetImport,
} from '@heddle/contracts/dataset/import'
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import { datasetImportQueue } from '@heddle/db/job-queues'
import { randomUUIDv7 } from 'node:crypto'
import type { z } from 'zod'
import { findViolatedConstraint } from '../../../platform/database/violated-constraint.ts'
import type { Dependencies } from '../../../platform/dependencies.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { findRefusal } from '../../../platform/files/file-name.ts'
import { cancelRemoval, removeSoon } from '../../../platform/files/file-removal.sql.ts'
import type { ReceivedFile } from '../../../platform/files/received-file.ts'
import { storeFile } from '../../../platform/files/store-file.ts'
import type { ReceiveFiles } from '../../../platform/http/upload-intake.ts'
import { createUploadRunner } from '../../../platform/http/watched-upload.ts'
import type { OpenJobSender } from '../../../platform/jobs/job-queue.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { StreamAuthority } from '../../../platform/permissions/stream-authority.ts'
import { presentDefinition } from '../dataset.presenter.ts'
import { type DatasetService, toJson } from '../dataset.service.ts'
import { presentErrors, presentPlan } from './import.presenter.ts'
import type { ImportRecord, ImportRepository, OwnImport } from './import.repository.ts'
import type { ImportJob } from './job/import-job.ts'
import { refuseImport, resolveMapping } from './mapping.rules.ts'

type ImportDependencies = Pick<Dependencies, 'db' | 'pool' | 'files' | 'jobs' | 'log' | 'stopping'> & {
  readonly imports: ImportRepository
  readonly datasets: DatasetService
  readonly authority: StreamAuthority
}

type Ids = { readonly id: string; readonly importId: string }

/** Each upload holds a connection and a folder. */
const concurrentUploads = { maxPerUser: 2, maxTotal: 12 }

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** By the ending of the name; whether the content is that is found out when it is read. */
const tableTypes: readonly (readonly [RegExp, FileMediaType])[] = [
  [/\.(?:csv|tsv|tab|txt)$/i, 'text/csv'],
  [/\.xl[st][xm]$/i, workbook],
]

/** Returns the type of a file. Throws why it is refused unread. */
function findTableType(received: ReceivedFile): FileMediaType {
  const type = tableTypes.find(([ending]) => ending.test(received.name))?.[1]
  // Of a table as text no ending is another type of file.
  const refusal = findRefusal({ ...received, name: received.name.replace(/\.(?:tsv|tab)$/i, '.csv') })
  if (refusal !== null || type === undefined) throw new AppError(refusal ?? 'FILE_TYPE_NOT_ACCEPTED')
  return type
}

/** What is known of an import before its rows are checked. */
const unchecked = {
  counts: Prisma.DbNull,
  errors: [],
  moreErrors: [],
  rowsKey: null,
  errorCount: 0,
  failure: Prisma.DbNull,
  rowsDone: 0,
  rowsTotal: null,
} as const

/** The index of the one import that a person has of a dataset. */
const onePerPerson = 'dataset_import_dataset_id_created_by_id_key'

const toBusy = (state: ImportState) => new AppError('DATASET_IMPORT_BUSY', { params: { state } })

export type ImportService = ReturnType<typeof createImportService>

export function createImportService(dependencies: ImportDependencies) {
  const { db, pool, files, jobs, log, imports, datasets } = dependencies
  const runUpload = createUploadRunner(dependencies, concurrentUploads)

  const toOwn = (actor: Actor, { id, importId }: Ids): OwnImport => {
    return { id: importId, datasetId: id, tenantId: actor.tenantId, createdById: actor.id }
  }

  async function getImport(own: OwnImport, on?: Queryable): Promise<ImportRecord> {
    const found = await imports.find(own, on)
    if (!found) throw new AppError('DATASET_IMPORT_NOT_FOUND')
    return found
  }

  const enqueue = (tx: Queryable, sender: OpenJobSender, { tenantId }: Pick<Actor, 'tenantId'>, job: ImportJob) =>
    sender.enqueue(tx, datasetImportQueue, job, { id: job.jobId, group: tenantId })

  type Step = {
    readonly from: readonly ImportState[]
    readonly data: Parameters<ImportRepository['begin']>[3]
    /** The job of the import as the caller has read it. */
    readonly seenJobId?: string
    readonly job?: Omit<ImportJob, 'importId' | 'jobId'>
  }

  /** Begins a step of an import that is in one of the states. Throws `DATASET_IMPORT_BUSY` for another one. */
  async function begin(actor: Actor, ids: Ids, { from, data, seenJobId, job }: Step): Promise<ImportRecord> {
    const own = toOwn(actor, ids)
    const sender = await jobs.open()
    return db.$transaction(async (tx) => {
      const jobId = randomUUIDv7()
      const isBegun = await imports.begin(tx, own, from, { ...data, jobId }, seenJobId)
      const record = await getImport(own, tx)
      if (!isBegun) throw toBusy(record.state)
      await enqueue(tx, sender, actor, { importId: record.id, jobId, ...job })
      return record
    })
  }

  /** Stores the file, and has it read. What is refused leaves nothing. */
  async function addFile(actor: Actor, datasetId: string, received: ReceivedFile): Promise<ImportRecord> {
    const mediaType = findTableType(received)
    const [importId, jobId] = [randomUUIDv7(), randomUUIDv7()]
    const storageKey = `${actor.tenantId}/${importId}`
    const sender = await jobs.open()
    await storeFile({ pool, files, log }, storageKey, received.path)
    try {
      return await db.$transaction(async (tx) => {
        await datasets.getDataset(actor, datasetId, tx)
        const person = { datasetId, createdById: actor.id }
        await imports.deleteEarlier(tx, person)
        const file = { fileName: received.name, mediaType, storageKey }
        const created = await imports.create(tx, { id: importId, jobId, ...person, ...file })
        await enqueue(tx, sender, actor, { importId, jobId })
        if (!(await cancelRemoval(tx, storageKey))) throw new AppError('FILE_STORE_UNAVAILABLE', { params: { retry_after: 15 } })
        return created
      })
    } catch (error) {
      await removeSoon(pool, [storageKey])
      throw findViolatedConstraint(error) === onePerPerson ? toBusy('applying') : error
    }
  }

  return {
    /** `disconnected` is aborted when the client disconnects: then nothing is created. */
    async createDatasetImport(actor: Actor, id: string, receive: ReceiveFiles, disconnected: AbortSignal): Promise<ImportRecord> {
      await datasets.getDataset(actor, id)
      return runUpload(actor, disconnected, async (folder, signal) => {
        const [received] = await receive(folder, signal)
        signal.throwIfAborted()
        if (!received) throw new AppError('FILE_EMPTY')
        return addFile(actor, id, received)
      })
    },

    getDatasetImport: (actor: Actor, ids: Ids): Promise<ImportRecord> => getImport(toOwn(actor, ids)),

    planDatasetImport: (actor: Actor, ids: Ids, told: z.output<typeof planDatasetImport.schema.body>): Promise<ImportRecord> =>
      begin(actor, ids, {
        from: ['planned', 'checked', 'failed'],
        data: { ...unchecked, state: 'reading', told: toJson(told), plan: Prisma.DbNull, mapping: Prisma.DbNull, mode: null },
      }),

    async checkDatasetImport(
      actor: Actor,
      ids: Ids,
      { mapping, mode }: z.output<typeof checkDatasetImport.schema.body>,
    ): Promise<ImportRecord> {
      const record = await getImport(toOwn(actor, ids))
      const plan = presentPlan(record)
      if (!plan) throw toBusy(record.state)
      const dataset = await datasets.getDataset(actor, ids.id)
      const { kind, nextColumn, nextMeasure } = dataset
      resolveMapping({ ...presentDefinition(dataset), kind, nextColumn, nextMeasure }, plan, mapping, mode)
      const rowsTotal = plan.sheets.find(({ index }) => index === mapping.layout.sheet)?.row_count ?? null
      return begin(actor, ids, {
        from: ['planned', 'checked', 'failed'],
        data: { ...unchecked, state: 'checking', mapping: toJson(mapping), mode, rowsTotal },
        seenJobId: record.jobId,
      })
    },

    async applyDatasetImport(actor: Actor, ids: Ids, { rows }: z.output<typeof applyDatasetImport.schema.body>): Promise<ImportRecord> {
      const record = await getImport(toOwn(actor, ids))
      const counts = ImportCounts.nullable().parse(record.counts)
      if (!counts) throw toBusy(record.state)
      if (rows === 'all' && counts.bad > 0) throw refuseImport('bad_rows', { count: counts.bad })
      return begin(actor, ids, {
        from: ['checked', 'failed'],
        data: { state: 'applying', failure: Prisma.DbNull, rowsDone: 0 },
        seenJobId: record.jobId,
        job: { application: { rows, origin: actor.origin } },
      })
    },

    async deleteDatasetImport(actor: Actor, ids: Ids): Promise<void> {
      if (!(await imports.delete(toOwn(actor, ids)))) throw new AppError('DATASET_IMPORT_NOT_FOUND')
    },

    /** Returns the errors that are kept of the last check, with what names their columns. */
    async downloadDatasetImportErrors(actor: Actor, ids: Ids) {
      const found = await imports.findErrors(toOwn(actor, ids))
      if (!found) throw new AppError('DATASET_IMPORT_NOT_FOUND')
      const { columns } = presentDefinition(await datasets.getDataset(actor, ids.id))
      return { errors: [...presentErrors(found.errors), ...presentErrors(found.moreErrors)], columns, plan: presentPlan(found) }
    },

    async downloadDatasetImportTemplate(actor: Actor, id: string) {
      return presentDefinition(await datasets.getDataset(actor, id)).columns
    },
  }
}
