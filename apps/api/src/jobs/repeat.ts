// Runs what has to happen every few seconds, which the schedules of the queue cannot say (docs/decisions/0016).
import { setTimeout as pause } from 'node:timers/promises'
import type { Dependencies } from '../boot/dependencies.ts'

export type RepeatedJob = {
  readonly name: string
  readonly everyMs: number
  /** Other workers do the same at the same time: the outcome has to be that of one. */
  readonly run: () => Promise<unknown>
}

/** Begins to repeat; returns how to stop: no further run begins, and one that runs is waited for. */
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
