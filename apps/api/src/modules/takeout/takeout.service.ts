// Who takes along what they have here: once a day, as a zip that a job writes and that its owner alone downloads.
import type { requestTakeout } from '@heddle/contracts/takeout/takeout'
import type { PrismaClient } from '@heddle/db/client'
import { takeoutQueue } from '@heddle/db/job-queues'
import { randomUUIDv7 } from 'node:crypto'
import type { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { openStoredFile } from '../../platform/files/store-file.ts'
import { requireTimeZone } from '../../platform/http/require-time-zone.ts'
import type { JobSender } from '../../platform/jobs/job-queue.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { userTarget } from '../user/user.audit.ts'
import type { UserService } from '../user/user.service.ts'
import type { TakeoutRepository, TakeoutRow } from './takeout.repository.ts'
import { findNextFrom, isBeingWritten } from './takeout.rules.ts'

type TakeoutDependencies = {
  readonly db: PrismaClient
  readonly files: FileStore
  readonly jobs: JobSender
  readonly now: () => Date
  readonly takeouts: TakeoutRepository
  readonly users: UserService
  readonly audit: AuditService
}

export type TakeoutService = ReturnType<typeof createTakeoutService>

export function createTakeoutService({ db, files, jobs, now, takeouts, users, audit }: TakeoutDependencies) {
  return {
    getTakeout: (actor: Actor): Promise<TakeoutRow | null> => takeouts.find(actor),

    /** Returns the one that is being written, if there is one. */
    async requestTakeout(actor: Actor, { time_zone: timeZone = 'UTC' }: z.output<typeof requestTakeout.schema.body>): Promise<TakeoutRow> {
      requireTimeZone(timeZone, 'body/time_zone')
      const [sender, user] = await Promise.all([jobs.open(), users.getMe(actor)])
      return db.$transaction(async (tx) => {
        await takeouts.takeTurn(tx, actor)
        const current = await takeouts.find(actor, tx)
        if (current && isBeingWritten(current)) return current
        const at = now()
        const nextFrom = current && findNextFrom(current, at)
        if (nextFrom) {
          const seconds = Math.ceil((nextFrom.getTime() - at.getTime()) / 1_000)
          throw new AppError('TAKEOUT_TOO_SOON', { params: { retry_after: seconds } })
        }
        const [id, jobId] = [randomUUIDv7(), randomUUIDv7()]
        const { id: userId, tenantId } = actor
        const takeout = await takeouts.replace(tx, { id, userId, tenantId, jobId, timeZone, createdAt: at })
        await sender.enqueue(tx, takeoutQueue, { takeoutId: id }, { id: jobId, group: tenantId })
        await audit.record(tx, actor, { action: 'requestTakeout', target: userTarget(user) })
        return takeout
      })
    },

    /** Returns the zip. Another's, and one whose days are over, is not found. */
    async downloadTakeout(actor: Actor, id: string) {
      const [takeout, user] = await Promise.all([takeouts.findReady(actor, id, now()), users.getMe(actor)])
      if (!takeout?.storageKey) throw new AppError('TAKEOUT_NOT_FOUND')
      const content = await openStoredFile(files, takeout.storageKey)
      try {
        await audit.record(db, actor, { action: 'downloadTakeout', target: userTarget(user) })
      } catch (error) {
        content.destroy()
        throw error
      }
      return { name: 'takeout.zip', size: Number(takeout.sizeBytes), content }
    },
  }
}
