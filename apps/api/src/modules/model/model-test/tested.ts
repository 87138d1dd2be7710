// What the tests of all kinds of models have: who calls, and what comes of it.
import type { ModelTestResult } from '@heddle/contracts/model/model-test'
import { ModelError, type ModelUsage } from '@heddle/workflow/model/ports'
import type { EndpointWords } from '../../../platform/inference/endpoint/endpoint-words.ts'
import type { ModelRouter } from '../../../platform/inference/model-router.ts'
import type { RoutedModel } from '../../../platform/inference/routed-model.ts'

export type TestedModel = RoutedModel & { readonly kind: 'chat' | 'embedding' | 'rerank' }

/** A call of a test, for its usage event. */
export type TestCall = {
  readonly usage: ModelUsage
  /** How often the server was called. */
  readonly serverCalls: number
  readonly firstTokenMs: number | null
  readonly failure: unknown
}

export type TestCaller = { readonly router: ModelRouter; readonly model: TestedModel; readonly userId: string; readonly stop: AbortSignal }

export type Tested = { readonly result: Omit<ModelTestResult, 'elapsed_ms'>; readonly calls: readonly TestCall[] }

/** To the first token, the queue included. */
export const maxWaitMs = 60_000

export const noWords: EndpointWords = { status: null, message: null }

/** What is no failure of the endpoint's is one of the time. */
export const toTestFailure = (failure: unknown, words: EndpointWords) => ({
  code: failure instanceof ModelError ? failure.code : 'MODEL_FIRST_TOKEN_TIMEOUT',
  ...words,
})
