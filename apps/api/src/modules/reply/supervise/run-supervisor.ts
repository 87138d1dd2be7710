// The replies that this process makes. They belong to the process and not to a connection: a reply runs on without a reader.
import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { toStorableText } from '../../../platform/database/storable-text.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { StreamAuthority } from '../../../platform/permissions/stream-authority.ts'
import type { Metrics } from '../../../platform/telemetry/metrics.ts'
import type { MessageStore } from '../../message/seal/message-store.ts'
import { createReplyFinisher } from '../persist/finish-reply.ts'
import { createWriteBuffer, type WriteBuffer } from '../persist/write-buffer.ts'
import { createEventLog, type EventLog } from '../../run/event-log.ts'
import { createBatchSaver, type SavableReply } from '../persist/batch-saver.ts'
import type { AbortCause } from '../../run/run.rules.ts'
import type { OpenPorts } from '../../run/ports/open-ports.ts'
import type { ReplyRun } from '../reply-run.ts'
import { toAbortReason } from '../../run/execute-run.ts'
import { performRun } from '../../run/perform-run.ts'

type RunningReply = SavableReply & {
  readonly log: EventLog
  readonly abort: AbortController
  readonly ended: Promise<void>
}

type Dependencies = {
  readonly store: MessageStore & { readonly db: Pool }
  readonly openPorts: OpenPorts
  readonly authority: StreamAuthority
  /** How long replies may go on after `close`. */
  readonly drainMs: number
  readonly metrics: Metrics
  readonly log: FastifyBaseLogger
}

export type RunSupervisor = ReturnType<typeof createRunSupervisor>

export function createRunSupervisor({ store, openPorts, authority, drainMs, metrics, log }: Dependencies) {
  /** By run: a reply that goes on has another one, and the one before may still be ending. */
  const running = new Map<string, RunningReply>()
  const finisher = createReplyFinisher({ store, log })
  const saver = createBatchSaver({ pool: store.db, log, running: () => running.values(), onEndWanted: abort })
  let closing: Promise<void> | undefined
  let isDrained = false

  async function perform(run: ReplyRun, eventLog: EventLog, buffer: WriteBuffer, signal: AbortSignal) {
    const attributes = {
      'gen_ai.conversation.id': run.chatId,
      'heddle.run.id': run.runId,
      'heddle.workflow_version.id': run.workflowVersionId,
    }
    const opened = openPorts(run)
    const ports = run.shareRetrieval && opened.retrieval ? { ...opened, retrieval: run.shareRetrieval(opened.retrieval) } : opened
    const outcome = await performRun({ flow: 'chat', input: run, sink: buffer, ports, attributes, metrics }, signal)
    const { runId, chatId, model } = run
    const replyId = run.reply.id
    if (outcome.failure) log.warn({ replyId, chatId, model: model.name, code: outcome.error?.code, err: outcome.failure }, 'Reply failed')
    const all = buffer.snapshot()
    const reply = running.get(runId)
    const onAttempt = (isWriting: boolean) => {
      if (reply) reply.isEnding = isWriting
    }
    const done = await finisher.finishReply(run, all, outcome, { shown: eventLog.snapshot, onAttempt })
    // When another has ended it, what was not saved by then was never said.
    if (done.message.content === toStorableText(all.text)) buffer.showAll()
    eventLog.finish(done)
    running.delete(runId)
    if (running.size === 0) saver.stop()
  }

  function abort(runId: string, cause: AbortCause) {
    running.get(runId)?.abort.abort(toAbortReason(cause))
  }

  async function allEnded() {
    while (running.size > 0) await Promise.allSettled([...running.values()].map(({ ended }) => ended))
  }

  async function drain() {
    await Promise.race([allEnded(), wait(drainMs, undefined, { ref: false })])
    isDrained = true
    for (const runId of running.keys()) abort(runId, 'shutdown')
    await allEnded()
  }

  return {
    find: (runId: string): EventLog | undefined => running.get(runId)?.log,

    /** Refuses what could not be finished any more. */
    assertOpen() {
      if (closing) throw new AppError('SERVICE_UNAVAILABLE', { params: { retry_after: 1 } })
    },

    start(run: ReplyRun): EventLog {
      const { runId } = run
      const beginning = { ...run.beginning, outcomes: run.outcomes }
      const replyId = run.reply.id
      const controller = new AbortController()
      const eventLog = createEventLog(replyId, beginning)
      const buffer = createWriteBuffer(eventLog, saver.arrived, beginning)
      // The permission is that of the owner of the chat, with or without a reader, to the end.
      const holder = { id: run.userId, tenantId: run.tenantId }
      const unwatch = authority.watch(holder, { chatId: run.chatId, assistantId: run.assistantId }, () => abort(runId, 'access_lost'))
      const ended = perform(run, eventLog, buffer, controller.signal).finally(unwatch)
      // Accepting it has just leased it.
      const savedAt = performance.now()
      running.set(runId, {
        replyId,
        runId,
        buffer,
        seal: run.seal,
        log: eventLog,
        abort: controller,
        ended,
        savedAt,
        notifiedAt: savedAt,
        isEnding: false,
      })
      saver.start()
      // Accepted just before, and too late to go on.
      if (isDrained) abort(runId, 'shutdown')
      return eventLog
    },

    /** Ends a run with what its reply has so far, if it is here. */
    stop: (runId: string) => abort(runId, 'stop_requested'),

    /** Lets replies that end in time end, and ends the others as `interrupted`; resolves when all are saved. */
    close: () => (closing ??= drain()),
  }
}
