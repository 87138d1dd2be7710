// The tries of one model call at one server, within its budget, and what they have shown of the model.
import { setTimeout as wait } from 'node:timers/promises'
import { estimateTokens } from '@heddle/text/count-tokens'
import { type CallBudget, createCallBudget } from '@heddle/workflow/model/call-budget'
import { computeAnswerRoom, imageTokens, messageTokens } from '@heddle/workflow/model/context-room'
import { ModelError, type ModelRequest } from '@heddle/workflow/model/ports'
import { type AcceptedParameters, chooseParameters, type SentParameters } from './refusal/accepted-parameters.ts'
import { getRefusal, isRetryable, readRetryAfterMs, toModelError } from './model-errors.ts'
import type { ModelFinding } from './model-finding.ts'
import { planNextTry } from './next-try.ts'

type TriedCall = ModelRequest & { readonly accepts?: AcceptedParameters; readonly settings?: string; readonly isTest?: boolean }

type TryObserver = {
  readonly onAccepted?: (parameters: AcceptedParameters) => void
  readonly onFinding?: (finding: ModelFinding) => void
}

export type RetryPolicy = {
  readonly retries: number
  /** Wait before the first retry; it doubles with each. */
  readonly firstWaitMs: number
  /** An endpoint that asks for a longer wait is not called again. */
  readonly maxWaitMs: number
}

/** What the calls of a model have shown of it. */
type Learned = AcceptedParameters & {
  readonly contextTokens?: number
  /** What a successful call has yet to confirm. */
  readonly unconfirmed: readonly ModelFinding[]
}

/** By the settings of the models. */
export type LearnedModels = Map<string, Learned>

const nothingLearned: Learned = { refused: [], unconfirmed: [] }

/** The last failure of a call whose budget is used up, for a later call that shares the budget. */
const lastFailures = new WeakMap<CallBudget, ModelError>()

type TryOptions = {
  /** Of the budget. */
  readonly serverId: string
  readonly retry: RetryPolicy
  readonly learned: LearnedModels
  readonly signal: AbortSignal
}

/** Begins the tries of a call. */
export function createCallTries(call: TriedCall, observer: TryObserver, { serverId, retry, learned, signal }: TryOptions) {
  const { settings = call.model, budget = createCallBudget(), isTest = false } = call
  const promptTokens = estimatePrompt(call)
  const retries = isTest ? 0 : retry.retries
  let limit = call.maxOutputTokens
  let wasShortened = false
  let waits = 0
  let guess: AcceptedParameters = { refused: [] }
  let sent: SentParameters = {}
  if (isTest) learned.delete(settings)

  const getLearned = () => learned.get(settings) ?? nothingLearned
  const getAccepted = () => merge(merge(call.accepts ?? nothingLearned, getLearned()), guess)

  function learn({ refused = [], unconfirmed, ...limits }: Partial<Learned> & Pick<Learned, 'unconfirmed'>) {
    const known = getLearned()
    const all = { ...known, ...limits, refused: [...new Set([...known.refused, ...refused])] }
    learned.set(settings, { ...all, unconfirmed: [...known.unconfirmed, ...unconfirmed] })
  }

  /** A server that names its context is believed before it has accepted a call. */
  function learnContext(contextTokens: number | undefined) {
    const known = getLearned().contextTokens ?? call.contextTokens ?? Number.POSITIVE_INFINITY
    if (contextTokens === undefined || contextTokens >= known) return
    learn({ contextTokens, unconfirmed: [] })
    observer.onFinding?.({ setting: 'context_tokens', value: contextTokens })
  }

  /** Returns whether the next try is another than the one that failed. */
  function change(failure: ModelError): boolean {
    const refusal = getRefusal(failure)
    if (!refusal) return false
    const contextTokens = minimum(call.contextTokens, getLearned().contextTokens)
    const next = planNextTry(refusal, { sent, contextTokens, promptTokens, wasShortened })
    learnContext(refusal.excess.context_tokens)
    if (!next) return false
    if (next.type === 'limit') {
      ;({ limit } = next)
      wasShortened = true
    } else if (next.type === 'refused_parameters') {
      const unconfirmed = next.refused.map((value) => ({ setting: 'refused_parameters' as const, value }))
      learn({ refused: next.refused, unconfirmed })
    } else if (next.isNamed) {
      const { maxOutputTokens } = next
      learn({ maxOutputTokens, unconfirmed: [{ setting: 'max_output_tokens', value: maxOutputTokens }] })
    } else guess = { refused: [], maxOutputTokens: next.maxOutputTokens }
    return true
  }

  return {
    /** Returns the parameters of the next try, and counts it. Throws the last failure when the budget is used up. */
    begin(): SentParameters {
      if (!budget.take(serverId)) throw lastFailures.get(budget) ?? new ModelError('MODEL_UNAVAILABLE')
      const contextTokens = minimum(call.contextTokens, getLearned().contextTokens)
      sent = chooseParameters(call, limit ?? limitAnswer(contextTokens, promptTokens), getAccepted())
      return sent
    },

    /** The server has begun to reply. */
    accept() {
      const { unconfirmed } = getLearned()
      if (guess.maxOutputTokens !== undefined) learn({ maxOutputTokens: guess.maxOutputTokens, unconfirmed: [] })
      if (unconfirmed.length > 0) learned.set(settings, { ...getLearned(), unconfirmed: [] })
      observer.onAccepted?.(getAccepted())
      for (const finding of unconfirmed) observer.onFinding?.(finding)
    },

    /** Returns when there is another try: at once where it differs from the failed one, else after a wait. Throws the failure otherwise. */
    async fail(error: unknown): Promise<void> {
      const failure = toModelError(error)
      lastFailures.set(budget, failure)
      if (change(failure)) return
      const backOffMs = retry.firstWaitMs * 2 ** waits * (0.5 + Math.random() / 2)
      // Never at once, whatever the server says.
      const waitMs = Math.max(readRetryAfterMs(error) ?? 0, backOffMs)
      if (signal.aborted || waits >= retries || !isRetryable(failure) || waitMs > retry.maxWaitMs) throw failure
      waits += 1
      await wait(waitMs, undefined, { signal })
    },
  }
}

const minimum = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)

function merge(one: AcceptedParameters, other: AcceptedParameters): AcceptedParameters {
  const maxOutputTokens = minimum(one.maxOutputTokens, other.maxOutputTokens)
  return { refused: [...new Set([...one.refused, ...other.refused])], ...(maxOutputTokens !== undefined && { maxOutputTokens }) }
}

const estimatePrompt = ({ messages }: ModelRequest) =>
  messages.reduce((sum, { content, images = [] }) => sum + messageTokens + estimateTokens(content) + images.length * imageTokens, 0)

/**
 * Returns the tokens that the prompt leaves of the context, at least those that are reserved for the answer. Without a limit, a model
 * behind a proxy that does not pass on a disconnect would continue after a stop.
 */
function limitAnswer(contextTokens: number | undefined, promptTokens: number): number | undefined {
  return contextTokens === undefined ? undefined : Math.max(computeAnswerRoom(contextTokens), contextTokens - promptTokens)
}
