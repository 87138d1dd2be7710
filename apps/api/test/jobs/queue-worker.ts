// The jobs of one queue, run as a worker runs them.
import { createModules } from '../../src/modules/modules.ts'
import type { Dependencies } from '../../src/platform/dependencies.ts'
import { openJobQueue } from '../../src/platform/jobs/job-queue.ts'
import { hurried } from './job-timing.ts'

/** Runs the jobs that are queued as a worker does, ten times as fast. */
export async function startWorker(dependencies: Dependencies, queue: string) {
  const stopping = new AbortController()
  const own = { ...dependencies, stopping: AbortSignal.any([dependencies.stopping, stopping.signal]) }
  const jobs = createModules(own).jobs.filter((job) => 'queue' in job)
  const running = await openJobQueue(
    own,
    jobs.filter((job) => job.queue === queue),
    hurried,
  )
  return {
    async close() {
      stopping.abort(new Error('The process is stopping'))
      await running.close()
    },
  }
}
