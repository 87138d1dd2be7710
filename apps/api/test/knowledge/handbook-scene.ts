// The sample collection of a first start, with the documents that the worker's job adds.
import { sampleQueue } from '@heddle/db/job-queues'
import type { Dependencies } from '../../src/platform/dependencies.ts'
import { createModules } from '../../src/modules/modules.ts'

/** Runs the job that adds the handbook to a collection; its sources are queued at the end. */
export async function addHandbooks(dependencies: Dependencies, collectionId: string, { isLastAttempt = true } = {}): Promise<void> {
  const job = createModules(dependencies).jobs.find((each) => 'queue' in each && each.queue === sampleQueue)
  if (!job || !('queue' in job)) throw new Error('No job adds the handbook')
  const { signal } = new AbortController()
  await job.run({ id: '', data: { collectionId }, signal, isLastAttempt, delayRetry: () => {}, renewAttempts: async () => {} })
}
