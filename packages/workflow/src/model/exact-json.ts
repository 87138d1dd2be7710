// JSON whose numbers keep their digits. What a double would change, like the id 7615917337495251231 or the price 1.10, is an object with
// the digits as a text: so it survives every place where values are stored as JSON.
import { compareDecimals, parseDecimal } from './decimal.ts'

declare global {
  interface JSON {
    /** Of Node.js 22 and later, where packages run workflows; the library of TypeScript has them not yet. */
    rawJSON: (text: string) => object
    parse(text: string, reviver: (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown
  }
}

export type ExactJson = string | number | boolean | null | readonly ExactJson[] | { readonly [key: string]: ExactJson }

export type JsonObject = { readonly [key: string]: ExactJson }

/** A number of JSON that a double, or its text form, would change. */
export type ExactNumber = { readonly $exact_number: string }

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i

export function isExactNumber(value: unknown): value is ExactNumber {
  if (typeof value !== 'object' || value === null || !('$exact_number' in value)) return false
  return typeof value.$exact_number === 'string' && jsonNumber.test(value.$exact_number) && Object.keys(value).length === 1
}

/** Returns whether a value is an object of JSON, and not a number with its digits. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)

/** JSON is read and written by recursion, and no server nests as deep. */
export const maxJsonDepth = 500

/** JSON that is nested too deep to be read. */
export class JsonDepthError extends Error {
  override readonly name = 'JsonDepthError'
}

/** Returns the value of a JSON text. Throws a `SyntaxError`, or a `JsonDepthError`. */
export function readJson(text: string): ExactJson {
  checkDepth(text)
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? { $exact_number: source } : value,
  ) as ExactJson
}

/** Returns the JSON text of a value, with the digits of its numbers. */
export const writeJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (isExactNumber(each) ? JSON.rawJSON(each.$exact_number) : each))

function checkDepth(text: string) {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isInString && character === '\\') at += 1
    else if (character === '"') isInString = !isInString
    else if (isInString) continue
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth > maxJsonDepth) throw new JsonDepthError()
  }
}

/** Returns a number in decimal digits as a value: a double where that is the same number. */
export function toNumber(text: string): number | ExactNumber {
  const digits = text.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1')
  // Never -0, which is the same number as 0.
  const double = Number(digits) + 0
  const [exact, held] = [parseDecimal(digits), parseDecimal(String(double))]
  if (!exact || !jsonNumber.test(digits) || (held && compareDecimals(exact, held) === 0)) return double
  return { $exact_number: digits }
}

/** Returns JSON for a check that knows doubles only: an integer beyond the safe ones is the largest safe one there. */
export function toDoubles(value: ExactJson): ExactJson {
  if (isExactNumber(value)) return clamp(Number(value.$exact_number))
  if (isList(value)) return value.map(toDoubles)
  return isJsonObject(value) ? mapEntries(value, toDoubles) : value
}

function clamp(double: number): number {
  const largest = Number.MAX_SAFE_INTEGER
  return Number.isInteger(double) || !Number.isFinite(double) ? Math.min(largest, Math.max(-largest, double)) : double
}

/** Returns a checked object with the digits that `toDoubles` has left out. */
export const restoreDigits = (checked: JsonObject, exact: JsonObject): JsonObject =>
  mapEntries(checked, (item, key) => (Object.hasOwn(exact, key) ? restoreItem(item, exact[key]) : item))

function restoreItem(checked: ExactJson, exact: ExactJson | undefined): ExactJson {
  if (isExactNumber(exact)) return typeof checked === 'number' ? exact : checked
  if (isList(checked)) return isList(exact) ? checked.map((item, at) => restoreItem(item, exact[at])) : checked
  return isJsonObject(checked) && isJsonObject(exact) ? restoreDigits(checked, exact) : checked
}

const isList = (value: ExactJson | undefined): value is readonly ExactJson[] => Array.isArray(value)

const mapEntries = (value: JsonObject, map: (item: ExactJson, key: string) => ExactJson): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item, key)]))
