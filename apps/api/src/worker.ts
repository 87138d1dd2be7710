// The job process: what no request waits for. Any number of them run side by side on one database.
import { jobTimeouts } from '@heddle/db/connection'
import { countTokens } from '@heddle/text/count-tokens'
import { runProcess } from './boot/process.ts'
import { type RunningJob, openJobQueue } from './jobs/job-queue.ts'
import { startRepeating } from './jobs/repeat.ts'
import { createSweeper } from './modules/reply/sweep/orphan-sweeper.ts'
import { createFileRemover } from './modules/chat/file/file.jobs.ts'
import { createModules } from './modules.ts'

await runProcess(jobTimeouts, async (dependencies) => {
  const { pool, log, files } = dependencies
  const removeDueFiles = createFileRemover({ pool, files, log })
  const sweepOrphanedReplies = createSweeper({ pool, countTokens, log })
  const jobs = [
    ...createModules(dependencies).jobs,
    {
      queue: 'remove-due-files',
      schedule: { cron: '* * * * *', timeZone: 'UTC' },
      run: ({ signal }: RunningJob) => removeDueFiles(signal),
    },
    { name: 'sweep orphaned replies', everyMs: 2_000, run: () => sweepOrphanedReplies() },
  ]
  const queued = jobs.filter((job) => 'queue' in job)
  const stopRepeating = jobs.filter((job) => 'everyMs' in job).map((job) => startRepeating(job, dependencies))
  const queue = await openJobQueue(dependencies, queued)
  log.info({ queues: queued.map((job) => job.queue) }, 'Worker has started')
  return async () => {
    await Promise.all([...stopRepeating.map((stop) => stop()), queue.close()])
  }
})
