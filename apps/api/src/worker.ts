// The job process: what no request waits for. Any number of them run side by side on one database.
import { jobTimeouts } from '@heddle/db/connection'
import { countTokens } from '@heddle/text/count-tokens'
import type { Dependencies } from './boot/dependencies.ts'
import { type Job, openJobQueue } from './jobs/job-queue.ts'
import { startRepeating } from './jobs/repeat.ts'
import { createSweeper } from './modules/reply/sweep/orphan-sweeper.ts'
import { createFileRemover } from './modules/chat/file/file.jobs.ts'
import { releaseStaleReservations, removeOldCounters } from './modules/usage/settled-usage.sql.ts'
import { runProcess } from './boot/process.ts'
import { createServices, type Services } from './services.ts'

const utc = (cron: string) => ({ cron, timeZone: 'UTC' })

function listJobs({ sessions, userStanding }: Services, { pool, files, log }: Dependencies): Job[] {
  const removeDueFiles = createFileRemover({ pool, files, log })
  return [
    { queue: 'remove-due-files', schedule: utc('* * * * *'), run: ({ signal }) => removeDueFiles(signal) },
    { queue: 'release-stale-reservations', schedule: utc('*/10 * * * *'), run: () => releaseStaleReservations(pool) },
    { queue: 'remove-old-counters', schedule: utc('12 * * * *'), run: () => removeOldCounters(pool) },
    { queue: 'remove-ended-sessions', schedule: utc('24 * * * *'), run: () => sessions.removeEndedSessions() },
    { queue: 'purge-deleted-users', schedule: utc('36 * * * *'), run: ({ signal }) => userStanding.purgeDeletedUsers(signal) },
  ]
}

await runProcess(jobTimeouts, async (dependencies) => {
  const { pool, log } = dependencies
  const sweepOrphanedReplies = createSweeper({ pool, countTokens, log })
  const stopSweeping = startRepeating({ name: 'sweep orphaned replies', everyMs: 2_000, run: () => sweepOrphanedReplies() }, dependencies)
  const jobs = listJobs(createServices(dependencies), dependencies)
  const queue = await openJobQueue(dependencies, jobs)
  log.info({ queues: jobs.map((job) => job.queue) }, 'Worker has started')
  return async () => {
    await Promise.all([stopSweeping(), queue.close()])
  }
})
