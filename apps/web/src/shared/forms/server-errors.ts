// Finds the field of a form that an error of the server belongs to.
import { FieldError, type ErrorCode } from '@heddle/contracts/errors'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { ApiError } from '../api/errors.ts'
import { findField, getValue, type Values } from './paths.ts'

/** The names of the fields that error codes concern. */
const fieldOfCode: Partial<Record<ErrorCode, string>> = {
  AUTH_EMAIL_REQUIRED: 'email',
  AUTH_EMAIL_EXISTS: 'email',
  AUTH_EMAIL_FAILED_TO_UPDATE: 'email',
  AUTH_ACCOUNT_EXISTS: 'account',
  AUTH_PASSWORD_TOO_WEAK: 'password',
  AUTH_USER_ROLE_INVALID: 'role',
}

const Fields = z.array(FieldError)

/** Returns the paths of the fields that the server found invalid; `at` is the path of the form's values in the request (`body/user`). */
export function listWrongFields(error: unknown, values: Values, at: string): string[] {
  if (!(error instanceof ApiError) || error.code !== 'BAD_REQUEST') return []
  return (Fields.safeParse(error.params['fields']).data ?? []).flatMap(({ path }) => {
    if (!path.startsWith(`${at}/`)) return []
    const field = path.slice(at.length + 1).replaceAll('/', '.')
    return Object.keys(values).includes(field.split('.')[0] ?? '') ? [field] : []
  })
}

/** The field of each error code: its path, or a function of the error's params that returns the path and an optional message. */
export type FieldOfCode = Partial<
  Record<ErrorCode, string | ((params: ApiError['params']) => { field: string; message?: ReactNode } | undefined)>
>

/** Returns the field of an error, if the form has it, with the form's own message for it. `own` adds to the codes known here. */
export function findErrorField(error: ApiError, values: Values, own: FieldOfCode): { field: string; message?: ReactNode } | undefined {
  const target = own[error.code]
  if (typeof target === 'function') return target(error.params)
  const name = fieldOfCode[error.code]
  const field = target ?? (name && findField(values, name))
  return field === undefined || getValue(values, field) === undefined ? undefined : { field }
}
