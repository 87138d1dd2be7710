// Ends runs whose job the queue has given up, and settles what was asked of runs that have ended.
import type { PrismaClient } from '@heddle/db/client'
import type { Pool } from 'pg'
import { errorDetail } from '../../../platform/errors/error-detail.ts'
import type { EvalRunRepository } from '../run/eval-run.repository.ts'
import { storeFigures } from '../run/run-view.ts'
import { failLostRuns, findUnsettledRuns } from './answer.sql.ts'
import type { SettleInterrupted } from './settle-interrupted.ts'

type Dependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly runs: EvalRunRepository
  readonly settleInterrupted: SettleInterrupted
}

export const createLostRuns =
  ({ db, pool, runs, settleInterrupted }: Dependencies) =>
  async (): Promise<void> => {
    const select = { id: true, repeats: true, judgeModel: true, state: true } as const
    const lost = await failLostRuns(pool, errorDetail('UNKNOWN'))
    for (const run of await db.evalRun.findMany({ where: { id: { in: lost } }, select })) await storeFigures(db, runs, run)
    for (const runId of await findUnsettledRuns(pool)) await settleInterrupted(runId)
  }
