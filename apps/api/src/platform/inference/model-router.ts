// The model port of the workflow: calls go to the endpoint of the named model, in their turn, or to its fallback.
import { AsyncLocalStorage } from 'node:async_hooks'
import { addAbortListener } from 'node:events'
import { countTokens, estimateTokens } from '@heddle/text/count-tokens'
import {
  ModelError,
  type ModelErrorCode,
  type ModelEvent,
  type ModelPort,
  type ModelRequest,
  type ModelUsage,
} from '@heddle/workflow/model/ports'
import { AppError } from '../errors/app-error.ts'
import { createEndpointHealth, type EndpointHealth, type HealthState } from './endpoint/endpoint-health.ts'
import { listUpstreamModels, type ListedModel } from './endpoint/upstream-models.ts'
import type { Slot } from '../fair-queue.ts'
import { createEndpointQueue, type EndpointQueue } from './endpoint/endpoint-queue.ts'
import type { RetryPolicy } from './call/call-tries.ts'
import { type CallObserver, createModelClient, type ModelClient } from './call/model-client.ts'
import { isGivenUp } from './call/stream/finish-reason.ts'
import { createReadClock } from './call/read-clock.ts'
import { createTokenCalibration } from './token-calibration.ts'
import { observeNothing, type ObservedCall, type ObserveFinding, type ObserveModelCall } from './call-observer.ts'
import type { FindModels, FoundModels, RoutedEndpoint, RoutedModel } from './routed-model.ts'

/** Whose calls they are. */
export type ModelCaller = {
  readonly tenantId: string
  readonly userId: string
  /** Whether no one waits for them: then they leave most of an endpoint to others, and wait as long as it takes. */
  readonly isBackground?: boolean
}

export type ModelRouter = ReturnType<typeof createModelRouter>

type RouterOptions = {
  readonly find: FindModels
  readonly observeCall?: ObserveModelCall
  /** Tests keep their findings themselves. */
  readonly observeFinding?: ObserveFinding
  readonly retry?: Partial<RetryPolicy>
  readonly maxWaitMs?: number
}

type TestObserver = Pick<CallObserver, 'onAccepted' | 'onFinding' | 'onRefusal'>

type CallOptions = Pick<ModelCaller, 'userId' | 'isBackground'> & {
  readonly stop: AbortSignal
  readonly test?: TestObserver
  /** Runs a function in the asynchronous context of the caller; without it, in that of the reader. */
  readonly inContext?: <T>(act: () => T) => T
}

type TestOptions = Omit<CallOptions, 'test' | 'inContext'> & TestObserver

export type PostOptions = Omit<CallOptions, 'test' | 'inContext'> & Pick<CallObserver, 'onRefusal'>

type OpenEndpoint = {
  readonly revision: number
  readonly client: ModelClient
  readonly queue: EndpointQueue
  readonly health: EndpointHealth
  readonly host: string
  calledAt: number
}

/** An endpoint that was not called for so long says nothing of itself any more: it may have been deleted. */
const silentMs = 3_600_000

/** A refused request would be refused by another model as well, or is none of its business. */
const replaceableCodes: ReadonlySet<ModelErrorCode> = new Set([
  'MODEL_UNAVAILABLE',
  'MODEL_RATE_LIMITED',
  'MODEL_QUOTA_EXCEEDED',
  'MODEL_NOT_AN_API',
  'MODEL_ADDRESS_REFUSED',
  'MODEL_STREAM_BROKEN',
  'MODEL_FIRST_TOKEN_TIMEOUT',
  'MODEL_BUSY',
  'CHAT_AUTH_KEY_MISSING',
])

