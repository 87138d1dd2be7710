// Checks what a caller gives by its contract, so that a refusal costs no more than what is told of it.
import { parseTold } from '@heddle/contracts/told-errors'
import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../errors/app-error.ts'

/** Characters of what is said of one field: zod names each unknown field of an object. */
const maxMessageLength = 300

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart = '' }) =>
  (value: unknown) => {
    const result = parseTold(schema, value)
    return result.success ? { value: result.data } : { error: toRefusal(httpPart, result.error.issues) }
  }

/** The refusal with the fields by their paths: `body/user/email`. */
function toRefusal(part: string, issues: readonly z.core.$ZodIssue[]) {
  const fields = issues.map(({ path, message }) => ({ path: [part, ...path].join('/'), message: message.slice(0, maxMessageLength) }))
  return new AppError('BAD_REQUEST', { params: { fields } })
}
