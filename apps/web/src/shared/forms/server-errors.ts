// Where in a form a refusal of the server belongs.
import { FieldError, type ErrorCode } from '@heddle/contracts/errors'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { ApiError } from '../api/errors.ts'
import { findField, valueAt, type Values } from './paths.ts'

/** Codes that speak of one field, by the field's name. */
const fieldOfCode: Partial<Record<ErrorCode, string>> = {
  AUTH_EMAIL_REQUIRED: 'email',
  AUTH_EMAIL_EXISTS: 'email',
  AUTH_EMAIL_FAILED_TO_UPDATE: 'email',
  AUTH_ACCOUNT_EXISTS: 'account',
  AUTH_PASSWORD_TOO_WEAK: 'password',
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

/** Where a form wants to say a code: the field's path, or, from the error's params, the path and, if it has words of its own, those. */
export type FieldOfCode = Partial<
  Record<ErrorCode, string | ((params: ApiError['params']) => { field: string; message?: ReactNode } | undefined)>
>

/** The field that a refusal belongs to, if the form has it, with the form's own words for it. `own` adds to the codes known here. */
export function findErrorField(error: ApiError, values: Values, own: FieldOfCode): { field: string; message?: ReactNode } | undefined {
  const place = own[error.code]
  if (typeof place === 'function') return place(error.params)
  const name = fieldOfCode[error.code]
  const field = place ?? (name && findField(values, name))
  return field === undefined || valueAt(values, field) === undefined ? undefined : { field }
}
