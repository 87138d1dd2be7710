// The job process: what has to happen without anybody asking for it.
import { countTokens } from '@heddle/text/count-tokens'
import type { Dependencies } from './dependencies.ts'
import { type Job, startJobs } from './jobs/recurring.ts'
import { createSweeper } from './modules/chat/chat.jobs.ts'
import { runProcess } from './process.ts'
import { createServices, type Services } from './services.ts'

const hour = 60 * 60 * 1000

function jobsOf({ sessions, userStanding }: Services, { pool, log }: Dependencies): Job[] {
  const sweepOrphanedReplies = createSweeper({ pool, countTokens, log })
  return [
    { name: 'sweep orphaned replies', everyMs: 2_000, run: () => sweepOrphanedReplies() },
    { name: 'remove ended sessions', everyMs: hour, run: sessions.removeEndedSessions },
    { name: 'purge deleted users', everyMs: hour, run: () => userStanding.purgeDeletedUsers() },
  ]
}

await runProcess(async (dependencies) => startJobs(jobsOf(createServices(dependencies), dependencies), dependencies))
