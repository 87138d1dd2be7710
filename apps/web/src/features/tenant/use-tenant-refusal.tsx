import { FieldError } from '@heddle/contracts/errors'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { FieldOfCode } from '#shared/forms/server-errors.ts'

const Fields = z.array(FieldError)

/** Returns the fields of the error codes in a tenant's form; `prefix` is the path of the tenant in the form. */
export function useTenantRefusal(prefix = ''): FieldOfCode {
  const { t } = useTranslation('tenant')
  const findField: Exclude<FieldOfCode[keyof FieldOfCode], string | undefined> = (params) => {
    const [first] = Fields.safeParse(params['fields']).data ?? []
    const field = first?.path.replace('body/tenant/', '')
    if (!field) return undefined
    return { field: prefix + field, message: t(field === 'hostname' ? 'refusal.hostname' : 'refusal.other') }
  }
  return { AUTH_TENANT_FAILED_TO_CREATE: findField, AUTH_TENANT_FAILED_TO_UPDATE: findField }
}
