// The run of a workflow to its end, for the reply of a chat or for a test.
import type { ErrorDetail } from '@heddle/contracts/errors'
import { limits } from '@heddle/contracts/limits'
import type { ReplyNotice } from '@heddle/contracts/message/message'
import { chainFilters, type TextFilter } from '@heddle/text/prose/text-filter'
import { addAbortListener } from 'node:events'
import type { RunCallUsage } from '@heddle/workflow/model/events'
import type { AnsweringModel, WorkflowPorts } from '@heddle/workflow/model/ports'
import { runWorkflow } from '@heddle/workflow/engine/run'
import { errorDetail, toErrorDetail } from '../../platform/errors/error-detail.ts'
import { loadTextFilters } from './text/text-filters.ts'
import type { RunInput, RunEnding, RunSink } from './run.ts'
import { createTextPipeline, type TextPipeline } from './text/text-pipeline.ts'
import { createUsageMeter } from './observe/usage-meter.ts'
import { type AbortCause, abortGraceMs, type RunStatus, toFailureStatus } from './run.rules.ts'

export const toAbortReason = (cause: AbortCause) => Object.assign(new Error('The reply was ended before its time'), { abortCause: cause })

const readAbortCause = (signal: AbortSignal) => (signal.reason as { abortCause?: AbortCause } | undefined)?.abortCause ?? 'shutdown'

/** What is sent is what is stored: PostgreSQL has no NUL. */
const clean = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '') : text)

/** Runs the workflow to its end, and says what end that was. */
export async function executeRun(run: RunInput, sink: RunSink, ports: WorkflowPorts, wanted: AbortSignal): Promise<RunEnding> {
  const tooLong = new AbortController()
  const signal = AbortSignal.any([wanted, tooLong.signal])
  const startedAt = performance.now()
  const meter = createUsageMeter(ports.countTokens, sink.snapshot)
  let modelName: string | undefined
  let replacedBy: AnsweringModel | null = null
  let firstTokenMs: number | null = null
  let isGivenUp = false
  let characters = run.beginning.text.length + run.beginning.reasoning.length
  let text: TextPipeline | undefined
  /** The thought process is read like the reply, and has to be as readable. */
  let thoughts: TextFilter | undefined
  const notices: ReplyNotice[] = []

  function think(thought: string) {
    if (thought !== '') sink.addReasoning(thought)
  }

  async function perform() {
    const [history, files, createFilters] = await Promise.all([run.history, run.files, loadTextFilters(run.responseLanguage)])
    const pipeline = createTextPipeline(run.beginning, sink, createFilters)
    const filter = chainFilters(createFilters())
    text = pipeline
    thoughts = filter
    if (files.unseenImages > 0) notices.push({ code: 'images_not_seen', count: files.unseenImages })
    const input = { ...run, ...files, history, model: run.model.name, soFar: run.beginning.text, outcomes: run.outcomes ?? undefined }
    const { graph, only, nodeTypes, addsFileStep = false } = run
    const planned = { graph, addsFileStep, input, ports, signal, ...(only && { only }), ...(nodeTypes && { nodeTypes }) }
    for await (const event of runWorkflow({ ...planned, isTraced: Boolean(sink.addTrace) })) {
      if (isGivenUp) return
      switch (event.type) {
        case 'delta':
          countCharacters(event.text)
          think(filter.finish())
          pipeline.add(clean(event.text))
          break
        case 'reasoning':
          countCharacters(event.text)
          think(filter.push(clean(event.text)))
          break
        case 'restart':
          pipeline.restart()
          break
        case 'step':
          sink.addStep(event.step)
          if (event.step.status !== 'started') meter.endNode(event.step.node_id)
          break
        case 'passages':
          sink.addPassages?.(event.passages)
          pipeline.usePassages(event.passages, files.files)
          break
        case 'notice':
          notices.push(event.notice)
          break
        case 'outcome':
          sink.addOutcome(event.nodeId, event.outcome)
          break
        case 'trace':
          sink.addTrace?.(event, meter.findCalls(event.trace.node_id))
          break
        case 'call':
          meter.beginCall(event)
          sink.addPrompt(event.messages)
          if (event.layers) sink.addLayers?.({ ...event, layers: event.layers })
          break
        case 'usage':
          endCall(event)
          break
        default:
          event satisfies never
      }
    }
  }

  function countCharacters({ length }: string) {
    characters += length
    if (characters > limits.replyCharacters) tooLong.abort(toAbortReason('too_long'))
  }

  function endCall(call: RunCallUsage) {
    meter.endCall(call)
    if (call.isSearch) return
    modelName ??= call.answeredBy?.name ?? call.model
    if (call.model === run.model.name && call.answeredBy) replacedBy = call.answeredBy.id === run.model.id ? null : call.answeredBy
    firstTokenMs ??= call.firstTokenMs
  }

  /** A port that does not let go must not hold the reply: its connection is closed, what it still says is not heard. */
  const { promise: giveUp, reject: abandon } = Promise.withResolvers<never>()
  // Taken away at the end: a signal of several keeps all that listens to it for ever.
  using _ = addAbortListener(signal, () => setTimeout(() => abandon(signal.reason as Error), abortGraceMs).unref())

  /** Hears nothing more, and lets out what the filters hold. */
  function endText() {
    isGivenUp = true
    think(thoughts?.finish() ?? '')
    text?.finish()
  }

  function toOutcome(status: RunStatus, error: ErrorDetail | null, failure: unknown = null): RunEnding {
    const latencyMs = Math.round(performance.now() - startedAt)
    const answered = { modelName: modelName ?? run.model.name, replacedBy, firstTokenMs, latencyMs }
    return { status, error, failure, notices, ...meter.finish(), ...answered }
  }

  try {
    await Promise.race([perform(), giveUp]).finally(endText)
    return toOutcome('completed', null)
  } catch (failure) {
    if (!signal.aborted) {
      const error = toErrorDetail(failure)
      const continuable = { text: run.isFinal ? '' : sink.snapshot().text, textBefore: run.beginning.text }
      return toOutcome(toFailureStatus(error.code, continuable), error, failure)
    }
    switch (readAbortCause(signal)) {
      case 'stop_requested':
        return toOutcome('stopped', null)
      case 'access_lost':
        // Who reads it must not think to have stopped it.
        return toOutcome('stopped', errorDetail('FORBIDDEN'))
      case 'timed_out':
        return toOutcome('failed', errorDetail('WORKFLOW_RUN_TIMEOUT'))
      case 'too_long':
        return toOutcome('failed', errorDetail('CHAT_REPLY_TOO_LONG'))
      default:
        return toOutcome('interrupted', errorDetail('CHAT_REPLY_INTERRUPTED'))
    }
  }
}
