// Builds an index from the parsed documents of a collection's sources, and switches the search to it when it is whole.
import type { UsedCall } from '@heddle/workflow/model/ports'
import { setTimeout as pause } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { Dependencies } from '../../../platform/dependencies.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { isDatabaseOutage } from '../../../platform/database/database-outage.ts'
import type { RunningJob } from '../../../platform/jobs/job-queue.ts'
import { isTransient, readRetryAfter, toFailure } from '../job/failure.ts'
import type { IndexBuilder } from '../build/index-builder.ts'
import { createIngestionMeter, type IngestionMeter } from '../job/ingest-usage.ts'
import { ClaimEndedError } from '../job/source-claim.ts'
import { readParsedDocument } from '../job/parsed-document.ts'
import {
  type BuildingIndex,
  failIndex,
  findBuildingIndex,
  findMissingContents,
  lockBuildingIndex,
  switchIndex,
  writeAttempt,
} from './reindex.sql.ts'

type Dependency = Pick<Dependencies, 'pool' | 'files' | 'log'> & { readonly builder: IndexBuilder }

const JobData = z.object({ indexVersionId: z.int(), jobId: z.string() })
type JobKey = z.infer<typeof JobData>

const sourcesPerPage = 100
const watchMs = 500

export function createIndexBuild({ pool, files, log, builder }: Dependency) {
  async function buildAll(
    key: JobKey,
    index: BuildingIndex,
    { meter, onCheckpoint }: { readonly meter: IngestionMeter; readonly onCheckpoint: () => Promise<void> },
    signal: AbortSignal,
  ): Promise<'switched' | 'lost'> {
    const observer = {
      onStage: async () => {},
      onChunks: () => {},
      onVectors: () => {},
      onUsage: (used: UsedCall) => meter.add(used),
      onCheckpoint,
      assertClaim: async (client: PoolClient) => {
        if (!(await lockBuildingIndex(client, key))) throw new ClaimEndedError('lost')
      },
    }
    for (;;) {
      for (const { parsedKey, ...content } of await findMissingContents(pool, index.id, sourcesPerPage)) {
        const readDocument = () => readParsedDocument(files, parsedKey)
        await builder.build(index, { ...content, tenantId: index.tenantId, readDocument }, observer, signal)
        signal.throwIfAborted()
      }
      const result = await inTransaction(pool, (client) => switchIndex(client, key))
      if (result !== 'incomplete') return result
    }
  }

  /** Aborts when the index is abandoned or its collection is paused, within a second. */
  async function watch(key: JobKey, ending: AbortController, ended: AbortSignal) {
    while (!ended.aborted) {
      await pause(watchMs, undefined, { signal: ended }).catch(() => undefined)
      if (ended.aborted) return
      try {
        const index = await findBuildingIndex(pool, key)
        if (!index || index.isPaused) return ending.abort(new Error('The index is not built any more'))
      } catch (error) {
        // The build meets the same outage where it writes.
        if (!isDatabaseOutage(error)) return ending.abort(error)
      }
    }
  }

  /** Builds the index of the job; returns what became of it. */
  return async function buildIndex(job: RunningJob): Promise<'switched' | 'failed' | 'stopped' | 'lost'> {
    const key = JobData.parse(job.data)
    const index = await findBuildingIndex(pool, key)
    if (!index || index.isPaused) return 'stopped'
    const ending = new AbortController()
    const ended = new AbortController()
    const watching = watch(key, ending, ended.signal)
    const meter = createIngestionMeter(pool, index)
    let { hasFailed } = index
    async function onCheckpoint() {
      if (hasFailed) await writeAttempt(pool, key, null)
      hasFailed = false
      await job.renewAttempts()
    }
    try {
      const result = await buildAll(key, index, { meter, onCheckpoint }, AbortSignal.any([job.signal, ending.signal]))
      await meter.record('completed')
      return result
    } catch (error) {
      const isStopped = ending.signal.aborted || error instanceof ClaimEndedError
      await meter.record(isStopped ? 'stopped' : 'failed')
      if (isStopped) return 'stopped'
      if (job.signal.aborted) throw error
      if (isTransient(error) && !job.isLastAttempt) {
        job.delayRetry(readRetryAfter(error))
        await writeAttempt(pool, key, toFailure(error))
        throw error
      }
      const failure = toFailure(error)
      await failIndex(pool, key, failure)
      if (failure.code === 'SOURCE_FAILED') throw error
      log.info({ indexVersionId: key.indexVersionId, code: failure.code, err: error }, 'Index could not be built')
      return 'failed'
    } finally {
      ended.abort()
      await watching
    }
  }
}
