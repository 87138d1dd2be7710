// The copy of what a user has here, as one zip, which a job writes.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ErrorDetail } from '../errors.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, IdParams, Line, Timestamp } from '../wire.ts'

export const TakeoutState = z.enum(['waiting', 'running', 'ready', 'failed'])
export type TakeoutState = z.infer<typeof TakeoutState>
schemaIds.add(TakeoutState, { id: 'TakeoutState' })

export const Takeout = z.object({
  id: Id,
  state: TakeoutState,
  /** Chats and files that are written, and how many there are; null before they are counted. */
  done: Count,
  total: Count.nullable(),
  /** Of the zip, once it is ready. */
  size_bytes: z.int().nullable(),
  /** Why it failed. */
  error: ErrorDetail.nullable(),
  created_at: Timestamp,
  /** Until when a ready one can be downloaded. */
  expires_at: Timestamp.nullable(),
  /** From when on another one can be requested; null of one that has failed, or is being made. */
  next_from: Timestamp.nullable(),
})
export type Takeout = z.infer<typeof Takeout>
schemaIds.add(Takeout, { id: 'Takeout' })

const takeoutUrl = '/api/v1/takeout'

export const getTakeout = {
  method: 'GET',
  url: takeoutUrl,
  schema: { summary: "The actor's takeout; null without one", response: { 200: z.object({ takeout: Takeout.nullable() }) } },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const requestTakeout = {
  method: 'POST',
  url: takeoutUrl,
  schema: {
    summary: 'Have all chats, prompts, files and settings of the actor written into a zip, once a day; one that is being made is returned',
    body: z.strictObject({ time_zone: Line.max(64).optional() }),
    response: { 200: z.object({ takeout: Takeout }) },
  },
  config: { policy: 'signed_in', audited: true, errors: ['TAKEOUT_TOO_SOON'] },
} as const satisfies Endpoint

export const downloadTakeout = {
  method: 'GET',
  url: `${takeoutUrl}/:id/file`,
  schema: {
    summary: 'The zip of a takeout of the actor',
    params: IdParams,
    response: { 200: { description: 'The zip as an attachment', content: { 'application/zip': { schema: z.file() } } } },
  },
  config: { policy: 'signed_in', audited: true, stepUp: true, errors: ['TAKEOUT_NOT_FOUND', 'FILE_STORE_UNAVAILABLE'] },
} as const satisfies Endpoint
