// What a workflow can tell its reader of a failed node, in the reader's language: the variable `error_message`.
import type { ErrorCode } from '@heddle/contracts/errors'
import type { Language } from '@heddle/contracts/languages'
import { translate, type WordKey } from '@heddle/words/words'

const messages: Readonly<Partial<Record<ErrorCode, WordKey>>> = {
  WORKFLOW_NODE_TIMEOUT: 'failure.tooSlow',
  MODEL_FIRST_TOKEN_TIMEOUT: 'failure.tooSlow',
  MODEL_STALLED: 'failure.tooSlow',
  MODEL_REPLY_TIMEOUT: 'failure.tooSlow',
  MODEL_UNAVAILABLE: 'failure.modelUnavailable',
  MODEL_STREAM_BROKEN: 'failure.modelUnavailable',
  CHAT_AUTH_KEY_MISSING: 'failure.modelUnavailable',
  MODEL_NOT_FOUND: 'failure.modelUnavailable',
  MODEL_NOT_AN_API: 'failure.modelUnavailable',
  MODEL_QUOTA_EXCEEDED: 'failure.modelUnavailable',
  MODEL_RATE_LIMITED: 'failure.modelBusy',
  MODEL_REFUSED: 'failure.modelRefused',
  MODEL_CONTENT_FILTERED: 'failure.modelRefused',
  MODEL_EMPTY: 'failure.modelSilent',
  MODEL_ONLY_THOUGHT: 'failure.modelSilent',
  MODEL_THOUGHT_TO_LIMIT: 'failure.modelSilent',
  MODEL_TOOL_CALL: 'failure.modelSilent',
  MODEL_CONTEXT_EXCEEDED: 'failure.promptTooLong',
  WORKFLOW_OUTPUT_INVALID: 'failure.outputInvalid',
  DATASET_QUERY_TIMEOUT: 'failure.tooSlow',
  WORKFLOW_HTTP_UNAVAILABLE: 'failure.serviceUnavailable',
  WORKFLOW_HTTP_FORBIDDEN: 'failure.serviceRefused',
  WORKFLOW_HTTP_REFUSED: 'failure.serviceRefused',
  WORKFLOW_HTTP_INVALID: 'failure.serviceRefused',
  WORKFLOW_HTTP_TOO_LARGE: 'failure.serviceRefused',
}

/** Returns the sentence for the code of a failure, which says nothing of addresses, prompts and keys; a general one for other codes. */
export const describeFailure = (code: string | null, language: Language): string =>
  translate(language, messages[code as ErrorCode] ?? 'failure.other')
