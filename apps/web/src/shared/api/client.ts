// The client of the API: typed by the endpoint's contract, with the session's token and one refresh and retry on 401.
import type { Endpoint, EndpointRequest, EndpointResponse } from '@heddle/contracts/endpoint'
import { createEvent } from '../external-store.ts'
import { refreshAccessToken } from './refresh.ts'
import { clearSession, readSession } from './session-storage.ts'
import { ApiError, readApiError, readRequestId } from './errors.ts'
import { requestStepUp } from './step-up.ts'
import { type LooseRequest, type RequestOptions, send } from './request.ts'

const passwordRequired = createEvent()

/** Calls the listener when the service requires a new password first. Returns the function that unsubscribes. */
export const onPasswordRequired = passwordRequired.subscribe

type IsEmpty<T> = keyof T extends never ? true : false

/** The arguments after the endpoint: optional when the endpoint declares no params, query or body. */
export type CallArguments<E extends Endpoint> =
  IsEmpty<EndpointRequest<E>> extends true ? [request?: RequestOptions] : [request: EndpointRequest<E> & RequestOptions]

/** Calls an endpoint and returns the parsed body. Throws ApiError, NetworkError, or the abort of `signal`. */
export async function call<E extends Endpoint>(endpoint: E, ...[request = {}]: CallArguments<E>): Promise<EndpointResponse<E>> {
  const response = await sendSignedIn(endpoint, request, 'application/json')
  const schema = endpoint.schema.response[200] ?? endpoint.schema.response[201]
  if (!schema || 'content' in schema) return undefined as EndpointResponse<E>
  const body = schema.safeParse(await response.json().catch(() => undefined))
  if (!body.success) {
    const options = { cause: body.error, requestId: readRequestId(response) }
    throw new ApiError(response.status, 'UNKNOWN', 'The response breaks the contract.', {}, options)
  }
  return body.data as EndpointResponse<E>
}

/**
 * Sends a request, with the session's token where the endpoint needs one; returns a 2xx response. Throws as `call`. Where the service wants
 * to know again who it is, the user is asked, and the request is repeated once.
 */
export async function sendSignedIn(endpoint: Endpoint, request: LooseRequest, accept: string, isRepeated = false): Promise<Response> {
  const response =
    endpoint.config.policy === 'public' ? await send(endpoint, request, { accept }) : await withRefresh(endpoint, request, accept)
  if (response.ok) return response
  const error = await readApiError(response)
  if (error.code === 'AUTH_PASSWORD_CHANGE_REQUIRED') passwordRequired.emit()
  if (error.code === 'AUTH_STEP_UP_REQUIRED' && !isRepeated && (await requestStepUp())) return sendSignedIn(endpoint, request, accept, true)
  throw error
}

async function withRefresh(endpoint: Endpoint, request: LooseRequest, accept: string): Promise<Response> {
  const stored = readSession().accessToken
  const accessToken = stored ?? (await refreshAccessToken(null))
  const response = await send(endpoint, request, { accessToken, accept })
  if (response.status !== 401) return response
  await response.body?.cancel()
  const retried = await send(endpoint, request, { accessToken: await refreshAccessToken(accessToken), accept })
  if (retried.status === 401) clearSession()
  return retried
}
