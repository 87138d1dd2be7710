// The job: writes the zip of a user and stores it. An attempt that is killed leaves nothing, and the next one begins again.
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import { errorDetail, toErrorDetail } from '../../../platform/errors/error-detail.ts'
import { cancelRemoval, removeSoon } from '../../../platform/files/file-removal.sql.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { storeFile } from '../../../platform/files/store-file.ts'
import { withUploadFolder } from '../../../platform/http/upload-intake.ts'
import { startWatch } from '../../../platform/jobs/claim-watch.ts'
import type { RunningJob } from '../../../platform/jobs/job-queue.ts'
import type { Attempt, ClaimedTakeout, TakeoutRepository } from '../takeout.repository.ts'
import { findExpiry } from '../takeout.rules.ts'
import type { TakeoutContents, TakeoutOwner } from './takeout-entries.ts'
import { createTooLarge, writeZip } from './write-zip.ts'

const TakeoutJob = z.object({ takeoutId: z.uuid() })

type WriteDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly files: FileStore
  readonly log: FastifyBaseLogger
  readonly now: () => Date
  readonly takeouts: TakeoutRepository
  readonly contents: TakeoutContents
}

/** How often the progress is written, and how soon a loss is seen. */
const watchMs = 800

/** The attempt has lost its takeout to the next one, to another takeout or to the end of the account. */
class TakeoutLostError extends Error {
  override readonly name = 'TakeoutLostError'
}

/** Returns whose takeout it is; throws `TAKEOUT_INTERRUPTED` once that user is disabled, or in another tenant. */
function getOwner({ tenantId, user }: ClaimedTakeout): TakeoutOwner {
  if (user.status !== 'active' || user.tenantId !== tenantId) throw new AppError('TAKEOUT_INTERRUPTED')
  const { id, role, language, memberships } = user
  return { id, tenantId, role, language, memberships }
}

/** Follows whether an attempt still has its takeout, and its user the right to it; writes its progress. */
function watchTakeout(takeouts: TakeoutRepository, attempt: Attempt) {
  let [done, written] = [0, 0]
  const watch = startWatch(async () => {
    const takeout = await takeouts.findClaimed(attempt)
    if (!takeout) throw new TakeoutLostError()
    getOwner(takeout)
    if (done === written) return
    written = done
    await takeouts.change(attempt, { done })
  }, watchMs)
  return {
    ...watch,
    addDone: () => {
      done += 1
    },
  }
}

export function createTakeoutJob({ db, pool, files, log, now, takeouts, contents }: WriteDependencies) {
  type Writing = { readonly attempt: Attempt; readonly takeout: ClaimedTakeout; readonly onDone: () => void; readonly signal: AbortSignal }

  /** Keeps the zip that is stored under the key; false when the attempt has lost its takeout. */
  const keep = (attempt: Attempt, zip: { storageKey: string; sizeBytes: number; done: number }) =>
    db.$transaction(async (tx) => {
      if (!(await takeouts.change(attempt, { ...zip, state: 'ready', expiresAt: findExpiry(now()) }, tx))) return false
      if (await cancelRemoval(tx, zip.storageKey)) return true
      throw new AppError('FILE_STORE_UNAVAILABLE', { params: { retry_after: 15 } })
    })

  async function write({ attempt, takeout, onDone, signal }: Writing): Promise<boolean> {
    const owner = getOwner(takeout)
    const maxBytes = limits.takeout.bytes
    const { chats, files: fileCount, fileBytes } = await contents.count(owner)
    if (fileBytes > maxBytes) throw createTooLarge(maxBytes)
    const total = chats + fileCount
    await takeouts.change(attempt, { total })
    return withUploadFolder(async (folder) => {
      const path = join(folder, 'zip')
      const sizeBytes = await writeZip(path, contents.listEntries(owner, { timeZone: takeout.timeZone, onDone }), { maxBytes, signal })
      const storageKey = `takeout/${attempt.attemptId}`
      await storeFile({ pool, files, log }, storageKey, path)
      const isKept = await keep(attempt, { storageKey, sizeBytes, done: total }).catch(async (error: unknown) => {
        await removeSoon(pool, [storageKey])
        throw error
      })
      if (!isKept) await removeSoon(pool, [storageKey])
      return isKept
    })
  }

  /** Ends an attempt that did not end its takeout. Throws when the queue is to try again, or the failure is to be seen in the log. */
  async function settle(attempt: Attempt, error: unknown, { signal, isLastAttempt }: RunningJob): Promise<'failed' | 'lost'> {
    if (error instanceof TakeoutLostError) return 'lost'
    const isTransient = !(error instanceof AppError) || error.statusCode === 503
    if (signal.aborted || (isTransient && !isLastAttempt)) throw error
    const detail = error instanceof AppError ? toErrorDetail(error) : errorDetail('TAKEOUT_INTERRUPTED')
    const failure = detail as unknown as Prisma.InputJsonValue
    const isEnded = await takeouts.change(attempt, { state: 'failed', error: failure, expiresAt: findExpiry(now()) })
    if (!(error instanceof AppError)) throw error
    log.info({ takeoutId: attempt.takeoutId, code: error.code }, 'Takeout failed')
    return isEnded ? 'failed' : 'lost'
  }

  /** Returns what became of the takeout. */
  return async function writeTakeout(job: RunningJob): Promise<'ready' | 'failed' | 'lost'> {
    const attempt = { takeoutId: TakeoutJob.parse(job.data).takeoutId, attemptId: randomUUID() }
    const takeout = await takeouts.claim(attempt)
    if (!takeout) return 'lost'
    const watch = watchTakeout(takeouts, attempt)
    const timeout = AbortSignal.timeout(limits.takeout.minutes * 60_000)
    try {
      const signal = AbortSignal.any([job.signal, watch.signal, timeout])
      return (await write({ attempt, takeout, onDone: watch.addDone, signal })) ? 'ready' : 'lost'
    } catch (error) {
      const reason: unknown = watch.signal.aborted ? watch.signal.reason : timeout.aborted ? new AppError('TAKEOUT_TIMEOUT') : error
      return await settle(attempt, reason, job)
    } finally {
      await watch.close()
    }
  }
}
