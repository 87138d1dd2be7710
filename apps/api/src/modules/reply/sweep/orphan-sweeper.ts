// Replies whose process fell silent: each ends `interrupted` with the text that was saved, so that no chat is stuck.
// A lease that expired while the database was away says nothing of its process: it could not be renewed. After an outage
// every process has the time of a lease to renew its own before any is ended.
import { estimateUsage } from '@heddle/workflow/model/call/usage-estimate'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { MessageStore } from '../../message/seal/message-store.ts'
import { recordUsage } from '../../usage/usage.service.ts'
import { errorDetail } from '../../../platform/errors/error-detail.ts'
import { leaseSeconds, renewIntervalMs } from '../reply.rules.ts'
import { endReply } from '../persist/end-reply.sql.ts'
import { findOrphans, type Orphan } from './orphans.sql.ts'

type SweeperDependencies = {
  readonly store: MessageStore & { readonly db: Pool }
  readonly countTokens: (text: string) => number
  readonly log: FastifyBaseLogger
  /** Whether this process makes the reply of a run, whatever its lease says; in a process that makes none, never. */
  readonly isRunningHere?: (runId: string) => boolean
  /** Milliseconds of a clock that is never set. */
  readonly now?: () => number
}

export type SweepOrphanedReplies = ReturnType<typeof createOrphanSweeper>

export function createOrphanSweeper({
  store,
  countTokens,
  log,
  isRunningHere = () => false,
  now: readClock = () => performance.now(),
}: SweeperDependencies) {
  let wasAway = false
  let trustedFrom = Number.NEGATIVE_INFINITY

  /** By run, the leases that are forgotten, and when they were first missed. */
  let missedAt = new Map<string, number>()

  /** Whether the process of a reply without a lease has had the time to save it. */
  function isGivenUp({ runId }: Orphan, now: number) {
    const since = missedAt.get(runId)
    if (since === undefined) missedAt.set(runId, now)
    return since !== undefined && now - since >= leaseSeconds * 1_000
  }

  /** Nothing as long as leases cannot be trusted. A query that took as long as a renewal was held up by an outage, too. */
  async function findTrustedOrphans(chatId?: string): Promise<Orphan[]> {
    const startedAt = readClock()
    const orphans = await findOrphans(store, chatId).catch((error: unknown) => {
      wasAway = true
      throw error
    })
    const now = readClock()
    if (wasAway || now - startedAt > renewIntervalMs) trustedFrom = now + leaseSeconds * 1_000
    wasAway = false
    if (chatId === undefined) missedAt = new Map([...missedAt].filter(([runId]) => orphans.some((orphan) => orphan.runId === runId)))
    if (now < trustedFrom) return []
    return orphans.filter((orphan) => !isRunningHere(orphan.runId) && (!orphan.isForgotten || isGivenUp(orphan, now)))
  }

  const countAll = (texts: readonly string[]) => texts.reduce((sum, text) => sum + countTokens(text), 0)

  /** Estimated here, because the usage that the endpoint reported died with the process. */
  function estimateOrphan({ prompts, content, contentStart, reasoning, reasoningStart }: Orphan) {
    const text = content.slice(contentStart)
    return estimateUsage({ promptTokens: countAll(prompts), text, reasoning: reasoning.slice(reasoningStart) }, countTokens)
  }

  const endOrphan = (orphan: Orphan) =>
    inTransaction(store.db, async (client) => {
      const error = errorDetail('CHAT_REPLY_INTERRUPTED')
      const ended = await endReply(client, {
        chatId: orphan.chatId,
        replyId: orphan.id,
        runId: orphan.runId,
        status: 'interrupted',
        content: null,
        error,
        replacedBy: null,
        onlyIfOrphaned: true,
      })
      if (!ended) return false
      const { runId, tenantId, userId, groupIds, assistantId, workflowVersionId, chatId, modelId, modelName } = orphan
      const usage = estimateOrphan(orphan)
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
        failure: error,
        usage,
        firstTokenMs: null,
        latencyMs: Math.round(orphan.elapsedMs),
        // Which nodes made how many calls died with the process.
        calls: [{ nodeId: null, attempt: 1, modelId, endpointId: null, modelName, usage, serverCalls: 1, firstTokenMs: null }],
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
    for (const orphan of await findTrustedOrphans(chatId)) if (await tryToEnd(orphan)) ended += 1
    return ended
  }
}
