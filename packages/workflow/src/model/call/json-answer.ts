// Reads the JSON of a model's answer. What has one meaning only is read in any form; the rest is asked for once more, with what was wrong.
import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../exact-json.ts'
import { type FoundJson, findJsonObjects } from './lenient-json.ts'
import type { Repair } from './model-call.ts'
import { createRepairRequest, type ModelText, toAnswerError } from './model-outcome.ts'

/** What a check gives: the value, or what is wrong, which the model is told. */
export type CheckedAnswer<T> = { readonly success: true; readonly data: T } | { readonly success: false; readonly error: z.core.$ZodError }

/** What an answer has to be. */
export type AnswerForm<T> = {
  /** The names of its fields. */
  readonly keys: readonly string[]
  readonly check: (json: JsonObject) => CheckedAnswer<T>
}

type ReadAnswer<T> = { readonly value: T } | { readonly problem: string }

/** Returns the part of a prompt that requests JSON of this schema. */
export const formatJsonInstruction = (schema: object): string =>
  `Answer with one JSON object and nothing else: no explanation, no code block. It has to be valid by this JSON Schema:\n${JSON.stringify(schema)}`

/** Returns the last object of a text that has the form, or what is wrong with the last one that was meant to have it. */
function readJsonAnswer<T>(text: string, form: AnswerForm<T>): ReadAnswer<T> {
  let problem: string | undefined
  const found = findJsonObjects(text)
  for (const each of found.toReversed()) {
    const read = checkForm(each, form, found.length === 1)
    // An earlier one is a draft.
    if ('value' in read || 'problem' in each) return read
    problem ??= read.problem
  }
  return { problem: problem ?? 'There is no JSON object in it.' }
}

function checkForm<T>(found: FoundJson, { keys, check }: AnswerForm<T>, isOnly: boolean): ReadAnswer<T> {
  if ('problem' in found) return found
  const object = unwrap(found.object, keys)
  const isNamed = keys.length === 0 || keys.some((key) => Object.hasOwn(object, key)) || (isOnly && Object.keys(object).length === 0)
  if (!isNamed) return { problem: `It has none of the fields ${keys.join(', ')}.` }
  const checked = check(object)
  return checked.success ? { value: checked.data } : { problem: z.prettifyError(checked.error) }
}

/** Returns the object with the fields, which may be the only one inside of another, by their right names. */
function unwrap(object: JsonObject, keys: readonly string[]): JsonObject {
  const named = renameKeys(object, keys)
  const inner = Object.values(object).filter(isJsonObject)
  const [only] = inner
  if (keys.some((key) => Object.hasOwn(named, key)) || inner.length !== 1 || !only) return named
  return renameKeys(only, keys)
}

/** Returns the object with fields like `City` renamed to `city`, where that is clear. */
function renameKeys(object: JsonObject, keys: readonly string[]): JsonObject {
  const wanted = Map.groupBy(keys, foldKey)
  const given = Map.groupBy(
    Object.keys(object).filter((key) => !keys.includes(key)),
    foldKey,
  )
  const rename = (key: string) => {
    const [names = [], alike = []] = [wanted.get(foldKey(key)), given.get(foldKey(key))]
    const [name = key] = names
    return names.length === 1 && alike.length === 1 && !keys.includes(key) && !Object.hasOwn(object, name) ? name : key
  }
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [rename(key), value]))
}

const foldKey = (key: string) =>
  key
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')

/** Returns what `toResult` makes of the answer's JSON, or the repair of the first answer. Throws when the repaired answer is of no use either. */
export function acceptJson<T, Result>(call: ModelText, form: AnswerForm<T>, toResult: (value: T) => Result): Result | Repair {
  const read = call.outcome === 'whole' ? readJsonAnswer(call.text, form) : { problem: 'It was cut off at your limit.' }
  if ('value' in read) return toResult(read.value)
  if (call.isRepair) throw toAnswerError(call)
  return { added: createRepairRequest(call, `Your answer cannot be used. ${read.problem}\nAnswer again, with the JSON object only.`) }
}
