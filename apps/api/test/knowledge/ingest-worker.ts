// The jobs of ingestion, run as a worker runs them. It imports no server: a test starts twenty processes of it.
import { ingestQueue, reindexQueue } from '@heddle/db/job-queues'
import type { Dependencies } from '../../src/platform/dependencies.ts'
import { openJobQueue } from '../../src/platform/jobs/job-queue.ts'
import { startModuleList } from '../../src/modules/module-list.ts'
import { createModules } from '../../src/modules/modules.ts'
import { createIngestionModule } from '../../src/modules/ingestion/ingestion.module.ts'
import { hurried } from '../jobs/job-timing.ts'
import { type ModelRetry, openModels } from './open-models.ts'

/** Runs the queued jobs of ingestion as a worker does, ten times as fast. `retry` are the waits of its calls of embedding models. */
export async function startIngesting(dependencies: Dependencies, retry?: ModelRetry) {
  const stopping = new AbortController()
  const own = { ...dependencies, stopping: AbortSignal.any([dependencies.stopping, stopping.signal]) }
  const { services } = createModules(own)
  const models = openModels(own, retry)
  const jobs = startModuleList(own, { ...services, ...models })
    .add(createIngestionModule)
    .jobs.filter((job) => 'queue' in job)
  const ownQueues = new Set<string>([ingestQueue, reindexQueue])
  const queue = await openJobQueue(
    own,
    jobs.filter((job) => ownQueues.has(job.queue)),
    hurried,
  )
  return {
    async close() {
      stopping.abort(new Error('The process is stopping'))
      await queue.close()
      await models.close()
    },
  }
}
