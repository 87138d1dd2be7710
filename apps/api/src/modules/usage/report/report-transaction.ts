// How reports read: which ranges they accept, and in which transaction.
import { limits } from '@heddle/contracts/limits'
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { countReportDays, type ReportDays } from './usage-days.ts'

/** Throws BAD_REQUEST for a range of no day, or of too many. */
export function requireRange(range: ReportDays, part: 'querystring' | 'body') {
  const days = countReportDays(range)
  if (days >= 1 && days <= limits.usageDays) return
  throw new AppError('BAD_REQUEST', { params: { fields: [{ path: `${part}/to`, message: `From 1 to ${limits.usageDays} days` }] } })
}

/** One snapshot, so that parts of a report add up to its total; memory, so that the sums of a year are hashed and not sorted on disk. */
const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL work_mem = '32MB'`

/** Runs the statements of one report. */
export const inReport = <T>(pool: Pool, read: (client: PoolClient) => Promise<T>): Promise<T> => inTransaction(pool, read, begin)
