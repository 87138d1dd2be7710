// Checks a value with zod so that the errors of a large one do not cost more than the value.
import type { z } from 'zod'

/** Errors that are told of one value. */
export const maxToldErrors = 20

/** Values from which on the check of a container ends with its first wrong item. */
const manyValues = 2_000

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
    abortEarly: hasMoreValues(value, manyValues),
  }
  const result = schema.safeParse(value, context)
  if (!result.success && result.error.issues.length > maxToldErrors) result.error.issues.splice(maxToldErrors)
  return result
}

/** Whether JSON has more values than so many, without a look at those beyond. */
function hasMoreValues(root: unknown, max: number): boolean {
  const waiting = [root]
  for (let seen = 1, value = waiting.pop(); ; value = waiting.pop()) {
    if (typeof value === 'object' && value !== null) {
      const inside: unknown[] = Array.isArray(value) ? value : Object.values(value)
      seen += inside.length
      if (seen > max) return true
      waiting.push(...inside)
    }
    if (waiting.length === 0) return false
  }
}
