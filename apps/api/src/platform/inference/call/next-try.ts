// What follows from a refusal: the same call without what was refused, or with a smaller limit.
import type { OptionalParameter } from '@heddle/contracts/model/model-endpoint'
import { computeAnswerRoom } from '@heddle/workflow/model/context-room'
import { getSentLimit, type SentParameters } from './refusal/accepted-parameters.ts'
import type { ModelRefusal } from './refusal/refusal.ts'

/** How the next try differs from the refused one. */
export type Change =
  | { readonly type: 'refused_parameters'; readonly refused: readonly OptionalParameter[] }
  /** The highest limit that the model accepts; a guess where it is not named. */
  | { readonly type: 'max_output_tokens'; readonly maxOutputTokens: number; readonly isNamed: boolean }
  /** A limit for this call only. */
  | { readonly type: 'limit'; readonly limit: number }

export type RefusedTry = {
  readonly sent: SentParameters
  /** As the settings say. */
  readonly contextTokens: number | undefined
  /** An estimate. */
  readonly promptTokens: number
  /** Whether a smaller limit was tried because of the context. */
  readonly wasShortened: boolean
}

/** Where a limit is too high, and no number says for what. */
const smallLimit = 1_024
/** A lower number is none that a server allows at most. */
const minLimit = 16

/** Returns the next try of a refused call; null when none would be another. */
export function planNextTry(refusal: ModelRefusal, tried: RefusedTry): Change | null {
  if (refusal.kind === 'parameter') return leaveOut(refusal, tried.sent)
  const limit = getSentLimit(tried.sent)
  if (limit === undefined) return null
  if (refusal.kind === 'context') return refusal.mayBeLimit ? shorten(refusal, limit, tried) : null
  if (refusal.kind !== 'token_limit') return null
  if (refusal.excess.context_tokens !== undefined) return shorten(refusal, limit, tried)
  const highest = Math.max(...refusal.limits.filter((each) => each < limit))
  if (highest >= minLimit) return { type: 'max_output_tokens', maxOutputTokens: highest, isNamed: true }
  if (limit > smallLimit) return { type: 'max_output_tokens', maxOutputTokens: Math.min(smallLimit, Math.floor(limit / 2)), isNamed: false }
  // No limit is low enough: the field itself is refused.
  return leaveOut({ parameters: ['max_tokens', 'max_completion_tokens'], meansAll: true }, tried.sent)
}

function leaveOut({ parameters, meansAll }: Pick<ModelRefusal, 'parameters' | 'meansAll'>, sent: SentParameters): Change | null {
  const wrong = parameters.filter((parameter) => sent[parameter] !== undefined)
  const refused = meansAll ? wrong : wrong.slice(0, 1)
  return refused.length > 0 ? { type: 'refused_parameters', refused } : null
}

/** Returns the limit that fits beside the prompt; null where the prompt has to be shorter. */
function shorten({ excess }: ModelRefusal, limit: number, { contextTokens, promptTokens, wasShortened }: RefusedTry): Change | null {
  if (wasShortened) return null
  const shorter = findRoom(excess, contextTokens ?? limit, promptTokens)
  return shorter !== null && shorter < limit ? { type: 'limit', limit: shorter } : null
}

function findRoom(
  { context_tokens: context, prompt_tokens: prompt }: ModelRefusal['excess'],
  expected: number,
  estimated: number,
): number | null {
  const answerRoom = computeAnswerRoom(context ?? expected)
  if (context === undefined) return answerRoom
  if (prompt !== undefined) return context - prompt >= answerRoom / 2 ? context - prompt : null
  // Where the context is what was expected, the prompt is longer than it was estimated to be.
  return context < expected ? Math.max(answerRoom, context - Math.ceil(estimated * 1.25)) : answerRoom
}
