// What an administrator says of a source, as its columns.
import type { updateSource } from '@heddle/contracts/collection/source'
import type { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'

type Properties = z.output<typeof updateSource.schema.body>['source']

const toDate = (day: string | null) => (day === null ? null : new Date(`${day}T00:00:00Z`))

/** Returns the columns of what is given. A language is kept against detection until it is null again. */
export const toSourceColumns = ({ title, tags, language, enabled, valid_from, valid_until, replaced_by, recurrence }: Properties) => ({
  ...(title !== undefined && { title }),
  ...(tags && { tags: [...new Set(tags)] }),
  ...(language !== undefined && { language, isLanguageSet: language !== null }),
  ...(enabled !== undefined && { enabled }),
  ...(valid_from !== undefined && { validFrom: toDate(valid_from) }),
  ...(valid_until !== undefined && { validUntil: toDate(valid_until) }),
  ...(replaced_by !== undefined && { replacedById: replaced_by }),
  ...(recurrence !== undefined && { recurrenceSeconds: recurrence }),
})

/** Throws `BAD_REQUEST` for a validity that ends before it begins. */
export function assertValidity({ validFrom, validUntil }: { readonly validFrom: Date | null; readonly validUntil: Date | null }) {
  if (validFrom && validUntil && validUntil < validFrom)
    throw new AppError('BAD_REQUEST', { params: { fields: [{ path: 'body/source/valid_until', message: 'Before valid_from' }] } })
}
