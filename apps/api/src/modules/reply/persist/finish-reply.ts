// The one end of a reply: its row, its chat and its usage in one transaction, and the `done` that its readers get.
import type { ReplyDoneEvent } from '@heddle/contracts/reply/reply-stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { toStorableText } from '../../../platform/database/storable-text.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { presentMessage } from '../../message/message.presenter.ts'
import type { ArrivedReply } from './write-buffer.ts'
import type { ReplySnapshot } from '../../run/event-log.ts'
import { errorDetail } from '../../../platform/errors/error-detail.ts'
import { loadDoneEvent } from '../../message/done-event.ts'
import { deleteSources, saveSources } from '../../message/citation/citation.sql.ts'
import { endReply, type EndedReply } from './end-reply.sql.ts'
import { findReply } from '../../message/reply-state.sql.ts'
import { type MessageStore, sealSource } from '../../message/seal/message-store.ts'
import type { Seal } from '../../message/seal/seal.ts'
import { writePatiently } from '../../run/write-patiently.ts'
import { recordRun } from '../../run/perform-run.ts'
import { presentUsage } from '../../run/run.presenter.ts'
import type { RunEnding } from '../../run/run.ts'
import type { ReplyRun } from '../reply-run.ts'

/** Of a temporary chat the texts are sealed, and what the model was told and what nodes came to is not kept. */
function toKeptTexts(seal: Seal | null, { text, reasoning, outcomes, told }: ArrivedReply) {
  const texts = { text: toStorableText(text), reasoning: toStorableText(reasoning) }
  if (!seal) return { ...texts, outcomes, told }
  return { text: seal.seal(texts.text), reasoning: seal.seal(texts.reasoning), outcomes: null, told: null }
}

export function createReplyFinisher({ store, log }: { store: MessageStore & { readonly db: Pool }; log: FastifyBaseLogger }) {
  const { db: pool } = store

  const writeEnd = (run: ReplyRun, snapshot: ArrivedReply, outcome: RunEnding): Promise<EndedReply | null> =>
    inTransaction(pool, async (client) => {
      const ending = endReply(client, {
        chatId: run.chatId,
        replyId: run.reply.id,
        runId: run.runId,
        status: outcome.status,
        content: { ...toKeptTexts(run.seal, snapshot), steps: snapshot.steps, notices: outcome.notices },
        error: outcome.error,
        replacedBy: outcome.replacedBy,
        onlyIfOrphaned: false,
      })
      // Also when the chat is gone: what was used was used.
      const recording = recordRun(client, { ...run, flow: 'chat', messageId: run.reply.id }, outcome)
      const [ended] = await Promise.all([ending, recording])
      if (!ended) return null
      const sources = snapshot.sources.map((source) => ({
        ...(run.seal ? sealSource(run.seal, source) : source),
        messageId: run.reply.id,
        runId: run.runId,
      }))
      if (snapshot.withdrawnSources.length > 0) await deleteSources(client, run.reply.id, snapshot.withdrawnSources)
      if (sources.length > 0) await saveSources(client, sources, 'ended')
      return ended
    })

  function writeEndPatiently(run: ReplyRun, snapshot: ArrivedReply, outcome: RunEnding, onAttempt: (isWriting: boolean) => void) {
    async function attempt() {
      onAttempt(true)
      try {
        return await writeEnd(run, snapshot, outcome)
      } finally {
        onAttempt(false)
      }
    }
    return writePatiently(attempt, (error, delay) =>
      log.warn({ err: error, replyId: run.reply.id, delay }, 'End of a reply could not be saved yet'),
    )
  }

  /** The end as this process knows it, for a reply that it ended or whose row is gone. */
  function toDoneEvent(run: ReplyRun, snapshot: ReplySnapshot, outcome: RunEnding, ended: EndedReply | null): ReplyDoneEvent {
    const { status, error, replacedBy } = outcome
    const message = presentMessage({
      ...run.reply,
      content: toStorableText(snapshot.text),
      reasoning: toStorableText(snapshot.reasoning),
      steps: snapshot.steps,
      sources: snapshot.sources,
      notices: outcome.notices,
      status,
      error,
      ...(replacedBy && { modelId: replacedBy.id, modelName: replacedBy.name }),
      // It goes to every reader, and the feedback of others is private.
      feedback: null,
    })
    return {
      type: 'done',
      status,
      message,
      usage: presentUsage(outcome.usage),
      remaining_requests: ended?.remainingRequests ?? run.remainingRequests,
      version: ended?.version ?? run.version,
      ...(message.error && { error: message.error }),
    }
  }

  return {
    /**
     * Writes the end and returns the event that tells it. Never throws: a reader always gets a `done`. One whose end could
     * not be written tells no more than `shown`, which is saved. `onAttempt` is told when the row is being written, and is not.
     */
    async finishReply(
      run: ReplyRun,
      snapshot: ArrivedReply,
      outcome: RunEnding,
      { shown, onAttempt }: { shown: () => ReplySnapshot; onAttempt: (isWriting: boolean) => void },
    ): Promise<ReplyDoneEvent> {
      try {
        const ended = await writeEndPatiently(run, snapshot, outcome, onAttempt)
        if (ended) return toDoneEvent(run, snapshot, outcome, ended)
        // Another process has ended it, or the chat is gone.
        const state = await findReply(store, run.reply.id, null)
        const done = state && state.status !== 'generating' ? await loadDoneEvent(store, state, null) : null
        return done ?? toDoneEvent(run, snapshot, { ...outcome, status: 'stopped', error: null }, null)
      } catch (error) {
        log.error({ err: error, replyId: run.reply.id }, 'End of a reply could not be saved')
        return toDoneEvent(run, shown(), { ...outcome, status: 'interrupted', error: errorDetail('CHAT_REPLY_INTERRUPTED') }, null)
      }
    },
  }
}
