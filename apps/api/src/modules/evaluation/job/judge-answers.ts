// Has the judge say of a kept answer whether it is right, once.
import { MessageSource } from '@heddle/contracts/message/message'
import type { PrismaClient } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import { z } from 'zod'
import type { EvalQuestion } from '../eval-row.rules.ts'
import type { Judge, JudgeCall } from '../judge/judge.ts'
import type { AskedOnce } from './answer.sql.ts'
import type { ClaimedRun } from './claim-run.ts'

export type Judging = ReturnType<typeof createJudging>

type Dependencies = Pick<JudgeCall, 'model' | 'owner'> & { readonly db: PrismaClient; readonly judge: Judge; readonly run: ClaimedRun }

export function createJudging({ db, judge, run, model, owner }: Dependencies) {
  return {
    /** Judges an answer that has finished and is not judged yet. */
    async judge({ rowId, repeat }: AskedOnce, { expected }: EvalQuestion, signal: AbortSignal): Promise<void> {
      const where = { runId: run.id, rowId, repeat, outcome: 'finished', judgement: { equals: Prisma.DbNull } } as const
      const answer = await db.evalAnswer.findFirst({ where, select: { text: true, sources: true } })
      if (!answer) return
      const judged = { expected, text: answer.text, sources: z.array(MessageSource).parse(answer.sources) }
      const judgement = await judge(judged, { model, owner, signal })
      if (judgement) await db.evalAnswer.updateMany({ where, data: { judgement } })
    },
  }
}
