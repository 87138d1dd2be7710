// Adds the handbook to the collection that a first start makes. The seed cannot: it may run where the file store and the models are out of
// reach.
import { limits } from '@heddle/contracts/limits'
import type { Handbook } from '@heddle/seed/handbook/handbooks'
import { readHandbooks } from '@heddle/seed/handbook/handbooks'
import { sampleEmbeddingModel } from '@heddle/seed/seed-data'
import { hash, randomUUIDv7 } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Dependencies } from '../../../platform/dependencies.ts'
import { cancelRemoval, removeSoon } from '../../../platform/files/file-removal.sql.ts'
import { storeFile } from '../../../platform/files/store-file.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { withUploadFolder } from '../../../platform/http/upload-intake.ts'
import type { RunningJob } from '../../../platform/jobs/job-queue.ts'
import type { Embedder } from '../../../platform/inference/embedding/embedder.ts'
import { enqueueIngestion } from '../source/ingestion.jobs.ts'
import type { SourceRepository } from '../source/source.repository.ts'
import { textFileName } from '../source/source.rules.ts'
import { lockCollection } from '../source/source.sql.ts'

type SampleDependencies = Pick<Dependencies, 'db' | 'pool' | 'files' | 'jobs' | 'log'> & {
  readonly rows: SourceRepository
  readonly embedder: Embedder
}

type Collection = { readonly id: string; readonly tenantId: string }

type Attempt = Pick<RunningJob, 'data' | 'isLastAttempt' | 'signal'>

const JobData = z.object({ collectionId: z.uuid() })

/** A model that the tenant or its endpoint does not have. */
const isMissing = ({ params }: AppError) => params?.['cause'] === 'MODEL_NOT_FOUND' || params?.['cause'] === 'MODEL_REFUSED'

export function createSampleSources({ db, pool, files, jobs, log, rows, embedder }: SampleDependencies) {
  /** Has the collection searched by vectors where the demonstration answers; a site with an endpoint of its own may not have its model. */
  async function chooseEmbedding({ id, tenantId }: Collection, { isLastAttempt, signal }: Attempt) {
    try {
      await embedder.embed({ tenantId, modelName: sampleEmbeddingModel, texts: ['cotton'], purpose: 'query' }, signal)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (isLastAttempt || isMissing(error)) return
      throw error
    }
    const untouched = { activeOf: { id, revision: 0, sources: { none: {} } } }
    await db.indexVersion.updateMany({ where: untouched, data: { embeddingModel: sampleEmbeddingModel } })
  }

  async function storeText(storageKey: string, text: string) {
    await withUploadFolder(async (folder) => {
      const path = join(folder, 'text')
      await writeFile(path, text)
      await storeFile({ pool, files, log }, storageKey, path)
    })
  }

  /** Adds a handbook and its job, unless an earlier attempt has. */
  async function addHandbook({ id: collectionId, tenantId }: Collection, { language, title, text, questions }: Handbook) {
    const [id, versionId, jobId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
    const storageKey = `${tenantId}/${versionId}`
    const bytesHash = hash('sha256', text)
    const sender = await jobs.open()
    await storeText(storageKey, text)
    const isAdded = await db.$transaction(async (tx) => {
      const collection = await lockCollection(tx, tenantId, collectionId)
      if (!collection || (await rows.findDuplicate(tx, collectionId, bytesHash))) return false
      const name = textFileName(title)
      const version = { id: versionId, storageKey, name, mediaType: 'text/markdown', sizeBytes: Buffer.byteLength(text), bytesHash }
      const source = {
        id,
        collectionId,
        kind: 'text',
        title: title.slice(0, limits.nameCharacters),
        language,
        isLanguageSet: true,
      } as const
      await rows.create(tx, { ...source, jobId, version })
      const test = questions.map((question) => ({
        collectionId,
        question: question.text,
        language,
        passage: question.passage,
        sourceId: id,
      }))
      await tx.collectionQuestion.createMany({ data: test })
      if (!(await cancelRemoval(tx, storageKey))) throw new Error('The stored text was removed before its source was inserted')
      if (!collection.isPaused) await enqueueIngestion(tx, sender, { id, jobId, tenantId })
      return true
    })
    if (!isAdded) await removeSoon(pool, [storageKey])
  }

  return async function addSampleSources(attempt: Attempt): Promise<void> {
    const { signal } = attempt
    const { collectionId } = JobData.parse(attempt.data)
    const collection = await db.collection.findUnique({ where: { id: collectionId }, select: { id: true, tenantId: true } })
    if (!collection) return
    await chooseEmbedding(collection, attempt)
    for (const handbook of await readHandbooks()) {
      signal.throwIfAborted()
      await addHandbook(collection, handbook)
    }
  }
}
