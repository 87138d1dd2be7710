// The job process: what has to happen without anybody asking for it.
import { jobTimeouts } from '@heddle/db/connection'
import { countTokens } from '@heddle/text/count-tokens'
import type { Dependencies } from './dependencies.ts'
import { type Job, startJobs } from './jobs/recurring.ts'
import { createSweeper } from './modules/chat/chat.jobs.ts'
import { createFileRemover } from './modules/chat/file/file.jobs.ts'
import { releaseStaleReservations, removeOldCounters } from './modules/usage/settled-usage.sql.ts'
import { runProcess } from './process.ts'
import { createServices, type Services } from './services.ts'

const minute = 60 * 1000
const hour = 60 * minute

function jobsOf({ sessions, userStanding }: Services, { pool, files, stopping, log }: Dependencies): Job[] {
  const sweepOrphanedReplies = createSweeper({ pool, countTokens, log })
  return [
    { name: 'sweep orphaned replies', everyMs: 2_000, run: () => sweepOrphanedReplies() },
    { name: 'remove due files', everyMs: minute, run: createFileRemover({ pool, files, stopping, log }) },
    { name: 'release stale usage reservations', everyMs: 10 * 60 * 1000, run: () => releaseStaleReservations(pool) },
    { name: 'remove old usage counters', everyMs: hour, run: () => removeOldCounters(pool) },
    { name: 'remove ended sessions', everyMs: hour, run: sessions.removeEndedSessions },
    { name: 'purge deleted users', everyMs: hour, run: () => userStanding.purgeDeletedUsers() },
  ]
}

await runProcess(jobTimeouts, async (dependencies) => startJobs(jobsOf(createServices(dependencies), dependencies), dependencies))
