// What a failure is on the wire and in the log.
import { errorMessages } from '@heddle/contracts/error-messages'
import { type ErrorCode, type ErrorBody, type FieldError } from '@heddle/contracts/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDatabaseOutage } from '../database/database-outage.ts'
import { findRefusalCode } from '../database/refused-write.ts'
import { AppError } from './app-error.ts'

/** The codes of requests that Fastify refuses before a handler runs. */
const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'BAD_REQUEST',
  415: 'UNSUPPORTED_MEDIA_TYPE',
}

function listFieldErrors(error: FastifyError): FieldError[] {
  return (error.validation ?? []).map(({ instancePath, message }) => ({
    path: `${error.validationContext ?? ''}${instancePath === '/' ? '' : instancePath}`,
    message: message ?? '',
  }))
}

/** Returns the failure as an `AppError`; an unexpected one becomes `UNKNOWN` with the original as its cause. */
function toAppError(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) return error
  if (error instanceof Error) {
    if (hasZodFastifySchemaValidationErrors(error))
      return new AppError('BAD_REQUEST', { params: { fields: listFieldErrors(error) }, cause: error })
    const { statusCode, code } = error as Partial<FastifyError>
    // Fastify also sets a status on Node's ECONNRESET, when a caller disconnects in the middle of a body.
    const isOfRequest = code?.startsWith('FST_') || code === 'ECONNRESET'
    const known = isOfRequest && statusCode !== undefined ? codesByStatus[statusCode] : undefined
    if (known) return new AppError(known, { cause: error })
    if (isDatabaseOutage(error)) return new AppError('SERVICE_UNAVAILABLE', { params: { retry_after: 5 }, cause: error })
    const refused = findRefusalCode(error)
    if (refused) return new AppError(refused, { cause: error })
  }
  return new AppError('UNKNOWN', { params: { request_id: requestId }, cause: error })
}

export const toErrorBody = ({ code, params }: AppError): ErrorBody => ({
  detail: { code, message: errorMessages[code], ...(params && { params: { ...params } }) },
})

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
