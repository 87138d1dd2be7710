// Where in a form a refusal of the server belongs.
import { FieldError, type ErrorCode } from '@heddle/contracts/errors'
import { z } from 'zod'
import { ApiError } from '../api/errors.ts'
import { findField, valueAt, type Values } from './paths.ts'

/** Codes that speak of one field, by the field's name. */
const fieldOfCode: Partial<Record<ErrorCode, string>> = {
  AUTH_EMAIL_REQUIRED: 'email',
  AUTH_EMAIL_EXISTS: 'email',
  AUTH_EMAIL_FAILED_TO_UPDATE: 'email',
  AUTH_ACCOUNT_EXISTS: 'account',
  AUTH_USER_ROLE_INVALID: 'role',
}

const Fields = z.array(FieldError)

/** The fields that the server found wrong, by path; `at` is where the form's values lie in the request (`body/user`). */
export function wrongFields(error: unknown, values: Values, at: string): string[] {
  if (!(error instanceof ApiError) || error.code !== 'BAD_REQUEST') return []
  return (Fields.safeParse(error.params['fields']).data ?? []).flatMap(({ path }) => {
    if (!path.startsWith(`${at}/`)) return []
    const field = path.slice(at.length + 1).replaceAll('/', '.')
    return Object.keys(values).includes(field.split('.')[0] ?? '') ? [field] : []
  })
}

/** The field that a code belongs to, if the form has it. `own` are the form's own additions: paths by code. */
export function fieldOf(error: unknown, values: Values, own: Partial<Record<ErrorCode, string>>): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const path = own[error.code]
  if (path !== undefined) return valueAt(values, path) === undefined ? undefined : path
  const name = fieldOfCode[error.code]
  return name && findField(values, name)
}
