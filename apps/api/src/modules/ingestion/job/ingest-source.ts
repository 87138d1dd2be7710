// Takes a source from its original into the index that is searched. Each stage leaves what the next attempt begins with: the parsed
// document, then the chunks. What is searched changes by one UPDATE at the end.
import { z } from 'zod'
import type { Dependencies } from '../../../platform/dependencies.ts'
import type { ParsedDocument } from '../../../platform/documents/document.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { RunningJob } from '../../../platform/jobs/job-queue.ts'
import { isTransient, readRetryAfter, toFailure } from './failure.ts'
import { createIngestionMeter, type IngestionMeter } from './ingest-usage.ts'
import type { BuildObserver, IndexBuilder } from '../build/index-builder.ts'
import { readParsedDocument } from './parsed-document.ts'
import { ClaimEndedError, type SourceClaim, watchClaim } from './source-claim.ts'
import {
  activateVersion,
  awaitRetry,
  type ClaimedSource,
  clearFailure,
  enterState,
  failSource,
  findClaimedSource,
  type JobKey,
} from './source-claim.sql.ts'
import type { SourceParser } from './source-parser.ts'
import { findSearchedIndex } from '../build/target-index.sql.ts'

type IngestionDependencies = Pick<Dependencies, 'pool' | 'files' | 'log'> & {
  readonly parser: SourceParser
  readonly builder: IndexBuilder
}

type Watched = { readonly claim: SourceClaim; readonly meter: IngestionMeter; readonly onCheckpoint: () => Promise<void> }

const JobData = z.object({ sourceId: z.string(), jobId: z.string() })

export function createIngestion({ pool, files, log, parser, builder }: IngestionDependencies) {
  async function run(key: JobKey, source: ClaimedSource, { claim, meter, onCheckpoint }: Watched, signal: AbortSignal) {
    const document = await readDocument(source, { claim, onCheckpoint }, signal)
    const { tenantId, versionId } = source
    let { title } = source
    for (;;) {
      const content = { tenantId, sourceVersionId: versionId, title, readDocument: async () => document }
      const index = await findSearchedIndex(pool, source.collectionId)
      if (!index) throw new ClaimEndedError('lost')
      const observer: BuildObserver = {
        onStage: (stage) => claim.enter(stage),
        onChunks: (total) => claim.report({ chunksDone: index.embeddingModel === null ? total : 0, chunksTotal: total }),
        onVectors: (count) => claim.report({ chunksDone: count }),
        onUsage: (used) => meter.add(used),
        onCheckpoint,
        assertClaim: (client) => claim.assert(client),
      }
      await builder.build(index, content, observer, signal)
      signal.throwIfAborted()
      await claim.flush()
      const target = { versionId, indexVersionId: index.id, title }
      const activation = await inTransaction(pool, (client) => activateVersion(client, key, target))
      if (activation === 'lost') throw new ClaimEndedError('lost')
      if (activation === 'activated') return
      title = (await findClaimedSource(pool, key))?.title ?? title
    }
  }

  async function readDocument(
    source: ClaimedSource,
    { claim, onCheckpoint }: Omit<Watched, 'meter'>,
    signal: AbortSignal,
  ): Promise<ParsedDocument> {
    const { parsedKey, pageCount } = source
    if (parsedKey === null) {
      await claim.enter('parsing')
      const document = await parser.parse(source, (pagesDone, pagesTotal) => claim.report({ pagesDone, pagesTotal }), signal)
      await onCheckpoint()
      return document
    }
    claim.report({ pagesDone: pageCount, pagesTotal: pageCount })
    return readParsedDocument(files, parsedKey)
  }

  /** Ends an attempt that did not index its source. Throws when the queue is to try again, or the failure is to be seen in the log. */
  async function settle(key: JobKey, error: unknown, { signal, isLastAttempt, delayRetry }: RunningJob) {
    if (error instanceof ClaimEndedError) {
      if (error.reason === 'paused') await enterState(pool, key, 'queued')
      return error.reason
    }
    if (signal.aborted) throw error
    if (isTransient(error) && !isLastAttempt) {
      delayRetry(readRetryAfter(error))
      await awaitRetry(pool, key, toFailure(error))
      throw error
    }
    await failSource(pool, key, toFailure(error))
    if (!(error instanceof AppError)) throw error
    log.info({ sourceId: key.sourceId, code: error.code, err: error.cause }, 'Source could not be indexed')
    return 'failed'
  }

  /** Ingests the latest content of the job's source; returns what became of it. */
  return async function ingest(job: RunningJob): Promise<'indexed' | 'failed' | 'paused' | 'lost'> {
    const key = JobData.parse(job.data)
    const source = await findClaimedSource(pool, key)
    if (!source) return 'lost'
    const claim = watchClaim(pool, key)
    const meter = createIngestionMeter(pool, source)
    let { hasFailed } = source
    async function onCheckpoint() {
      if (hasFailed) await clearFailure(pool, key)
      hasFailed = false
      await job.renewAttempts()
    }
    try {
      if (source.isPaused) throw new ClaimEndedError('paused')
      await run(key, source, { claim, meter, onCheckpoint }, AbortSignal.any([job.signal, claim.signal]))
      await meter.record('completed')
      return 'indexed'
    } catch (error) {
      await meter.record(error instanceof ClaimEndedError || claim.signal.aborted ? 'stopped' : 'failed', error)
      return await settle(key, claim.signal.aborted ? claim.signal.reason : error, job)
    } finally {
      await claim.close()
    }
  }
}
