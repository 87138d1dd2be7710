import { ErrorDetail } from '@heddle/contracts/errors'
import type { Takeout } from '@heddle/contracts/takeout/takeout'
import { presentTime } from '../../platform/http/presenting.ts'
import type { TakeoutRow } from './takeout.repository.ts'
import { findNextFrom } from './takeout.rules.ts'

export function presentTakeout(takeout: TakeoutRow, now: Date): Takeout {
  const { id, state, done, total, sizeBytes, error, createdAt, expiresAt } = takeout
  const nextFrom = findNextFrom(takeout, now)
  return {
    id,
    state,
    done,
    total,
    size_bytes: sizeBytes === null ? null : Number(sizeBytes),
    error: ErrorDetail.nullable().parse(error),
    created_at: presentTime(createdAt),
    expires_at: state === 'ready' && expiresAt ? presentTime(expiresAt) : null,
    next_from: nextFrom && presentTime(nextFrom),
  }
}
