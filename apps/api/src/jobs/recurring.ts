// Runs each job now and then again after its pause, never twice at once. A job has to bear that another process does the same.
import { setTimeout as pause } from 'node:timers/promises'
import type { Dependencies } from '../dependencies.ts'

export type Job = { readonly name: string; readonly everyMs: number; readonly run: () => Promise<unknown> }

/** Starts the jobs; returns how to stop: no further run begins, and the ones that run are waited for. */
export function startJobs(jobs: readonly Job[], { log, stopping }: Pick<Dependencies, 'log' | 'stopping'>): () => Promise<void> {
  async function repeat({ name, everyMs, run }: Job) {
    while (!stopping.aborted) {
      const startedAt = performance.now()
      try {
        const result = await run()
        log.debug({ job: name, result, elapsedMs: Math.round(performance.now() - startedAt) }, 'Job was done')
      } catch (error) {
        log.error({ job: name, err: error }, 'Job failed')
      }
      await pause(everyMs, undefined, { signal: stopping }).catch(() => {})
    }
  }

  const running = Promise.all(jobs.map(repeat))
  log.info({ jobs: jobs.map(({ name }) => name) }, 'Worker has started')
  return async () => {
    await running
  }
}
