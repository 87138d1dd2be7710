// Makes the check of an answer from a JSON Schema that an author wrote, within bounds.
import { limits } from '@heddle/contracts/limits'
import { parseTold } from '@heddle/contracts/told-errors'
import { z } from 'zod'
import { type JsonObject, type ExactJson, restoreDigits, toDoubles } from '../exact-json.ts'
import type { AnswerForm, CheckedAnswer } from '../call/json-answer.ts'
import { isObject } from '../value.ts'
import { createLinearPatterns, PatternError, PatternWorkError } from './linear-pattern.ts'
import { measureSchema, SchemaSizeError } from './schema-size.ts'

type Schema = Readonly<Record<string, ExactJson>>

export type SchemaProblem = 'schema_invalid' | 'schema_too_large' | 'pattern_unsupported'

export type CompiledSchema = { readonly form: AnswerForm<JsonObject> } | { readonly problem: SchemaProblem }

/** By the schema as text: the rules of a graph, and each run of it, need the same one. */
const compiled = new Map<string, CompiledSchema>()

/** Returns the form of an answer in JSON, or why there is none. */
export function compileSchema(schema: Schema): CompiledSchema {
  let width: number
  try {
    width = measureSchema(schema)
  } catch (error) {
    return { problem: toProblem(error) }
  }
  const key = JSON.stringify(schema)
  const known = compiled.get(key)
  const result = known ?? compile(schema, width)
  compiled.delete(key)
  compiled.set(key, result)
  for (const oldest of compiled.keys()) {
    if (compiled.size <= limits.jsonSchema.kept) break
    compiled.delete(oldest)
  }
  return result
}

function compile(schema: Schema, width: number): CompiledSchema {
  const { createPattern, restart } = createLinearPatterns()
  try {
    // A registry of its own: that of the product keeps each schema with an id for ever.
    // What a schema adds to an object of JSON, such as a default, is JSON too.
    const zodSchema = z.fromJSONSchema(schema, {
      createPattern,
      registry: z.registry(),
    }) as z.ZodType<JsonObject>
    return {
      form: {
        keys: isObject(schema.properties) ? Object.keys(schema.properties) : [],
        check(json) {
          if (countValues(json) * width > limits.jsonSchema.checkedValues) return refuse('It has too many values.')
          restart()
          try {
            const checked = parseTold(zodSchema, toDoubles(json), { jitless: true })
            return checked.success ? { success: true, data: restoreDigits(checked.data, json) } : checked
          } catch (error) {
            if (error instanceof PatternWorkError) return refuse('Its texts are too long.')
            throw error
          }
        },
      },
    }
  } catch (error) {
    return { problem: toProblem(error) }
  }
}

const refuse = (message: string): CheckedAnswer<never> => ({
  success: false,
  error: new z.ZodError([{ code: 'custom', path: [], message, input: undefined }]),
})

function toProblem(error: unknown): SchemaProblem {
  if (error instanceof SchemaSizeError) return 'schema_too_large'
  return error instanceof PatternError ? 'pattern_unsupported' : 'schema_invalid'
}

function countValues(value: ExactJson): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, each: ExactJson) => sum + countValues(each), 1)
}
