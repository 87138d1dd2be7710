// The one door to the API: typed by the endpoint's contract, with the session's token and one refresh and retry on 401.
import type { Endpoint, EndpointRequest, EndpointResponse } from '@heddle/contracts/endpoint'
import { refreshAccessToken } from './refresh.ts'
import { clearSession, readSession } from './session-storage.ts'
import { ApiError, readApiError } from './errors.ts'
import { type LooseRequest, type RequestOptions, send } from './request.ts'

const passwordListeners = new Set<() => void>()

/** Calls whenever the service asks for a new password before anything else. Returns how to stop. */
export function onPasswordRequired(listener: () => void): () => void {
  passwordListeners.add(listener)
  return () => passwordListeners.delete(listener)
}

type IsEmpty<T> = keyof T extends never ? true : false

/** The arguments after the endpoint: none are needed where the endpoint declares no params, query or body. */
export type CallArguments<E extends Endpoint> =
  IsEmpty<EndpointRequest<E>> extends true ? [request?: RequestOptions] : [request: EndpointRequest<E> & RequestOptions]

/** Calls an endpoint and answers its parsed body. Throws ApiError, NetworkError, or the abort of `signal`. */
export async function call<E extends Endpoint>(endpoint: E, ...[request = {}]: CallArguments<E>): Promise<EndpointResponse<E>> {
  const response = await sendSignedIn(endpoint, request, 'application/json')
  const schema = endpoint.schema.response[200] ?? endpoint.schema.response[201]
  if (!schema || 'content' in schema) return undefined as EndpointResponse<E>
  const body = schema.safeParse(await response.json().catch(() => undefined))
  if (!body.success) throw new ApiError(response.status, 'UNKNOWN', 'The answer was not what the contract says.', {}, { cause: body.error })
  return body.data as EndpointResponse<E>
}

/** Sends with the session's token where the endpoint needs one; the answer is 2xx. */
export async function sendSignedIn(endpoint: Endpoint, request: LooseRequest, accept: string): Promise<Response> {
  const response =
    endpoint.config.policy === 'public' ? await send(endpoint, request, { accept }) : await withRefresh(endpoint, request, accept)
  if (response.ok) return response
  const error = await readApiError(response)
  if (error.code === 'AUTH_PASSWORD_CHANGE_REQUIRED') for (const listener of passwordListeners) listener()
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
