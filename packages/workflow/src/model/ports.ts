// The ports of a workflow. The package does no I/O itself: the API and the tests provide the ports.
import type { FixedPlan } from '@heddle/contracts/dataset/fixed-plan'
import type { ApprovedAnswer, QaNotice } from '@heddle/contracts/dataset/qa-match'
import type { ErrorCode } from '@heddle/contracts/errors'
import type { DoubtKind } from '@heddle/contracts/document/doubt'
import type { SearchFilters, SearchNotice, SearchSettings } from '@heddle/contracts/retrieval/search'
import type { CitedRows } from '@heddle/contracts/message/cited-rows'
import type { KnowledgeOrigin } from '@heddle/contracts/message/message'
import type { Language } from '@heddle/contracts/languages'
import type { CallBudget } from './call-budget.ts'
import type { Rows } from './value.ts'

export type ModelImage = { readonly mediaType: string; readonly base64: string }

/** A call of a tool by a model. */
export type ToolCall = {
  /** By which its result refers to it; '' from a server that names none. */
  readonly id: string
  readonly name: string
  /** JSON as the model has written it, which may be none. */
  readonly arguments: string
}

export type ModelMessage = {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
  /** Shown before the text; only in a question to a model that reads them. */
  readonly images?: readonly ModelImage[]
  /** The tools that the assistant has called in it. */
  readonly toolCalls?: readonly ToolCall[]
}

export type ModelRequest = {
  /** The name of the model at the endpoint. */
  readonly model: string
  readonly messages: readonly ModelMessage[]
  readonly temperature?: number
  /** Without it, what the prompt leaves of the context. */
  readonly maxOutputTokens?: number
  /** The maximum tokens of a call of the model, including its answer. */
  readonly contextTokens?: number
  /** The form of the answer. A server that cannot enforce it is not told of it: the prompt has to name it too. */
  readonly answerSchema?: AnswerSchema
  /** What the call may cost its servers; without it, the port has one for the call. */
  readonly budget?: CallBudget
}

/** A JSON Schema with the name that some servers want for it. */
export type AnswerSchema = { readonly name: string; readonly schema: Readonly<Record<string, unknown>> }

/** Tokens of one model call. `estimated` when the endpoint did not report them. */
export type ModelUsage = {
  readonly inputTokens: number
  /** All generated tokens, including reasoning. */
  readonly outputTokens: number
  readonly reasoningTokens: number
  readonly cachedTokens: number
  readonly estimated: boolean
}

export type AnsweringModel = { readonly id: string; readonly name: string; readonly endpointId: string }

export type ModelEvent =
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  /** All text so far was reasoning: the end of thoughts has come whose beginning the model did not send. */
  | { readonly type: 'text_was_reasoning' }
  /** The call waits for its turn at the endpoint, after so many others. */
  | { readonly type: 'waiting'; readonly ahead: number }
  /** The model that answers: the named one, or its fallback. Emitted before its first event; a port to one model may omit it. */
  | { readonly type: 'answering'; readonly model: AnsweringModel }
  /** A whole call of a tool, after all text. No request offers a tool yet, so that none is expected. */
  | { readonly type: 'tool_call'; readonly call: ToolCall }
  /** As reported by the endpoint; absent when it reports nothing. */
  | { readonly type: 'usage'; readonly usage: ModelUsage }
  /** The model has ended: by itself, or at its limit. A port may omit it; then the model has ended by itself. */
  | { readonly type: 'finish'; readonly reason: FinishReason }

/** What a server says of the end of a reply that is no failure. */
export type FinishReason = 'stop' | 'length' | 'tool_calls'

export type ModelErrorCode = Extract<ErrorCode, `MODEL_${string}` | 'CHAT_AUTH_KEY_MISSING'>

/** A failure outside, with its error code of the catalogue. */
class PortError<Code extends ErrorCode> extends Error {
  readonly code: Code
  readonly params: Readonly<Record<string, unknown>> | undefined

  constructor(code: Code, options: { params?: Readonly<Record<string, unknown>>; cause?: unknown } = {}) {
    super(code, { cause: options.cause })
    this.code = code
    this.params = options.params
  }
}

/** A failed model call. */
export class ModelError extends PortError<ModelErrorCode> {
  override readonly name = 'ModelError'
}

/** What a call has to fit. */
export type ModelDescription = {
  /** The maximum tokens of a call, including its answer. */
  readonly contextTokens: number
  readonly readsImages: boolean
  /** Returns the tokens of a text, as the model has counted those of earlier calls. */
  readonly countTokens: (text: string) => number
}

