// The replies that this process makes. They belong to it and not to a connection: nobody has to read for one to go on.
import type { WorkflowPorts } from '@heddle/workflow/ports'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { AppError } from '../../../errors/app-error.ts'
import { noUsage } from '../../usage/usage.service.ts'
import { createPacer } from './pacer.ts'
import { createReplyEnding } from './reply-ending.ts'
import { createReplyLog, type ReplyLog, type ReplySnapshot } from './reply-log.ts'
import { type AbortCause, errorDetail, saveIntervalMs, storableBeginning, writeIntervalMs } from './reply.rules.ts'
import { type ReplyProgress, saveReplies } from './reply.sql.ts'
import { abortReason, type ReplyOutcome, type ReplyRun, runReply } from './running-reply.ts'

type RunningReply = {
  readonly run: ReplyRun
  readonly log: ReplyLog
  readonly abort: AbortController
  readonly ended: Promise<void>
  saved: ReplySnapshot
}

type Surroundings = { readonly pool: Pool; readonly ports: WorkflowPorts; readonly log: FastifyBaseLogger }

/** Whatever breaks in our own code, the reply ends and its readers hear of it. */
const brokenOutcome = ({ model }: ReplyRun, failure: unknown): ReplyOutcome => ({
  status: 'failed',
  error: errorDetail('UNKNOWN'),
  failure,
  usage: { ...noUsage, estimated: true },
  modelName: model.name,
  firstTokenMs: null,
  latencyMs: 0,
})

export type ReplyRunner = ReturnType<typeof createReplyRunner>

export function createReplyRunner({ pool, ports, log }: Surroundings) {
  const running = new Map<string, RunningReply>()
  const pacer = createPacer(writeIntervalMs)
  const ending = createReplyEnding({ pool, log })
  let timer: NodeJS.Timeout | undefined
  let isSaving = false
  let isClosing = false

  async function perform(run: ReplyRun, replyLog: ReplyLog, signal: AbortSignal) {
    const outcome = await runReply(run, replyLog, ports, signal).catch((failure: unknown) => brokenOutcome(run, failure))
    const { replyId, chatId, model } = run
    if (outcome.failure) log.warn({ replyId, chatId, model: model.name, code: outcome.error?.code, err: outcome.failure }, 'Reply failed')
    replyLog.finish(await ending.endReply(run, replyLog.snapshot(), outcome))
    running.delete(replyId)
    if (running.size === 0) clearInterval(timer)
  }

  function progressOf({ run, log: replyLog, saved }: RunningReply): { snapshot: ReplySnapshot; progress: ReplyProgress } {
    const snapshot = replyLog.snapshot()
    // Texts only grow.
    const isNew =
      snapshot.text.length > saved.text.length || snapshot.reasoning.length > saved.reasoning.length || snapshot.steps !== saved.steps
    const content = isNew
      ? { content: storableBeginning(snapshot.text), reasoning: storableBeginning(snapshot.reasoning), steps: snapshot.steps }
      : { content: null, reasoning: null, steps: null }
    return { snapshot, progress: { id: run.replyId, runId: run.runId, ...content } }
  }

  async function save() {
    const replies = [...running.values()]
    const states = replies.map(progressOf)
    const saved = await saveReplies(
      pool,
      states.map(({ progress }) => progress),
    )
    const byId = new Map(saved.map((reply) => [reply.id, reply]))
    for (const [index, reply] of replies.entries()) {
      const row = byId.get(reply.run.replyId)
      const state = states[index]
      if (row && state) reply.saved = state.snapshot
      if (!row) abort(reply.run.replyId, 'taken_over')
      else if (row.isStopRequested) abort(reply.run.replyId, 'stop_requested')
    }
  }

  async function tick() {
    if (isSaving) return
    isSaving = true
    // The lease outlasts many failed saves; the next one has everything.
    await save().catch((error: unknown) => log.warn({ err: error, replies: running.size }, 'Running replies could not be saved'))
    isSaving = false
  }

  function abort(replyId: string, cause: AbortCause) {
    running.get(replyId)?.abort.abort(abortReason(cause))
  }

  return {
    find: (replyId: string): ReplyLog | undefined => running.get(replyId)?.log,

    /** Refuses what could not be finished any more. */
    assertOpen() {
      if (isClosing) throw new AppError('SERVICE_UNAVAILABLE', { params: { retry_after: 1 } })
    },

    start(run: ReplyRun): ReplyLog {
      const controller = new AbortController()
      const replyLog = createReplyLog(run.replyId, pacer)
      if (running.size === 0) timer = setInterval(() => void tick(), saveIntervalMs)
      const ended = perform(run, replyLog, controller.signal)
      running.set(run.replyId, { run, log: replyLog, abort: controller, ended, saved: replyLog.snapshot() })
      if (isClosing) abort(run.replyId, 'shutdown')
      return replyLog
    },

    /** Ends a reply with what it has so far, if it runs here. */
    stop: (replyId: string) => abort(replyId, 'stop_requested'),

    /** Ends all replies as `interrupted`; resolves when they are saved. */
    async close() {
      isClosing = true
      const endings = [...running.values()].map(({ ended }) => ended)
      for (const replyId of running.keys()) abort(replyId, 'shutdown')
      await Promise.allSettled(endings)
    },
  }
}
