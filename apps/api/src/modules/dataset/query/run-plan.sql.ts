// Runs a checked plan over typed tables. Prisma cannot say it: the tables are made while the product runs, and their statements of plans.
import type { CheckedPlan } from '@heddle/table/check/checked-plan'
import { compilePlan, type Statement } from '@heddle/table/compile/compile-plan'
import { type QueryResult, readResult } from '@heddle/table/compile/read-result'
import { compileLookup, type FoundText } from '@heddle/table/lookup/compile-lookup'
import { listTexts } from '@heddle/table/check/list-texts'
import { queryRole } from '@heddle/db/table-schema'
import { type OpenText, type TakenText, takeTexts } from '@heddle/table/lookup/take-texts'
import type { QueryTable } from '@heddle/table/query-table'
import type { Pool, PoolClient } from 'pg'
import { listDatabaseCodes } from '../../../platform/database/database-codes.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors/app-error.ts'

/** Of one statement; a plan has at most two. */
const timeoutMs = 3_000

/**
 * One snapshot for the look-up and the query, as a role that may read typed tables and nothing else; nothing is found by the path of
 * schemas, and nothing can be written. Scans begin at the
 * first row, so that the same plan gives the same result.
 */
const begin = `
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL statement_timeout = ${timeoutMs};
  SET LOCAL synchronize_seqscans = off;
  SET LOCAL search_path = pg_catalog;
  SET LOCAL ROLE ${queryRole}`

const queryCanceled = '57014'
/** A sum or a product that no double precision has. */
const numericOverflow = '22003'
/** Of a restored database the worker fills within a minute (`update-dataset-tables`). */
const undefinedTable = '42P01'

export type PlanOutcome =
  | { readonly type: 'answered'; readonly plan: CheckedPlan; readonly result: QueryResult; readonly taken: readonly TakenText[] }
  /** A text of the plan is not in the rows, or may be two values: an answer of its own, and no query. */
  | { readonly type: 'no_such_value' | 'ambiguous'; readonly texts: readonly OpenText[] }

/**
 * Looks up the texts of a plan and runs it. `DATASET_QUERY_TIMEOUT` when a statement takes more than three seconds, `DATASET_PLAN_INVALID`
 * when a result is beyond the range of numbers, `SERVICE_UNAVAILABLE` when the typed table is not there.
 */
export async function runPlan(pool: Pool, plan: CheckedPlan, table: QueryTable): Promise<PlanOutcome> {
  try {
    return await inTransaction(pool, (client) => answer(client, plan, table), begin)
  } catch (error) {
    const codes = listDatabaseCodes(error)
    if (codes.includes(queryCanceled)) throw new AppError('DATASET_QUERY_TIMEOUT', { cause: error })
    if (codes.includes(numericOverflow)) throw new AppError('DATASET_PLAN_INVALID', { cause: error })
    if (codes.includes(undefinedTable)) throw new AppError('SERVICE_UNAVAILABLE', { cause: error })
    throw error
  }
}

async function answer(client: PoolClient, plan: CheckedPlan, table: QueryTable): Promise<PlanOutcome> {
  const lookup = compileLookup(listTexts(plan), table)
  const verdict = takeTexts(plan, lookup ? await run<FoundText>(client, lookup) : [])
  if (verdict.type !== 'taken') return verdict
  const rows = await run<Record<string, unknown>>(client, compilePlan(verdict.plan, table))
  return { type: 'answered', plan: verdict.plan, taken: verdict.taken, result: readResult(verdict.plan, rows) }
}

/** With parameters a text can have one statement only. */
async function run<Row extends Record<string, unknown>>(client: PoolClient, { text, values }: Statement): Promise<Row[]> {
  const { rows } = await client.query<Row>(text, [...values])
  return rows
}
