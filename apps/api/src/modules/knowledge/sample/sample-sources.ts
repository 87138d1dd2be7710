// Adds the handbook to the collection that a first start makes. The seed cannot: it may run where the file store is out of reach.
import { limits } from '@heddle/contracts/limits'
import type { Handbook } from '@heddle/seed/handbook/handbooks'
import { readHandbooks } from '@heddle/seed/handbook/handbooks'
import { hash, randomUUIDv7 } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Dependencies } from '../../../boot/dependencies.ts'
import { cancelRemoval, removeSoon } from '../../../files/file-removal.sql.ts'
import { storeFile } from '../../../files/store-file.ts'
import { withUploadFolder } from '../../../http/upload-intake.ts'
import type { RunningJob } from '../../../jobs/job-queue.ts'
import { enqueueIngestion } from '../source/ingestion-jobs.ts'
import type { SourceRepository } from '../source/source.repository.ts'
import { textFileName } from '../source/source.rules.ts'
import { lockCollection } from '../source/source.sql.ts'

type SampleDependencies = Pick<Dependencies, 'db' | 'pool' | 'files' | 'jobs' | 'log'> & { readonly rows: SourceRepository }

type Collection = { readonly id: string; readonly tenantId: string }

const JobData = z.object({ collectionId: z.uuid() })

export function createSampleSources({ db, pool, files, jobs, log, rows }: SampleDependencies) {
  async function storeText(storageKey: string, text: string) {
    await withUploadFolder(async (folder) => {
      const path = join(folder, 'text')
      await writeFile(path, text)
      await storeFile({ pool, files, log }, storageKey, path)
    })
  }

  /** Adds a handbook and its job, unless an earlier attempt has. */
  async function addHandbook({ id: collectionId, tenantId }: Collection, { language, title, text }: Handbook) {
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
      if (!(await cancelRemoval(tx, storageKey))) throw new Error('The stored text was removed before its source was inserted')
      if (!collection.isPaused) await enqueueIngestion(tx, sender, { id, jobId })
      return true
    })
    if (!isAdded) await removeSoon(pool, [storageKey])
  }

  return async function addSampleSources({ data, signal }: Pick<RunningJob, 'data' | 'signal'>): Promise<void> {
    const { collectionId } = JobData.parse(data)
    const collection = await db.collection.findUnique({ where: { id: collectionId }, select: { id: true, tenantId: true } })
    if (!collection) return
    for (const handbook of await readHandbooks()) {
      signal.throwIfAborted()
      await addHandbook(collection, handbook)
    }
  }
}
