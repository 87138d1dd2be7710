// Runs that no one reads: of them nothing is streamed, and nothing is kept but their usage and what their caller keeps with it. They know no
// request and no connection, so that a job of the worker performs them as a request of the API does.
import type { MessageSource } from '@heddle/contracts/message/message'
import type { Passage } from '@heddle/workflow/model/passage'
import type { WorkflowPorts } from '@heddle/workflow/model/ports'
import type { NodeOutcomes, NodeResult } from '@heddle/workflow/model/value'
import type { FastifyBaseLogger } from 'fastify'
import { randomUUIDv7 } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../platform/database/transaction.ts'
import { reserveUsage } from '../usage-limit/usage-reservation.service.ts'
import { emptyBeginning } from './event-log.ts'
import type { OpenPorts } from './ports/open-ports.ts'
import { performUnobserved, recordRun, type RunOwner } from './perform-run.ts'
import type { RunInput, RunEnding, RunSink } from './run.ts'
import { toAbortReason } from './execute-run.ts'
import type { AbortCause } from './run.rules.ts'
import { writePatiently } from './write-patiently.ts'

type BackgroundRun = {
  readonly input: BackgroundInput
  readonly owner: Omit<RunOwner, 'runId'> & { readonly flow: 'title' | 'eval' }
  readonly estimatedTokens: number
  readonly maxMs: number
  /** What the caller keeps of the run. */
  readonly keeping?: RunKeeping
}

export type RunKeeping = {
  /** In the transaction that reserves, before a model may be called; the run does not begin when it throws. */
  readonly begin: (client: PoolClient, runId: string) => Promise<void>
  /**
   * Says what is kept of a run that has ended, and returns what writes it in the transaction that records its usage: that one holds the
   * counters of limits, which others wait for.
   */
  readonly end: (ended: EndedRun) => (client: PoolClient) => Promise<void>
}

/** A question by itself: without a chat, its history and its files. */
type BackgroundInput = Pick<RunInput, 'graph' | 'nodeTypes' | 'only' | 'question' | 'responseLanguage'> & {
  readonly model: RunInput['model'] & { readonly contextTokens: number }
}

export type EndedRun = {
  readonly runId: string
  readonly text: string
  /** What the text cites. */
  readonly sources: readonly MessageSource[]
  /** What models were given, in the order in which it was found. */
  readonly passages: readonly Passage[]
  readonly outcomes: NodeOutcomes
  readonly outcome: RunEnding
}

type Dependencies = {
  readonly pool: Pool
  readonly openPorts: OpenPorts
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal
  readonly log: FastifyBaseLogger
}

export type BackgroundRuns = ReturnType<typeof createBackgroundRuns>

export function createBackgroundRuns({ pool, openPorts, stopping, log }: Dependencies) {
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()

  async function reserve(runId: string, { input, owner, estimatedTokens, keeping }: BackgroundRun) {
    const { flow, tenantId, userId, assistantId = null } = owner
    const reservation = { runId, flow, tenantId, userId, assistantId, modelNames: [input.model.name], estimatedTokens }
    await inTransaction(pool, async (client) => {
      await reserveUsage(client, reservation)
      await keeping?.begin(client, runId)
    })
  }

  async function record(owner: RunOwner, ended: EndedRun, keeping: RunKeeping | undefined) {
    const { runId } = owner
    const keep = keeping?.end(ended)
    const write = async (client: PoolClient) => {
      await recordRun(client, owner, ended.outcome)
      await keep?.(client)
    }
    await writePatiently(
      () => inTransaction(pool, write),
      (error, delay) => log.warn({ err: error, runId, delay }, 'Usage of a run could not be recorded yet'),
    )
  }

  async function perform(run: BackgroundRun, cancel: AbortSignal): Promise<EndedRun> {
    const { owner, maxMs, keeping } = run
    const input = toRunInput(run.input)
    const runId = randomUUIDv7()
    await reserve(runId, run)
    using ending = watchEnd(cancel, maxMs)
    const { sink, read } = createKeepingSink()
    const signal = AbortSignal.any([ending.signal, stopping, closing.signal])
    const ports = watchWaiting(openPorts({ ...owner, isBackground: owner.flow === 'eval' }), ending.clock)
    const outcome = await performUnobserved({ input, sink, ports }, signal)
    const ended = { runId, ...read(), outcome }
    await record({ ...owner, runId }, ended, keeping)
    return ended
  }

  return {
    /**
     * Performs a run, which ends `stopped` when it is canceled, and `interrupted` when the process stops. Resolves once its usage is
     * recorded. Throws `USAGE_LIMIT_REACHED`.
     */
    async perform(run: BackgroundRun, cancel: AbortSignal): Promise<EndedRun> {
      const performing = perform(run, cancel)
      running.add(performing)
      try {
        return await performing
      } finally {
        running.delete(performing)
      }
    },

    /** Ends all runs; resolves when what they used is recorded. A caller who has left is not waited for by the server. */
    async close() {
      closing.abort(toAbortReason('shutdown'))
      await Promise.allSettled(running)
    },
  }
}

