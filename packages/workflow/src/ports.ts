// What a workflow needs from outside. The library does no I/O of its own: the API gives it these, tests give it others.
import type { ErrorCode } from '@heddle/contracts/errors'
import type { Language } from '@heddle/contracts/languages'
import type { Rows } from './value.ts'

export type ModelImage = { readonly mediaType: string; readonly base64: string }

export type ModelMessage = {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
  /** Shown before the text; only in a question to a model that reads them. */
  readonly images?: readonly ModelImage[]
}

export type ModelRequest = {
  /** The name the endpoint knows the model by. */
  readonly model: string
  readonly messages: readonly ModelMessage[]
  readonly temperature?: number
  readonly maxOutputTokens?: number
}

/** Tokens of one model call. `estimated` when the endpoint did not report them. */
export type ModelUsage = {
  readonly inputTokens: number
  /** All generated tokens, reasoning included. */
  readonly outputTokens: number
  readonly reasoningTokens: number
  readonly cachedTokens: number
  readonly estimated: boolean
}

export type ModelEvent =
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  /** As reported by the endpoint; absent when it reports nothing. */
  | { readonly type: 'usage'; readonly usage: ModelUsage }

export type ModelErrorCode = Extract<ErrorCode, `MODEL_${string}` | 'CHAT_AUTH_KEY_MISSING'>

/** A model call that failed, with the code of the catalogue that says how. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly code: ModelErrorCode
  readonly params: Readonly<Record<string, unknown>> | undefined

  constructor(code: ModelErrorCode, options: { params?: Readonly<Record<string, unknown>>; cause?: unknown } = {}) {
    super(code, { cause: options.cause })
    this.code = code
    this.params = options.params
  }
}

export type ModelPort = {
  /**
   * Calls a model and yields what it sends, as it comes. Ends when the model has ended; throws a `ModelError`, or the
   * signal's reason once `signal` is aborted (the connection is closed by then).
   */
  generate(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
}

export type RetrievalRequest = {
  readonly collectionIds: readonly string[]
  readonly query: string
  readonly maxPassages: number
}

/** A passage of a knowledge collection, as it was when it was found. */
export type RetrievedPassage = {
  readonly chunkId: string
  readonly sourceId: string
  readonly title: string
  readonly headingPath: readonly string[]
  /** From 1; null where the source has no pages. */
  readonly page: number | null
  readonly text: string
  readonly score: number
}

/** Belongs to one asking user: it searches what that user may read through the assistant, and nothing else. */
export type RetrievalPort = {
  /** Returns the passages, the best first. */
  retrieve(request: RetrievalRequest, signal: AbortSignal): Promise<readonly RetrievedPassage[]>
}

export type DatasetCondition = {
  readonly column: string
  readonly operator: 'equals' | 'not_equals' | 'less' | 'less_or_equal' | 'greater' | 'greater_or_equal' | 'contains' | 'is_empty'
  /** Null for `is_empty`. */
  readonly value: string | number | boolean | null
}

/** A plan, and never SQL: the port checks it against the columns of the dataset. */
export type DatasetQuery = {
  readonly datasetId: string
  readonly columns: readonly string[]
  readonly conditions: readonly DatasetCondition[]
  readonly order: readonly { readonly column: string; readonly direction: 'ascending' | 'descending' }[]
  readonly maxRows: number
}

/** Belongs to one asking user, as the retrieval port does. */
export type DatasetPort = {
  query(query: DatasetQuery, signal: AbortSignal): Promise<Rows>
}

export type HttpRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export type HttpResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Reaches allowed hosts only, and bounds what it reads. */
export type HttpPort = {
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>
}

/** What not every run has: a node type that needs one names it, and a graph with such a node runs only where it is given. */
export type OptionalPorts = {
  readonly retrieval?: RetrievalPort
  readonly datasets?: DatasetPort
  readonly http?: HttpPort
}

export type WorkflowPorts = {
  readonly model: ModelPort
  /** Tokens of a text: for what must fit a model's context, and for calls whose endpoint reports none. */
  readonly countTokens: (text: string) => number
  /** Cuts a text into passages of a few hundred tokens, in order; all of its text is in one of them. */
  readonly splitPassages: (text: string) => Iterable<string>
  /** What a text is told by: its words, or pairs of characters. */
  readonly extractFeatures: (text: string) => ReadonlySet<string>
  /**
   * Whether a text that is being written is in the language of the response; `unsure` as long as it cannot be told. Never `wrong`
   * when the question asks for another language.
   */
  readonly checkLanguage: (text: string, language: Language, question: string) => 'matches' | 'wrong' | 'unsure'
  /** Resolves when other work of the process has had a turn. */
  readonly yieldToEventLoop: () => Promise<void>
  /** Milliseconds of a clock that only grows. */
  readonly now: () => number
  /** Resolves after so many milliseconds; rejects once the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
} & OptionalPorts
