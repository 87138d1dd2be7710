// The shapes that several domains share on the wire.
import { z } from 'zod'
import { languages } from './languages.ts'
import { limits } from './limits.ts'
import { isWithin } from './json-size.ts'
import { schemaIds } from './schema-ids.ts'
import { removeInvisible } from './visible-text.ts'

/** A UUID in lower case. Every id of the product is one, version 7. */
export const Id = z.uuid().toLowerCase()
export type Id = z.infer<typeof Id>
schemaIds.add(Id, { id: 'Id' })

/** NUL, and half of a surrogate pair, are what PostgreSQL cannot hold. */
export const noNul = /^[^\0\p{Cs}]*$/u

/** A line that has to be the same character for character, as an email; without the space around it. */
export const ExactLine = z.string().trim().regex(noNul, 'NUL is not allowed')

/** A line of typed text, without surrounding space and invisible characters. */
export const Line = z.string().overwrite(removeInvisible).trim().regex(noNul, 'NUL is not allowed')

/** A count in the database, which keeps 32 bits of it. */
export const Count = z.int32().min(0)

/** The same in the query of an address. */
export const QueryCount = z.coerce.number<number>().int().min(0).max(2_147_483_647)

/** Yes or no in the query of an address. */
export const QueryFlag = z.string().max(8).pipe(z.stringbool())

/** ISO 4217. */
export const Currency = z
  .string()
  .max(3)
  .regex(/^[A-Z]{3}$/, 'A currency has three capital letters')

/** The response to a change of which nothing is to be told. */
export const Success = z.object({ success: z.literal(true) })

const fileBytes = { '*/*': { schema: z.file() } } as const

/** The bytes of a stored file, or of the one range of it that a `Range` header names. */
export const fileResponse = {
  200: { description: 'Its bytes', content: fileBytes },
  206: { description: 'The bytes of the range', content: fileBytes },
} as const

/** RFC 3339 in UTC, with at most nanoseconds. The year 0000, which the format allows, is none that PostgreSQL knows. */
export const Timestamp = z.iso
  .datetime()
  .max(30)
  .refine((text) => !text.startsWith('0000'), 'There is no year 0000')
schemaIds.add(Timestamp, { id: 'Timestamp' })

const translation = z.string().overwrite(removeInvisible).trim().min(1).max(2_000).regex(noNul)

/** A text in the languages it was given in; `default` is shown where the reader's language is missing. */
export const LocalizedText = z.object({
  default: z.string().overwrite(removeInvisible).trim().max(2_000).regex(noNul),
  ...(Object.fromEntries(languages.map((language) => [language, translation.optional()])) as Record<
    (typeof languages)[number],
    z.ZodOptional<typeof translation>
  >),
})
export type LocalizedText = z.infer<typeof LocalizedText>
schemaIds.add(LocalizedText, { id: 'LocalizedText' })

/** A localized text as a caller may give it: a plain string is its `default`. */
export const LocalizedTextInput = z.union([
  Line.max(2_000).transform((text): LocalizedText => ({ default: text })),
  z.strictObject(LocalizedText.shape),
])
schemaIds.add(LocalizedTextInput, { id: 'LocalizedTextOrString' })

export const oneLine = /^[^\0\r\n\p{Cs}]*$/u

/** A name in one or more languages, each one line, or none. What is wrong is said at the language. */
export const LocalizedLine = LocalizedTextInput.check(({ value, issues }) => {
  for (const [language, text] of Object.entries(value)) {
    if (text === undefined) continue
    const at = { input: text, path: [language] }
    if (text.length > limits.nameCharacters)
      issues.push({ ...at, code: 'too_big', origin: 'string', maximum: limits.nameCharacters, inclusive: true })
    if (!oneLine.test(text)) issues.push({ ...at, code: 'invalid_format', format: 'regex', pattern: String(oneLine) })
  }
})

/** The same with a `default` that is never empty. */
export const LocalizedName = LocalizedLine.check(({ value, issues }) => {
  if (value.default === '') issues.push({ input: '', path: ['default'], code: 'too_small', origin: 'string', minimum: 1, inclusive: true })
})

/** What a list query may say about its page. The token is opaque and carries the filters of the first call. */
export const PageQuery = z.strictObject({
  page_size: z.int().min(1).max(limits.maxPageSize).optional(),
  page_token: z.string().min(1).max(4_000).optional(),
})

export const PageInfo = z.object({
  next_page_token: z.string().optional(),
  /** Of lists that count their rows, with the first page. */
  total: z.int().optional(),
  /** In place of `total` when there are more rows than this. */
  total_exceeds: z.int().optional(),
})

/**
 * Any JSON, as everything parsed from a body is, of so many levels and values. Clients generated from a recursive schema, like `z.json()`, do
 * not compile.
 */
export const JsonValue = z
  .unknown()
  .refine((value) => isWithin(value, limits.json), 'Too deep, or too many values')
  .meta({ 'x-max-depth': limits.json.depth, 'x-max-values': limits.json.values }) as unknown as z.ZodType<z.core.util.JSONType>

/** An object of at most `max` names, which are counted before any of them is looked at, as zod counts the items of a list. */
export function boundedRecord<Value extends z.ZodType>(names: z.ZodString, values: Value, max: number) {
  const record = z.record(names, values).meta({ maxProperties: max })
  const run = record._zod.run.bind(record._zod)
  record._zod.run = (payload, context) => {
    const { value, issues } = payload
    if (typeof value !== 'object' || value === null || Object.keys(value).length <= max) return run(payload, context)
    issues.push({ code: 'too_big', origin: 'object', maximum: max, inclusive: true, input: value, inst: record })
    return payload
  }
  return record
}

export const IdParams = z.strictObject({ id: Id })