export function createModelRouter({ find, observeCall = observeNothing, observeFinding, retry = {}, maxWaitMs }: RouterOptions) {
  const clock = createReadClock()
  const endpoints = new Map<string, OpenEndpoint>()
  const calibration = createTokenCalibration(countTokens)

  async function getEnabledModels(tenantId: string, name: string): Promise<FoundModels> {
    const models = await find(tenantId, name)
    if (!models) throw new ModelError('MODEL_NOT_FOUND')
    return models
  }

  /** Returns the one client, queue and health of an endpoint; a change of its settings begins a new client. */
  function openEndpoint({ id, revision, baseUrl, apiKey, timeouts, maxConcurrent, mayReachPrivate }: RoutedEndpoint): OpenEndpoint {
    const known = endpoints.get(id)
    const calledAt = performance.now()
    if (known?.revision === revision) {
      known.calledAt = calledAt
      return known
    }
    void known?.client.close()
    known?.queue.resize(maxConcurrent)
    const opened = {
      revision,
      client: createModelClient({ id, baseUrl, apiKey, timeouts, retry, clock, mayReachPrivate }),
      // Running calls keep their slots.
      queue: known?.queue ?? createEndpointQueue(maxConcurrent, maxWaitMs),
      health: createEndpointHealth(),
      host: new URL(baseUrl).host,
      calledAt,
    }
    endpoints.set(id, opened)
    return opened
  }

  /** Begins a call at one endpoint; yields while it waits, then its model and its first event, and returns the rest. */
  async function* beginCall(
    model: RoutedModel,
    request: ModelRequest,
    { userId, isBackground = false, stop, test, inContext = (act) => act() }: CallOptions,
  ): AsyncGenerator<ModelEvent, Rest> {
    const { client, queue, health } = openEndpoint(model.endpoint)
    const observed = inContext(() => observeCall('chat', model))
    const slot = isBackground ? queue.joinInBackground(userId) : joinQueue(queue, userId, observed)
    // The connection closes at once then, whether its reader comes back or not.
    const listener = addAbortListener(stop, slot.release)
    const onEnd = (error?: unknown) => {
      // A call that has failed before its first event is recorded there.
      if (isHandedOver && error === undefined) health.complete()
      if (isHandedOver && isGivenUp(error)) health.giveUp()
      listener[Symbol.dispose]()
      slot.release()
      observed.end(error)
    }
    let failure: unknown = new Error('The reader of the call has left')
    let events: Rest | undefined
    let isHandedOver = false
    try {
      for await (const ahead of slot.wait(stop)) yield { type: 'waiting', ahead }
      observed.begin()
      // An administrator's test is what tells that an endpoint is well again.
      if (!test) health.admit()
      const { id, revision, name, upstreamName, contextTokens, maxOutputTokens, endpoint } = model
      const onUsage = (usage: ModelUsage) => {
        calibration.observe(id, request.messages, usage.inputTokens)
        observed.use(usage)
      }
      const accepts = {
        refused: test === undefined ? model.refusedParameters : [],
        ...(maxOutputTokens !== null && { maxOutputTokens }),
      }
      const { answerSchema, ...rest } = request
      const isEnforced = answerSchema && (test !== undefined || model.capabilities.jsonSchema === 'yes')
      const call = {
        ...rest,
        model: upstreamName,
        contextTokens,
        accepts,
        // What an administrator has cleared is sent again.
        settings: `${id}/${revision}`,
        // A test finds it again.
        reasoningFormat: test === undefined ? model.reasoningFormat : ('auto' as const),
        isTest: test !== undefined,
        ...(isEnforced && { answerSchema }),
      }
      const beganAt = performance.now()
      const observer = test ?? { onFinding: (finding) => observeFinding?.(model, finding) }
      events = client.generate(call, stop, { ...observer, onUsage, onEnd })
      const first = await events.next().catch((error: unknown) => {
        health.fail(error, beganAt)
        throw error
      })
      health.succeed()
      observed.answer()
      yield { type: 'answering', model: { id, name, endpointId: endpoint.id } }
      if (!first.done) yield first.value
      isHandedOver = true
      return events
    } catch (error) {
      failure = error
      throw error
    } finally {
      if (!isHandedOver) {
        await events?.return()
        onEnd(failure)
      }
    }
  }

  /** Begins a call with the model or, before its first token, with one of its fallbacks. */
  async function* begin([model, ...fallbacks]: FoundModels, request: ModelRequest, options: CallOptions): AsyncGenerator<ModelEvent, Rest> {
    const candidates = [model, ...fallbacks.filter((fallback) => canReplace(fallback, model, request))]
    for (const [index, candidate] of candidates.entries()) {
      const isLast = index === candidates.length - 1
      if (!isLast && openEndpoint(candidate.endpoint).health.isLimited()) continue
      try {
        return yield* beginCall(candidate, request, options)
      } catch (error) {
        if (isLast || options.stop.aborted || !(error instanceof ModelError) || !replaceableCodes.has(error.code)) throw error
      }
    }
    throw new ModelError('MODEL_UNAVAILABLE')
  }

  async function postTo(
    model: RoutedModel,
    path: string,
    body: object,
    { userId, isBackground = false, stop, onRefusal, isTest }: PostOptions & { readonly isTest: boolean },
  ): Promise<unknown> {
    const { client, queue, health } = openEndpoint(model.endpoint)
    const observed = observeCall(path === '/embeddings' ? 'embeddings' : 'rerank', model)
    const slot = isBackground ? queue.joinInBackground(userId) : joinQueue(queue, userId, observed)
    try {
      for await (const _ahead of slot.wait(stop)) continue
      observed.begin()
      if (!isTest) health.admit()
      const beganAt = performance.now()
      const response = await client.post(path, { ...body, model: model.upstreamName }, stop, onRefusal).catch((error: unknown) => {
        health.fail(error, beganAt)
        throw error
      })
      health.succeed()
      observed.end()
      return response
    } catch (error) {
      observed.end(error)
      throw error
    } finally {
      slot.release()
    }
  }

  return {
    /** Returns the models of a tenant, as they are when each is first needed, for the calls of one user. */
    open({ tenantId, ...caller }: ModelCaller): ModelPort {
      const known = new Map<string, Promise<FoundModels>>()

      function getModels(name: string): Promise<FoundModels> {
        const models = known.get(name) ?? getEnabledModels(tenantId, name)
        known.set(name, models)
        return models
      }

      async function* beginNamed(request: ModelRequest, options: CallOptions) {
        return yield* begin(await getModels(request.model), request, options)
      }

      return {
        async describe(name) {
          const [{ id, contextTokens, capabilities }] = await getModels(name)
          return { contextTokens, readsImages: capabilities.images === 'yes', countTokens: (text) => calibration.countTokens(id, text) }
        },
        generate: (request, stop) => joinCall(beginNamed(request, { ...caller, stop, inContext: AsyncLocalStorage.snapshot() })),
      }
    },

    /**
     * Calls one model for a test of it: without its fallbacks, whatever its endpoint has done before, and with every parameter that it
     * may have refused. The call waits for its turn like any other.
     */
    testModel: (model: RoutedModel, request: Omit<ModelRequest, 'model'>, { userId, stop, ...test }: TestOptions) =>
      joinCall(beginCall(model, { ...request, model: model.name }, { userId, stop, test })),

    /** Posts to another path of a model's endpoint than that of its chats, in its turn, and returns the JSON of the response. */
    post: (model: RoutedModel, path: string, body: object, options: PostOptions): Promise<unknown> =>
      postTo(model, path, body, { ...options, isTest: false }),

    /** Posts for a test of the model: whatever its endpoint has done before. */
    testPath: (model: RoutedModel, path: string, body: object, options: PostOptions): Promise<unknown> =>
      postTo(model, path, body, { ...options, isTest: true }),

    /** Lists the models of an endpoint as `listUpstreamModels` does, whatever it has done before; its health shows what came of it. */
    async listModels(endpoint: RoutedEndpoint, kind: string): Promise<ListedModel[]> {
      const { health } = openEndpoint(endpoint)
      try {
        const models = await listUpstreamModels({ ...endpoint, kind })
        health.list(null)
        return models
      } catch (error) {
        health.list(error instanceof AppError ? error.code : 'UNKNOWN')
        throw error
      }
    },

    /** Returns the health of an endpoint, as the calls of this process have shown it. */
    describeHealth({ id, revision }: Pick<RoutedEndpoint, 'id' | 'revision'>): HealthState {
      const known = endpoints.get(id)
      return known?.revision === revision ? known.health.describe() : { state: 'untried', pausedMs: null }
    },

    /** Returns the endpoints that this process has called in the last hour. */
    listEndpoints: () =>
      [...endpoints.values()]
        .filter(({ calledAt }) => performance.now() - calledAt < silentMs)
        .map(({ host, queue, health }) => ({ endpoint: host, ...queue.countTurns(), isUp: health.isUp() })),

    /** Closes the connections of all endpoints. */
    async close() {
      await Promise.all([...endpoints.values()].map(({ client }) => client.close()))
    },
  }
}

/** Joins a queue; a call that it refuses has ended. */
function joinQueue(queue: EndpointQueue, userId: string, observed: ObservedCall): Slot {
  try {
    return queue.join(userId)
  } catch (error) {
    observed.end(error)
    throw error
  }
}

type Rest = AsyncGenerator<ModelEvent, void>

/** Returns one iterator of the beginning and the rest. Once a call has begun, its events pass no further generator. */
function joinCall(beginning: AsyncGenerator<ModelEvent, Rest>): AsyncIterableIterator<ModelEvent> {
  let rest: Rest | undefined
  return {
    async next() {
      if (rest) return rest.next()
      const result = await beginning.next()
      if (!result.done) return result
      rest = result.value
      return rest.next()
    },
    async return() {
      if (rest) await rest.return()
      else await beginning.return(noEvents())
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* noEvents(): Rest {}

/** Returns whether a fallback has what the call needs of the model. */
function canReplace(fallback: RoutedModel, model: RoutedModel, { messages }: ModelRequest): boolean {
  if (fallback.capabilities.images !== 'yes' && messages.some(({ images = [] }) => images.length > 0)) return false
  if (fallback.contextTokens >= model.contextTokens) return true
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), 0) <= fallback.contextTokens / 2
}
