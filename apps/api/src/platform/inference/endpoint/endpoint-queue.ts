// The queue of one endpoint: so many calls at once, and `MODEL_BUSY` for those that it cannot take.
import { ModelError } from '@heddle/workflow/model/ports'
import { createFairQueue, type Slot } from '../../fair-queue.ts'

/** So many calls may wait: a few for each slot, and a classroom at a small endpoint. */
const maxWaiting = (slots: number) => Math.max(4 * slots, 32)

/** Calls for which no one waits have a quarter of the slots at most, so that people who chat find the others free. */
const countBackground = (slots: number) => Math.max(1, Math.floor(slots / 4))

export type EndpointQueue = ReturnType<typeof createEndpointQueue>

export function createEndpointQueue(slots: number, maxWaitMs = 30_000) {
  const createBusyError = () => new ModelError('MODEL_BUSY')
  const queue = createFairQueue({ slots, maxWaiting, maxWaitMs, createBusyError })
  const background = createFairQueue({ slots: countBackground(slots), maxWaiting, maxWaitMs, createBusyError })
  return {
    ...queue,

    /** Joins the queue for a call for which no one waits: its turn comes once one of the few such slots is free too. It is never refused. */
    joinInBackground(userId: string): Slot {
      const own = background.join(userId, { isPatient: true })
      let slot: Slot | undefined
      return {
        release() {
          slot?.release()
          own.release()
        },
        async *wait(signal) {
          yield* own.wait(signal)
          slot = queue.join(userId, { isPatient: true })
          yield* slot.wait(signal)
        },
      }
    },

    resize(newSlots: number) {
      queue.resize(newSlots)
      background.resize(countBackground(newSlots))
    },
  }
}
