// Checks a value with zod so that the errors of a large one do not cost more than the value.
import type { z } from 'zod'
import { isWithin } from './json-size.ts'

/** Errors that are told of one value. */
export const maxToldErrors = 20

/** What is checked to its end: a list or an object with more is left at its first wrong value. */
const fewValues = { depth: 100, values: 2_000 }

type Options = {
  /** Whether the schema checks few values: zod compiles one for many. */
  readonly jitless?: boolean
}

/** Returns what `safeParse` does, with the errors that are told at most. */
export function parseTold<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  options: Options = {},
): z.ZodSafeParseResult<z.output<Schema>> {
  // zod has the second option, and declares it for its own `validate` only.
  const context: z.core.ParseContext<z.core.$ZodIssue> & { abortEarly: boolean } = {
    ...options,
    abortEarly: !isWithin(value, fewValues),
  }
  const result = schema.safeParse(value, context)
  if (!result.success && result.error.issues.length > maxToldErrors) result.error.issues.splice(maxToldErrors)
  return result
}
