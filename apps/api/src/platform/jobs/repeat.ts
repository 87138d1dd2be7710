// Runs a task every few seconds, which is too often for the schedules of the queue (docs/decisions/0016).
import { setTimeout as pause } from 'node:timers/promises'
import type { Dependencies } from '../dependencies.ts'

export type RepeatedJob = {
  readonly name: string
  readonly everyMs: number
  /** Runs in all workers at once, and has to be safe under that. */
  readonly run: () => Promise<unknown>
}

/** Starts the repetition; returns a function that stops it and waits for the current run. */
export function startRepeating({ name, everyMs, run }: RepeatedJob, { log, stopping }: Pick<Dependencies, 'log' | 'stopping'>) {
  async function repeat() {
    while (!stopping.aborted) {
      try {
        await run()
      } catch (error) {
        log.error({ task: name, err: error }, 'Repeated task failed')
      }
      await pause(everyMs, undefined, { signal: stopping }).catch(() => {})
    }
  }

  const running = repeat()
  return () => running
}