export type ModelPort = {
  /** Returns what calls of a model have to fit. Throws `MODEL_NOT_FOUND`. */
  describe(model: string): Promise<ModelDescription>
  /**
   * Calls a model and yields its events as they arrive. Returns when the model has ended; throws a `ModelError`, or the
   * signal's reason once `signal` is aborted (the connection is closed by then).
   */
  generate(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
}

export type RetrievalRequest = {
  readonly collectionIds: readonly string[]
  /** The question, then other wordings of it. */
  readonly queries: readonly string[]
  readonly filters: SearchFilters
  readonly settings: SearchSettings
  /** Of the texts of all passages together, by `countTokens`. */
  readonly maxTokens: number
}

/** What was found in a knowledge collection, with the neighbors that a model is given with it. */
export type RetrievedPassage = {
  readonly title: string
  /** From 1; null when the source has no pages. */
  readonly page: number | null
  readonly text: string
  readonly score: number
  readonly origin: KnowledgeOrigin
  /** Whether its source is valid no more. */
  readonly isExpired: boolean
  /** What could not be read of its source as it stands. */
  readonly doubts: readonly DoubtKind[]
}

/** What a call of a model without a stream has used. */
export type UsedCall = {
  readonly model: AnsweringModel
  readonly usage: ModelUsage
  /** How often its server was called: repeated, halved and corrected requests included. */
  readonly serverCalls: number
}

export type Retrieved = {
  /** The best first. */
  readonly passages: readonly RetrievedPassage[]
  /** What the search went without. */
  readonly notices: readonly SearchNotice[]
  /** The calls of embedding and rerank models. */
  readonly calls: readonly UsedCall[]
}

/** Bound to the asking user: finds only what that user may read at that moment. */
export type RetrievalPort = {
  /**
   * Returns the languages of the documents in these collections, the most frequent first, without that of the question, whose user reads
   * `expected`.
   */
  findOtherLanguages(collectionIds: readonly string[], question: string, expected: Language): Promise<readonly Language[]>
  /** Throws the signal's reason once `signal` is aborted. */
  retrieve(request: RetrievalRequest, signal: AbortSignal): Promise<Retrieved>
}

/** How a query ended: `empty` without rows, `ambiguous` with a text that may be several values. */
export type DatasetOutcome = 'found' | 'empty' | 'no_such_value' | 'ambiguous' | 'not_expressible'

/** What a model has to know to fill a plan. */
export type DatasetDescription = {
  /** Names the versions that are described: a plan that is made of it is computed over these. */
  readonly versions: string
  /** A line for each column and measure that the asking user may read. */
  readonly text: string
  /** The JSON Schema of the plans. */
  readonly planSchema: Readonly<Record<string, unknown>>
  /** The dataset, and those that its columns lead to. */
  readonly datasetIds: readonly string[]
  /** Returns what is wrong with a plan, a line for each path; null for a valid one. */
  readonly findErrors: (plan: unknown) => string | null
  /** Returns what a model is asked for a fixed plan. Throws `DATASET_PLAN_INVALID` for one that does not fit the columns of now. */
  readonly openValues: (plan: FixedPlan, language: Language) => OpenValues
}

/** The values of a fixed plan that the question gives. */
export type OpenValues = {
  /** A line for each of them, for the prompt. */
  readonly text: string
  /** Their names in the answer; empty for a plan that needs none. */
  readonly keys: readonly string[]
  /** The JSON Schema of the answer. */
  readonly schema: Readonly<Record<string, unknown>>
  /** Returns the plan with the values of an answer. */
  readonly fillPlan: (answer: Readonly<Record<string, unknown>>) => FilledPlan
}

export type FilledPlan =
  | { readonly type: 'filled'; readonly plan: Readonly<Record<string, unknown>> }
  /** What is said of the values that the question does not give. */
  | { readonly type: 'missing'; readonly reason: string }
  /** What is wrong with the answer, a line for each path. */
  | { readonly type: 'invalid'; readonly errors: string }

export type DatasetRequest = {
  readonly datasetId: string
  /** Of the description that the plan is made of; what is published at that moment when missing. */
  readonly versions?: string
  /** As a model has filled it. */
  readonly plan: unknown
  /** Of what is said. */
  readonly language: Language
}

export type DatasetAnswer = {
  readonly outcome: DatasetOutcome
  /** The result as a table with the query in words, or what is to be said instead. */
  readonly text: string
  readonly rows: Rows
  /** The query in words; empty when none was made. */
  readonly query: string
  /** Rows or groups that match, also those that are not in `rows`. */
  readonly total: number
  /** Which value of the rows each text of the plan was taken for. */
  readonly taken: readonly string[]
  /** What a reply keeps that cites the result, with the name of the dataset; null where there are no rows. */
  readonly cited: { readonly title: string; readonly rows: CitedRows } | null
}

/** Bound to the asking user, like the retrieval port. A query is a plan that the port checks, never SQL. */
export type DatasetPort = {
  /** Returns null for a dataset that is not published, or that the user may not read. */
  readonly describe: (datasetId: string) => Promise<DatasetDescription | null>
  /**
   * Computes a plan with the rights of that moment. Throws `DATASET_PLAN_INVALID`, `DATASET_QUERY_TIMEOUT`, `SERVICE_UNAVAILABLE` when the
   * versions are no longer there, or the signal’s reason.
   */
  readonly query: (request: DatasetRequest, signal: AbortSignal) => Promise<DatasetAnswer>
  /** Returns what is said where nothing is computed. */
  readonly explain: (outcome: 'empty' | 'not_expressible', language: Language) => string
}

export type AnswersRequest = {
  readonly datasetId: string
  readonly question: string
  /** Of the reader. */
  readonly language: Language
  readonly max: number
}

/** An approved answer to a question that is near. */
export type NearAnswer = {
  readonly rowId: string
  readonly question: string
  /** From 0 to 1. */
  readonly score: number
  /** In the reader's language where the row has it. */
  readonly answer: ApprovedAnswer
  /** What a reply keeps that cites the row, with the name of the dataset. */
  readonly cited: { readonly title: string; readonly rows: CitedRows }
}

export type NearAnswers = {
  /** Whether the dataset is published, and the asking user may read it. */
  readonly isReadable: boolean
  /** The best first, only of answers that are valid on this day. */
  readonly near: readonly NearAnswer[]
  /** The score from which on an answer is given. */
  readonly threshold: number
  /** The calls of embedding models. */
  readonly calls: readonly UsedCall[]
  readonly notices: readonly QaNotice[]
}

/** Bound to the asking user, like the retrieval port. */
export type ApprovedAnswerPort = {
  /** Throws the signal's reason once `signal` is aborted. */
  findNear(request: AnswersRequest, signal: AbortSignal): Promise<NearAnswers>
  /** Returns Markdown that shows the same, whose own brackets cite nothing. */
  escapeCitations(text: string): string
}

export type HttpRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export type HttpErrorCode = Extract<ErrorCode, `WORKFLOW_HTTP_${string}`>

/** A failed request. */
export class HttpError extends PortError<HttpErrorCode> {
  override readonly name = 'HttpError'
}

export type HttpResponse = {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Calls allowed hosts only, and limits the size of responses. */
export type HttpPort = {
  /** Returns a successful response; throws an `HttpError` for any other, and the signal's reason once it is aborted. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>
}

/** Ports that not every run has: a node type names those that it needs, and its graphs run only where they are provided. */
export type OptionalPorts = {
  readonly retrieval?: RetrievalPort
  readonly datasets?: DatasetPort
  readonly approvedAnswers?: ApprovedAnswerPort
  readonly http?: HttpPort
}

export type WorkflowPorts = {
  readonly model: ModelPort
  /** Returns the tokens of a text, to fit a model's context and for endpoints that report no usage. */
  readonly countTokens: (text: string) => number
  /** Splits a text into consecutive passages of a few hundred tokens, which cover all of it. */
  readonly splitPassages: (text: string) => Iterable<string>
  /** Returns the features of a text for similarity: its words, or pairs of characters. */
  readonly extractFeatures: (text: string) => ReadonlySet<string>
  /**
   * Returns whether a partial text is in the response language; `unsure` until that is clear. Never `wrong` when the question requests
   * another language.
   */
  readonly checkLanguage: (text: string, language: Language, question: string) => 'matches' | 'wrong' | 'unsure'
  /** Resolves after other work of the process has had a turn. */
  readonly yieldToEventLoop: () => Promise<void>
  /** Returns the milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Resolves after so many milliseconds; rejects once the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Returns the ports for a node that starts: for one who traces which node calls what. */
  readonly forNode?: (nodeId: string) => WorkflowPorts
} & OptionalPorts
