// The queue of one endpoint: so many calls at once, and `MODEL_BUSY` for those that it cannot take.
import { ModelError } from '@heddle/workflow/model/ports'
import { createFairQueue } from '../../fair-queue.ts'

/** So many calls may wait: a few for each slot, and a classroom at a small endpoint. */
const maxWaiting = (slots: number) => Math.max(4 * slots, 32)

export const createEndpointQueue = (slots: number, maxWaitMs = 30_000) =>
  createFairQueue({ slots, maxWaiting, maxWaitMs, createBusyError: () => new ModelError('MODEL_BUSY') })
