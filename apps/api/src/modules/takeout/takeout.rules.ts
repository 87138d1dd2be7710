import { limits } from '@heddle/contracts/limits'
import type { TakeoutRow } from './takeout.repository.ts'

const hour = 60 * 60_000

/** When a takeout that ends at that time is removed. */
export const findExpiry = (endedAt: Date): Date => new Date(endedAt.getTime() + limits.takeout.days * 24 * hour)

export const isBeingWritten = ({ state }: Pick<TakeoutRow, 'state'>): boolean => state === 'waiting' || state === 'running'

/** From when on another one may be requested; null when that is so already, or the takeout is being written. */
export function findNextFrom({ state, createdAt }: Pick<TakeoutRow, 'state' | 'createdAt'>, now: Date): Date | null {
  const next = new Date(createdAt.getTime() + limits.takeout.hours * hour)
  return state === 'ready' && next > now ? next : null
}
