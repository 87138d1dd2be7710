// The jobs of evaluations, run as a worker runs them.
import { evalRunQueue } from '@heddle/db/job-queues'
import { createModules } from '../../src/modules/modules.ts'
import type { Dependencies } from '../../src/platform/dependencies.ts'
import { openJobQueue } from '../../src/platform/jobs/job-queue.ts'
import { hurried } from '../jobs/job-timing.ts'

/** Runs the queued evaluations as a worker does, ten times as fast. */
export async function startEvaluating(dependencies: Dependencies) {
  const stopping = new AbortController()
  const own = { ...dependencies, stopping: AbortSignal.any([dependencies.stopping, stopping.signal]) }
  const jobs = createModules(own).jobs.filter((job) => 'queue' in job)
  const queue = await openJobQueue(
    own,
    jobs.filter((job) => job.queue === evalRunQueue),
    hurried,
  )
  return {
    async close() {
      stopping.abort(new Error('The process is stopping'))
      await queue.close()
    },
  }
}
