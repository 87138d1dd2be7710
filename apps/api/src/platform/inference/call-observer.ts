// Is told of each call of a model, for metrics and traces.
import type { ModelUsage } from '@heddle/workflow/model/ports'
import type { ModelFinding } from './call/model-client.ts'
import type { RoutedModel } from './routed-model.ts'

export type ModelOperation = 'chat' | 'embeddings' | 'rerank'

export type ObservedCall = {
  /** The call has its turn at the endpoint. */
  readonly begin: () => void
  /** The first event has come. */
  readonly answer: () => void
  /** As the endpoint reported it. */
  readonly use: (usage: ModelUsage) => void
  /** The call has ended; only the first end counts. */
  readonly end: (error?: unknown) => void
}

/** Begins to observe a call that waits for its turn. */
export type ObserveModelCall = (operation: ModelOperation, model: RoutedModel) => ObservedCall

/** Is told of each thing that a call has shown of its model; must not throw, nor wait. */
export type ObserveFinding = (model: RoutedModel, finding: ModelFinding) => void

const unobserved: ObservedCall = { begin() {}, answer() {}, use() {}, end() {} }

export const observeNothing: ObserveModelCall = () => unobserved
