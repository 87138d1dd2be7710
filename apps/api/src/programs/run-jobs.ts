import { jobTimeouts } from '@heddle/db/connection'
import type { ProcessPart } from './process.ts'
import { openJobQueue } from '../platform/jobs/job-queue.ts'
import { removeAbandonedUploads } from '../platform/http/upload-intake.ts'
import { startRepeating } from '../platform/jobs/repeat.ts'
import { createModules } from '../modules/modules.ts'

/** Runs the jobs: what no request waits for. Any number of processes do so side by side on one database. */
export const runningJobs: ProcessPart = {
  name: 'worker',
  timeouts: jobTimeouts,
  async start(dependencies) {
    await removeAbandonedUploads(dependencies.now())
    const { jobs } = createModules(dependencies)
    const stopRepeating = jobs.filter((job) => 'everyMs' in job).map((job) => startRepeating(job, dependencies))
    const queued = jobs.filter((job) => 'queue' in job)
    const queue = await openJobQueue(dependencies, queued)
    dependencies.log.info({ queues: queued.map((job) => job.queue) }, 'Worker has started')
    return async () => {
      await Promise.all([...stopRepeating.map((stop) => stop()), queue.close()])
    }
  },
}
