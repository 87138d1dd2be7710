// Records what was asked of a run when the process that asked it was killed: as an interrupted event of the tokens that were estimated. What is
// recorded already stays as it is.
import type { PrismaClient } from '@heddle/db/client'
import type { Pool } from 'pg'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { errorDetail } from '../../../platform/errors/error-detail.ts'
import { recordUsage } from '../../usage/usage.service.ts'
import { dropAnswer, findInterrupted } from './answer.sql.ts'
import { dropJudgement } from './judgement.sql.ts'

const settledRun = {
  id: true,
  tenantId: true,
  workflowId: true,
  workflowVersion: true,
  modelName: true,
  judgeModel: true,
  createdBy: { select: { id: true, memberships: { select: { groupId: true } } } },
} as const

export type SettleInterrupted = (runId: string) => Promise<void>

/** Returns the function that settles a run, whatever has become of its model and of the right of its creator since. */
export function createSettling({ db, pool }: { readonly db: PrismaClient; readonly pool: Pool }): SettleInterrupted {
  async function findVersionId(workflowId: string, number: number | null): Promise<string | null> {
    if (number === null) return null
    const where = { workflowId_number: { workflowId, number } }
    return (await db.workflowVersion.findUnique({ where, select: { id: true } }))?.id ?? null
  }

  return async (runId) => {
    const interrupted = await findInterrupted(pool, runId)
    const run = interrupted.length > 0 ? await db.evalRun.findUnique({ where: { id: runId }, select: settledRun }) : null
    if (!run) return
    const { tenantId, createdBy } = run
    const workflowVersionId = await findVersionId(run.workflowId, run.workflowVersion)
    for (const { usageRunId, isJudge, estimatedTokens, elapsedMs } of interrupted) {
      const modelName = isJudge ? (run.judgeModel ?? run.modelName) : run.modelName
      const model = await db.model.findFirst({ where: { tenantId, name: modelName }, select: { id: true } })
      const usage = { inputTokens: estimatedTokens, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, estimated: true }
      const modelId = model?.id ?? null
      const call = { nodeId: null, attempt: 1, modelId, endpointId: null, modelName, usage, serverCalls: 1, firstTokenMs: null }
      await inTransaction(pool, async (client) => {
        if (!(await (isJudge ? dropJudgement : dropAnswer)(client, runId, usageRunId))) return
        // Of a creator who was removed nothing is counted any more.
        if (!createdBy) return
        await recordUsage(client, {
          tenantId,
          userId: createdBy.id,
          groupIds: createdBy.memberships.map(({ groupId }) => groupId),
          workflowVersionId,
          runId: usageRunId,
          flow: 'eval',
          outcome: 'interrupted',
          failure: errorDetail('CHAT_REPLY_INTERRUPTED'),
          modelName,
          usage,
          firstTokenMs: null,
          latencyMs: Math.round(elapsedMs),
          calls: [call],
        })
      })
    }
  }
}
