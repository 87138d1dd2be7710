// When running replies are saved. Many share one statement: a first word at once, what follows a few times a second. Once
// a second each renews its lease, hears whether it was asked to stop, and tells the other processes that it has grown.
import type { NodeOutcomes } from '@heddle/workflow/value'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { toStorablePrefix } from '../../../database/storable-text.ts'
import type { WriteBuffer } from './write-buffer.ts'
import { renewIntervalMs, saveIntervalMs, savedBytesPerMs } from '../reply.rules.ts'
import { saveSources } from '../source/source.sql.ts'
import { type ReplyProgress, type SavedReply, saveReplies } from './save-reply.sql.ts'

export type SavableReply = {
  readonly replyId: string
  readonly runId: string
  readonly buffer: WriteBuffer
  /** As the row has them. */
  savedOutcomes: NodeOutcomes | null
  renewedAt: number
  isBeingSaved: boolean
}

type BatchSaverOptions = {
  readonly pool: Pool
  readonly log: FastifyBaseLogger
  readonly running: () => Iterable<SavableReply>
  /** The reply was asked to stop, or is no longer this process's. */
  readonly onEndWanted: (runId: string, cause: 'stop_requested' | 'taken_over') => void
}

export function createBatchSaver({ pool, log, running, onEndWanted }: BatchSaverOptions) {
  const urgent = new Set<SavableReply>()
  let urgentTurn: NodeJS.Immediate | undefined
  let timer: NodeJS.Timeout | undefined

  const isDue = ({ renewedAt }: SavableReply) => performance.now() - renewedAt >= renewIntervalMs

  function toProgress(reply: SavableReply): ReplyProgress {
    const { replyId: id, runId, buffer } = reply
    const shouldRenew = isDue(reply)
    const snapshot = buffer.hasUnsaved() ? buffer.snapshot() : null
    return {
      id,
      runId,
      shouldRenew,
      content: snapshot && toStorablePrefix(snapshot.text),
      reasoning: snapshot && toStorablePrefix(snapshot.reasoning),
      steps: snapshot && snapshot.steps,
      outcomes: snapshot && snapshot.outcomes !== reply.savedOutcomes ? { value: snapshot.outcomes } : null,
      withdrawnSources: snapshot?.withdrawnSources ?? [],
      promptTokens: buffer.promptTokens(),
    }
  }

  /** Saves what is new of these replies, then shows it. Returns how many milliseconds the next save should wait at least. */
  async function save(replies: readonly SavableReply[]): Promise<number> {
    if (replies.length === 0) return saveIntervalMs
    const progress = replies.map(toProgress)
    const sources = replies.flatMap(({ replyId, runId, buffer }) =>
      buffer.unsavedSources().map((source) => ({ ...source, messageId: replyId, runId })),
    )
    for (const reply of replies) {
      reply.isBeingSaved = true
      reply.buffer.beginSave()
    }
    let saved: readonly SavedReply[]
    try {
      // What a text cites is there before the text is.
      if (sources.length > 0) await saveSources(pool, sources, 'running')
      saved = await saveReplies(pool, progress)
    } catch (error) {
      // The lease outlasts many failed saves; the next one has everything.
      log.warn({ err: error, replies: replies.length }, 'Running replies could not be saved')
      for (const { buffer } of replies) buffer.saveFailed()
      return renewIntervalMs
    } finally {
      for (const reply of replies) reply.isBeingSaved = false
      if (urgent.size > 0) urgentTurn ??= setImmediate(saveUrgent)
    }
    const rows = new Map(saved.map((row) => [row.runId, row]))
    for (const [index, reply] of replies.entries()) {
      const row = rows.get(reply.runId)
      if (!row) {
        // Its end may just have been written here: then all of it is still to be shown.
        reply.buffer.saveFailed()
        onEndWanted(reply.runId, 'taken_over')
        continue
      }
      const outcomes = progress[index]?.outcomes
      if (outcomes) reply.savedOutcomes = outcomes.value
      if (progress[index]?.shouldRenew) reply.renewedAt = performance.now()
      reply.buffer.showSaved()
      if (row.isStopRequested) onEndWanted(reply.runId, 'stop_requested')
    }
    const written = progress.reduce((sum, { content, reasoning }) => sum + (content?.length ?? 0) + (reasoning?.length ?? 0), 0)
    // The longer the replies are, the fewer times a second they are written whole.
    return Math.max(saveIntervalMs, written / savedBytesPerMs)
  }

  async function tick() {
    const ours = timer
    const due = [...running()].filter((reply) => !reply.isBeingSaved && (reply.buffer.hasUnsaved() || isDue(reply)))
    const waitMs = await save(due)
    if (timer === ours) timer = setTimeout(() => void tick(), waitMs)
  }

  function saveUrgent() {
    urgentTurn = undefined
    // One that is being saved just now has its turn when that is done.
    const replies = [...urgent].filter(({ isBeingSaved }) => !isBeingSaved)
    for (const reply of replies) urgent.delete(reply)
    void save(replies)
  }

  return {
    start() {
      timer ??= setTimeout(() => void tick(), saveIntervalMs)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
    /** For what a reader waits for: the first of a reply. */
    saveSoon(reply: SavableReply) {
      urgent.add(reply)
      urgentTurn ??= setImmediate(saveUrgent)
    },
  }
}
