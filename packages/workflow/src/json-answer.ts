// Reads the JSON of a model's answer: alone, in a code block, or between sentences.
import { z } from 'zod'
import { WorkflowError } from './run/workflow-error.ts'
import type { ModelText, Repair } from './model-call.ts'
import type { NodeResult } from './value.ts'

/** Returns the part of a prompt that requests JSON of this schema. */
export const formatJsonInstruction = (schema: object): string =>
  `Answer with one JSON object and nothing else: no explanation, no code block. It has to be valid by this JSON Schema:\n${JSON.stringify(schema)}`

/** Returns the checked JSON of a text, or what is wrong with it. */
export function readJsonAnswer<T>(text: string, schema: z.ZodType<T>): { readonly value: T } | { readonly problem: string } {
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  if (from < 0 || to < from) return { problem: 'There is no JSON object in it.' }
  let json: unknown
  try {
    json = JSON.parse(text.slice(from, to + 1))
  } catch {
    return { problem: 'It is not valid JSON.' }
  }
  const parsed = schema.safeParse(json)
  return parsed.success ? { value: parsed.data } : { problem: z.prettifyError(parsed.error) }
}

/** The characters of a wrong answer that its repair shows to the model. */
const maxShown = 4_000

/**
 * Returns what `toResult` makes of the answer's JSON, or the repair of the first answer. Throws `WORKFLOW_OUTPUT_INVALID` when the
 * repaired answer is wrong too.
 */
export function acceptJson<T>(
  { messages, text, isRepair }: ModelText,
  schema: z.ZodType<T>,
  toResult: (value: T) => NodeResult,
): NodeResult | Repair {
  const read = readJsonAnswer(text, schema)
  if ('value' in read) return toResult(read.value)
  if (isRepair) throw new WorkflowError('WORKFLOW_OUTPUT_INVALID')
  return {
    messages: [
      ...messages,
      { role: 'assistant', content: text.slice(0, maxShown).toWellFormed() },
      { role: 'user', content: `Your answer cannot be used. ${read.problem}\nAnswer again, with the JSON object only.` },
    ],
  }
}
