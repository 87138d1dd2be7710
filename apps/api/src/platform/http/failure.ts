// What a failure is on the wire and in the log.
import { maxToldErrors } from '@heddle/contracts/told-errors'
import { errorMessages } from '@heddle/contracts/error-messages'
import { type ErrorCode, type ErrorBody } from '@heddle/contracts/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { isDatabaseOutage } from '../database/database-outage.ts'
import { findRefusalCode } from '../database/refused-write.ts'
import { AppError } from '../errors/app-error.ts'

const listParams: ReadonlySet<string> = new Set(['fields', 'problems'])

/** The codes of requests that Fastify or one of its plugins refuses; any other 4xx is `BAD_REQUEST`. */
const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'AUTH_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
}

/**
 * Returns the code of a refusal by Fastify or a plugin; undefined for any other error. Both set `statusCode`: Fastify also on Node's
 * ECONNRESET, when a caller disconnects in the middle of a body, and @fastify/static on errors of http-errors, which have no code.
 */
function findRequestCode({ statusCode }: Partial<FastifyError>): ErrorCode | undefined {
  const isRefusal = statusCode !== undefined && statusCode >= 400 && statusCode <= 499
  return isRefusal ? (codesByStatus[statusCode] ?? 'BAD_REQUEST') : undefined
}

/** Returns the failure as an `AppError`; an unexpected one becomes `UNKNOWN` with the original as its cause. */
function toAppError(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) return error
  if (error instanceof Error) {
    const known = findRequestCode(error)
    if (known) return new AppError(known, { cause: error })
    if (isDatabaseOutage(error)) return new AppError('SERVICE_UNAVAILABLE', { params: { retry_after: 5 }, cause: error })
    const refused = findRefusalCode(error)
    if (refused) return new AppError(refused, { cause: error })
  }
  return new AppError('UNKNOWN', { params: { request_id: requestId }, cause: error })
}

/** Of a list of what is wrong, the first are told. */
const cutList = (value: unknown) => (Array.isArray(value) ? value.slice(0, maxToldErrors) : value)

const cutParams = (params: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, listParams.has(name) ? cutList(value) : value]))

export const toErrorBody = ({ code, params }: AppError): ErrorBody => ({
  detail: { code, message: errorMessages[code], ...(params && { params: cutParams(params) }) },
})

const statusesOfConnection: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers what Node.js refuses before it is a request: no HTTP, headers that are too large, or a request that takes too long. */
export function answerConnectionError({ code = '' }: { readonly code?: string }, socket: Socket) {
  // Node's own handler: a connection that is reset, or one that has a response already, gets none.
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = statusesOfConnection[code] ?? 400
  const body = JSON.stringify(toErrorBody(new AppError('BAD_REQUEST')))
  const headers = ['Connection: close', 'Content-Type: application/json; charset=utf-8', `Content-Length: ${Buffer.byteLength(body)}`]
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

const failuresByRequest = new WeakMap<FastifyRequest, AppError>()

/** Returns the failure of a request or of its stream; undefined when there is none. */
export const findFailure = (request: FastifyRequest): AppError | undefined => failuresByRequest.get(request)

/** Logs what has failed in a request or in its stream, and returns it as it is sent. */
export function logFailure(request: FastifyRequest, error: unknown): AppError {
  const failure = toAppError(error, request.id)
  failuresByRequest.set(request, failure)
  const fields = { code: failure.code, route: request.routeOptions.url }
  if (failure.statusCode >= 500) request.log.error({ ...fields, err: failure.cause ?? failure }, 'Request failed')
  else request.log.info(fields, 'Request was refused')
  return failure
}

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = logFailure(request, error)
  const retryAfter = failure.params?.retry_after
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter)
  return reply.code(failure.statusCode).send(toErrorBody(failure))
}
