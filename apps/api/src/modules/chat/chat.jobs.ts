// Replies whose process fell silent: each ends `interrupted` with the text that was saved, so that no chat is stuck.
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { inTransaction } from '../../transaction.ts'
import { recordUsage } from '../usage/usage.service.ts'
import { errorDetail } from './reply/reply.rules.ts'
import { endReply, findOrphans, type Orphan } from './reply/reply.sql.ts'

type SweeperDependencies = { readonly pool: Pool; readonly countTokens: (text: string) => number; readonly log: FastifyBaseLogger }

export type SweepOrphanedReplies = ReturnType<typeof createSweeper>

export function createSweeper({ pool, countTokens, log }: SweeperDependencies) {
  /** Counted here, because nobody is left who knows what the endpoint reported. */
  function usageOf(orphan: Orphan) {
    const content = orphan.content.slice(orphan.contentStart)
    const reasoning = orphan.reasoning.slice(orphan.reasoningStart)
    const reasoningTokens = countTokens(reasoning)
    return {
      inputTokens: content === '' && reasoning === '' ? 0 : countTokens(orphan.question),
      outputTokens: reasoningTokens + countTokens(content),
      reasoningTokens,
      cachedTokens: 0,
      estimated: true,
    }
  }

  const endOrphan = (orphan: Orphan) =>
    inTransaction(pool, async (client) => {
      const ended = await endReply(client, {
        chatId: orphan.chatId,
        replyId: orphan.id,
        runId: orphan.runId,
        status: 'interrupted',
        content: null,
        error: errorDetail('CHAT_REPLY_INTERRUPTED'),
        onlyIfOrphaned: true,
      })
      if (!ended) return false
      const { runId, tenantId, userId, groupIds, assistantId, workflowVersionId, chatId, modelName } = orphan
      await recordUsage(client, {
        runId,
        tenantId,
        userId,
        groupIds,
        assistantId,
        workflowVersionId,
        chatId,
        messageId: orphan.id,
        modelName,
        flow: 'chat',
        outcome: 'interrupted',
        usage: usageOf(orphan),
        firstTokenMs: null,
        latencyMs: Math.round(orphan.elapsedMs),
      })
      return true
    })

  /** One that cannot be ended must not keep the others from it. */
  async function tryToEnd(orphan: Orphan): Promise<boolean> {
    const { id: replyId, chatId, modelName: model } = orphan
    try {
      const isEnded = await endOrphan(orphan)
      if (isEnded) log.warn({ replyId, chatId, model }, 'Orphaned reply was ended')
      return isEnded
    } catch (error) {
      log.error({ replyId, chatId, model, err: error }, 'Orphaned reply could not be ended')
      return false
    }
  }

  /** Ends every orphaned reply, or those of one chat. Returns how many it was that ended. */
  return async function sweepOrphanedReplies(chatId?: string): Promise<number> {
    let ended = 0
    for (const orphan of await findOrphans(pool, chatId)) if (await tryToEnd(orphan)) ended += 1
    return ended
  }
}
