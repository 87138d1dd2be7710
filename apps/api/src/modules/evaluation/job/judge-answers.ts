// Has the judge say of a kept answer whether it is right, once. While it is asked the answer names its usage event, as that of a worker that is
// killed meanwhile has to be recorded.
import { MessageSource } from '@heddle/contracts/message/message'
import type { PrismaClient } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import type { Pool } from 'pg'
import { z } from 'zod'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { EvalQuestion } from '../eval-row.rules.ts'
import type { Judge, JudgeCall } from '../judge/judge.ts'
import type { AskedOnce } from './answer.sql.ts'
import type { Attempt } from './claim-run.ts'
import { beginJudgement, endJudgement, keepJudgement } from './judgement.sql.ts'

export type Judging = ReturnType<typeof createJudging>

type Dependencies = Pick<JudgeCall, 'model' | 'owner'> & {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly judge: Judge
  readonly attempt: Attempt
}

export function createJudging({ db, pool, judge, attempt, model, owner }: Dependencies) {
  return {
    /** Judges an answer that has finished and is not judged yet; returns whether it has got a judgement. */
    async judge(once: AskedOnce, { expected }: EvalQuestion, signal: AbortSignal): Promise<boolean> {
      const where = { runId: attempt.runId, ...once, outcome: 'finished', judgement: { equals: Prisma.DbNull } } as const
      const answer = await db.evalAnswer.findFirst({ where, select: { text: true, sources: true } })
      if (!answer) return false
      const judged = { expected, text: answer.text, sources: z.array(MessageSource).parse(answer.sources) }
      let isKept = false
      const judgement = await judge(judged, {
        model,
        owner,
        signal,
        keeping: {
          begin: (client, asked) => beginJudgement(client, attempt, once, asked),
          async end(client, ended) {
            isKept = true
            await endJudgement(client, attempt.runId, once, ended)
          },
        },
      })
      if (judgement && !isKept) await inTransaction(pool, (client) => keepJudgement(client, attempt.runId, once, judgement))
      return judgement !== null
    },
  }
}
