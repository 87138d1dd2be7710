// Reserving what a reply may use, before it begins. What it did use is settled with its usage event (usage.service.ts).
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../platform/database/transaction.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { presentReachedLimit } from './usage-limit.presenter.ts'
import { insertRefusal, type UsageRefusal } from './usage-refusal.sql.ts'
import { insertReservations, type ReachedLimit, type Reservation } from './usage-reservation.sql.ts'

export type { Reservation }

/** The refusal of a run by a limit. */
class UsageLimitError extends AppError {
  readonly refusal: UsageRefusal

  constructor(reached: ReachedLimit, userId: string) {
    super(reached.flow === 'eval' ? 'EVAL_LIMIT_REACHED' : 'USAGE_LIMIT_REACHED', { params: presentReachedLimit(reached) })
    this.refusal = { ruleId: reached.ruleId, subjectId: reached.subjectId, userId }
  }
}

/** Acts in a transaction that reserves. What a limit refuses is counted when the transaction is rolled back. */
export async function inReservingTransaction<T>(pool: Pool, act: (client: PoolClient) => Promise<T>, begin?: string): Promise<T> {
  try {
    return await inTransaction(pool, act, begin)
  } catch (error) {
    if (error instanceof UsageLimitError) await insertRefusal(pool, error.refusal)
    throw error
  }
}

/**
 * Reserves one request, the estimated tokens and what they cost with every limit that holds for the run, or throws `USAGE_LIMIT_REACHED`, of a limit of
 * evaluations `EVAL_LIMIT_REACHED`, with the one that resets last; then nothing of the caller's transaction may be committed. To be called when the chat's row is locked
 * already: the end of a reply takes the chat before the counters too.
 *
 * Something has to be left, not all of the estimate: a limit must not refuse everybody because the estimate is larger than the rest.
 * All of the estimate is reserved nevertheless, so that the next send waits for what this one leaves.
 */
export async function reserveUsage(client: PoolClient, reservation: Reservation): Promise<void> {
  const reached = await insertReservations(client, reservation)
  if (!reached) return
  throw new UsageLimitError(reached, reservation.userId)
}
