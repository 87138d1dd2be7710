import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { renewIntervalMs, restPerSave, saveIntervalMs } from '../reply.rules.ts'
import { saveSources } from '../../message/citation/citation.sql.ts'
import { sealSource } from '../../message/seal/message-store.ts'
import type { Seal } from '../../message/seal/seal.ts'
import { type ReplyProgress, rewriteReplies, type SavedReply, saveReplies } from './running-reply.sql.ts'
import type { WriteBuffer } from './write-buffer.ts'

export type SavableReply = {
  readonly replyId: string
  readonly runId: string
  readonly buffer: WriteBuffer
  /** Of a temporary chat. */
  readonly seal: Seal | null
  savedAt: number
  notifiedAt: number
  /** While its end is being written, whose transaction holds the lock of its row. */
  isEnding: boolean
}

type BatchSaverOptions = {
  readonly pool: Pool
  readonly log: FastifyBaseLogger
  readonly running: () => Iterable<SavableReply>
  /** The reply was asked to stop, or is no longer this process's. */
  readonly onEndWanted: (runId: string, cause: 'stop_requested' | 'taken_over') => void
}

type Batch = { readonly reply: SavableReply; readonly progress: ReplyProgress; readonly isWhole: boolean }[]

/** What nodes came to is not kept of a temporary chat. */
const sealProgress = <P extends Pick<ReplyProgress, 'text' | 'reasoning' | 'outcomes' | 'prompts'>>(seal: Seal, progress: P): P => ({
  ...progress,
  text: seal.seal(progress.text),
  reasoning: seal.seal(progress.reasoning),
  outcomes: null,
  prompts: progress.prompts.map(seal.seal),
})

/**
 * Saves what has arrived of all replies of the process together, then shows it: one save at a time, so that what arrives during one
 * waits for the next, and the longer saves take the larger they get.
 */
export function createBatchSaver({ pool, log, running, onEndWanted }: BatchSaverOptions) {
  let isSaving = false
  let hasArrived = false
  let isUrgent = false
  /** By `performance.now()`. */
  let nextAt = 0
  let timer: NodeJS.Timeout | undefined
  let turn: NodeJS.Immediate | undefined
  let renewal: NodeJS.Timeout | undefined

  function takeBatch(): Batch {
    const now = performance.now()
    const batch: Batch = []
    for (const reply of running()) {
      if (reply.isEnding) continue
      if (!reply.buffer.hasUnsaved() && now - reply.savedAt < renewIntervalMs) continue
      const shouldNotify = now - reply.notifiedAt >= renewIntervalMs
      if (shouldNotify) reply.notifiedAt = now
      reply.savedAt = now
      const { isWhole, ...progress } = reply.buffer.beginSave()
      batch.push({
        reply,
        isWhole,
        progress: { runId: reply.runId, shouldNotify, ...(reply.seal ? sealProgress(reply.seal, progress) : progress) },
      })
    }
    return batch
  }

  /** What a text cites is saved before the text. */
  async function saveSourcesOf(batch: Batch) {
    const sources = batch.flatMap(({ reply: { replyId, runId, buffer, seal } }) =>
      buffer.unsavedSources().map((source) => ({ ...(seal ? sealSource(seal, source) : source), messageId: replyId, runId })),
    )
    if (sources.length > 0) await saveSources(pool, sources, 'running')
  }

  async function write(batch: Batch): Promise<SavedReply[]> {
    await saveSourcesOf(batch)
    const whole = batch.filter(({ isWhole }) => isWhole)
    const grown = batch.filter(({ isWhole }) => !isWhole)
    const withdrawn = whole.flatMap(({ reply }) => reply.buffer.snapshot().withdrawnSources)
    const progress = (part: Batch) => part.map((each) => each.progress)
    const saved = await Promise.all([
      whole.length > 0 ? rewriteReplies(pool, progress(whole), withdrawn) : [],
      grown.length > 0 ? saveReplies(pool, progress(grown)) : [],
    ])
    return saved.flat()
  }

  /** Returns after how many milliseconds the next save may begin. */
  async function saveBatch(batch: Batch): Promise<number> {
    const beganAt = performance.now()
    let saved: readonly SavedReply[]
    try {
      saved = await write(batch)
    } catch (error) {
      // The lease outlasts many failed saves; the next one has everything.
      log.warn({ err: error, replies: batch.length }, 'Running replies could not be saved')
      for (const { reply } of batch) reply.buffer.saveFailed()
      return renewIntervalMs
    }
    const rows = new Map(saved.map((row) => [row.runId, row]))
    for (const { reply, isWhole } of batch) {
      const row = rows.get(reply.runId)
      if (row) {
        reply.buffer.showSaved()
        if (row.isStopRequested) onEndWanted(reply.runId, 'stop_requested')
      } else {
        reply.buffer.saveRejected()
        if (isWhole) onEndWanted(reply.runId, 'taken_over')
        else arrived(true)
      }
    }
    const tookMs = performance.now() - beganAt
    return Math.max(saveIntervalMs - tookMs, tookMs * restPerSave)
  }

  async function save() {
    clearTimeout(timer)
    timer = undefined
    turn = undefined
    if (isSaving) return
    hasArrived = false
    isUrgent = false
    const batch = takeBatch()
    if (batch.length === 0) return
    isSaving = true
    const restMs = await saveBatch(batch)
    isSaving = false
    nextAt = performance.now() + restMs
    if (hasArrived) schedule()
  }

  function schedule() {
    if (isSaving || turn) return
    const waitMs = isUrgent ? 0 : nextAt - performance.now()
    // Not at once: what other replies get in this turn of the event loop is saved with it.
    if (waitMs <= 0) turn = setImmediate(() => void save())
    else timer ??= setTimeout(() => void save(), waitMs)
  }

  function arrived(isAwaited: boolean) {
    hasArrived = true
    isUrgent ||= isAwaited
    schedule()
  }

  return {
    /** Renews leases until `stop`, also of replies of which nothing arrives. */
    start() {
      renewal ??= setInterval(() => void save(), renewIntervalMs / 2)
    },
    stop() {
      clearInterval(renewal)
      renewal = undefined
    },
    /** To be called when something of a reply has arrived; `isAwaited` when readers wait for it: the first of a reply. */
    arrived,
  }
}
