// What a call needs of a model and its endpoint.
import type { ModelCapability, OptionalParameter, ReasoningFormat } from '@heddle/contracts/model/model-endpoint'
import type { ModelTimeouts } from './call/deadlines.ts'
import type { MayReachPrivate } from './endpoint/endpoint-address.ts'

export type RoutedEndpoint = {
  readonly id: string
  /** Changes with the settings. */
  readonly revision: number
  /** Ends in `/v1`. */
  readonly baseUrl: string
  /** Undefined for an endpoint without keys. */
  readonly apiKey: string | undefined
  readonly timeouts: ModelTimeouts
  readonly maxConcurrent: number
  /** Without it, as for the endpoint of the environment, it may. */
  readonly mayReachPrivate?: MayReachPrivate | undefined
}

export type RoutedModel = {
  readonly id: string
  /** Changes when an administrator changes the settings. */
  readonly revision: number
  /** What people choose and workflows name. */
  readonly name: string
  /** The name of the model at the endpoint. */
  readonly upstreamName: string
  readonly contextTokens: number
  readonly maxOutputTokens: number | null
  readonly capabilities: { readonly images: ModelCapability; readonly jsonSchema: ModelCapability }
  readonly reasoningFormat: ReasoningFormat
  readonly refusedParameters: readonly OptionalParameter[]
  readonly endpoint: RoutedEndpoint
}

/** A model, and then those that take a call which failed before its first token, in their order. */
export type FoundModels = readonly [RoutedModel, ...RoutedModel[]]

/** Returns an enabled model of a tenant by its name, with its fallbacks; null when there is none. */
export type FindModels = (tenantId: string, name: string) => Promise<FoundModels | null>