const toRunInput = ({ model: { contextTokens, ...model }, ...asked }: BackgroundInput): RunInput => ({
  ...asked,
  model,
  beginning: emptyBeginning,
  outcomes: null,
  history: Promise.resolve([]),
  files: Promise.resolve({ contextTokens, documents: [], images: [], hasQuestionFiles: false, unseenImages: 0, files: new Map() }),
  userPrompt: null,
  isFinal: true,
})

/** Ends a run that is canceled, or takes too long. */
function watchEnd(cancel: AbortSignal, maxMs: number) {
  const ending = new AbortController()
  const end = (cause: AbortCause) => ending.abort(toAbortReason(cause))
  const stop = () => end('stop_requested')
  const clock = startClock(maxMs, () => end('timed_out'))
  cancel.addEventListener('abort', stop, { once: true })
  if (cancel.aborted) stop()
  return {
    signal: ending.signal,
    clock,
    [Symbol.dispose]() {
      clock.pause()
      cancel.removeEventListener('abort', stop)
    },
  }
}

type Clock = ReturnType<typeof startClock>

/** Calls `onEnd` after a time, in which pauses do not count; a clock that is paused twice goes on after the second resumption. */
function startClock(maxMs: number, onEnd: () => void) {
  let remainingMs = maxMs
  let startedAt = performance.now()
  let timer = setTimeout(onEnd, maxMs)
  let pauses = 0
  return {
    pause() {
      if (pauses++ > 0) return
      clearTimeout(timer)
      remainingMs -= performance.now() - startedAt
    },
    resume() {
      if (--pauses > 0) return
      startedAt = performance.now()
      timer = setTimeout(onEnd, remainingMs)
    },
  }
}

/** Returns ports whose calls pause the clock while they wait for their turn at a model: what others ask of it is no fault of the run. */
function watchWaiting(ports: WorkflowPorts, clock: Clock): WorkflowPorts {
  async function* generate(...call: Parameters<WorkflowPorts['model']['generate']>) {
    let isWaiting = false
    const endWaiting = () => {
      if (isWaiting) clock.resume()
      isWaiting = false
    }
    try {
      for await (const event of ports.model.generate(...call)) {
        if (event.type === 'waiting') {
          if (!isWaiting) clock.pause()
          isWaiting = true
        } else endWaiting()
        yield event
      }
    } finally {
      endWaiting()
    }
  }
  return { ...ports, model: { ...ports.model, generate } }
}

const ignore = () => {}

/** Keeps what a run comes to until it has ended. */
function createKeepingSink() {
  const written = { text: '', reasoning: '' }
  const sources = new Map<number, MessageSource>()
  const passages: Passage[] = []
  const outcomes = new Map<string, NodeResult | null>()
  const sink: RunSink = {
    snapshot: () => written,
    addText: (piece) => void (written.text += piece),
    addReasoning: (piece) => void (written.reasoning += piece),
    restart() {
      written.text = ''
      sources.clear()
    },
    addStep: ignore,
    addSources: (cited) => cited.forEach((source) => sources.set(source.number, source)),
    addPassages: (found) => void passages.push(...found),
    addPrompt: ignore,
    addOutcome: (nodeId, outcome) => void outcomes.set(nodeId, outcome),
  }
  return { sink, read: () => ({ text: written.text, sources: [...sources.values()], passages, outcomes: Object.fromEntries(outcomes) }) }
}
