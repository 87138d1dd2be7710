// Finds the JSON objects in a text of a model: between sentences, in code blocks, and in the forms that models write which have one meaning
// only: other quotes, trailing commas, comments, words of Python, line breaks in strings, full-width signs. No library reads these and
// leaves the rest: jsonrepair makes values of the sentences too, and ends what was cut off.
import { toAsciiDigits } from '../digits.ts'
import { isJsonObject, JsonDepthError, type JsonObject, type ExactJson, maxJsonDepth, readJson } from '../exact-json.ts'

/** An object, or why there is none where one begins. */
export type FoundJson = { readonly object: JsonObject } | { readonly problem: string }

/** Characters that are read without result: a text of nothing but brackets would take for ever. */
const maxMisread = 50_000

/** Returns the objects of a text, in their order, without those inside of others. */
export function findJsonObjects(text: string): readonly FoundJson[] {
  const found: FoundJson[] = []
  const inner = readJsonString(text)
  if (inner !== null) return findJsonObjects(inner)
  let misread = 0
  for (let at = 0; at < text.length && misread < maxMisread;) {
    const start = text.slice(at).search(/[[{]/)
    if (start < 0) break
    at += start
    const { objects, end } = readObjects(text, at)
    if (objects) found.push(...objects)
    else misread += end - at
    at = objects ? end : at + 1
  }
  return found
}

type ReadObjects = { readonly objects: readonly FoundJson[] | null; readonly end: number }

/** Returns what begins with a bracket; null where nothing does. */
function readObjects(text: string, start: number): ReadObjects {
  const read = readValue(text, start, tokens)
  const objects = toFound(read)
  if (objects || !isMeant(text, start)) return { objects, end: read.end }
  const mixed = readValue(text, start, mixedTokens)
  const mended = toFound(mixed)
  return mended ? { objects: mended, end: mixed.end } : { objects: [{ problem: explain(read.json) }], end: read.end }
}

/** Returns the text of a JSON string that is the whole answer, and holds JSON itself. */
function readJsonString(text: string): string | null {
  const [, fenced = text] = /^\s*```\w*\n([^]*?)\n?```\s*$/.exec(text) ?? []
  if (!/^\s*"/.test(fenced)) return null
  try {
    const value = readJson(fenced)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/** Returns whether an object was meant here, and not a bracket of a sentence. */
const isMeant = (text: string, at: number) => /^\{\s*(?:["“]|'[^']*'\s*[:：]|\w+\s*[:：]\s*["“'{[])/.test(text.slice(at, at + 200))

/** Returns the objects of a JSON text: itself, or the one in a list; none for any other list, null for what is no JSON. */
function toFound({ json, isClosed }: ReadText): FoundJson[] | null {
  const value = isClosed ? tryRead(json) : undefined
  if (value === undefined) return null
  const items = (Array.isArray(value) ? value : [value]).filter(isJsonObject)
  if (Array.isArray(value) && items.length > 0 && value.length > 1)
    return [{ problem: 'There are several values in a list; one object is needed.' }]
  return items.map((object) => ({ object }))
}

function tryRead(json: string): ExactJson | undefined {
  try {
    return readJson(json)
  } catch {
    return undefined
  }
}

function explain(json: string): string {
  try {
    readJson(json)
  } catch (error) {
    if (error instanceof JsonDepthError) return 'It is nested too deeply.'
    if (error instanceof SyntaxError) return `It is not valid JSON: ${error.message.toWellFormed()}`
  }
  return 'It is not valid JSON.'
}

const name = String.raw`[\p{L}_$][\p{L}\p{M}\p{N}_$]*`

const createTokens = (...strings: readonly string[]) =>
  new RegExp(
    [
      ...strings,
      String.raw`'(?<single>(?:[^'\\]|\\[^])*)'`,
      String.raw`(?<comment>\/\/.*|\/\*[^]*?\*\/)`,
      // After a colon, because in a list these are several numbers.
      String.raw`(?<=[:：]\s*)(?<grouped>-?\d{1,3}(?:,\d{3})+(?:\.\d+)?)(?=\s*[,}])`,
      String.raw`(?<key>${name}(?=\s*[:：]))`,
      `(?<word>${name})`,
      '(?<other>[^])',
    ].join('|'),
    'gu',
  )

const tokens = createTokens(String.raw`"(?<double>(?:[^"\\]|\\[^])*)"`, String.raw`[“”](?<curly>[^“”]*)[“”]`)
/** Of models that end a string with another quote than it begins with: only where the text cannot be read otherwise. */
const mixedTokens = createTokens(String.raw`["“”](?<double>(?:[^"“”\\]|\\[^])*)["“”]`)

const words: ReadonlyMap<string, string> = new Map(
  Object.entries({ True: 'true', False: 'false', None: 'null', TRUE: 'true', FALSE: 'false', NULL: 'null' }),
)

type ReadText = { readonly json: string; readonly end: number; readonly isClosed: boolean }

/** Returns the value that begins with a bracket, as strict JSON where its form allows it. */
function readValue(text: string, start: number, pattern: RegExp): ReadText {
  const parts: string[] = []
  let depth = 0
  pattern.lastIndex = start
  for (let token = pattern.exec(text); token; token = pattern.exec(text)) {
    const { double, curly, single, comment, grouped, key, word, other = '' } = token.groups ?? {}
    const content = double ?? curly ?? single ?? key
    if (content !== undefined) parts.push(quote(content))
    else if (grouped !== undefined) parts.push(grouped.replaceAll(',', ''))
    else if (word !== undefined) parts.push(words.get(word) ?? word)
    else {
      const sign = comment === undefined ? toAsciiDigits(other) : ' '
      if (sign === '{' || sign === '[') depth += 1
      if (sign === '}' || sign === ']') {
        depth -= 1
        dropTrailingComma(parts)
      }
      parts.push(sign)
      if (depth === 0 || depth > maxJsonDepth) break
    }
  }
  return { json: parts.join(''), end: pattern.lastIndex || text.length, isClosed: depth === 0 }
}

function dropTrailingComma(parts: string[]) {
  const last = parts.findLastIndex((part) => part.trim() !== '')
  if (parts[last] === ',') parts.splice(last, 1)
}

/** Returns the JSON of a string with this content between its quotes. */
const quote = (content: string) =>
  `"${content.replaceAll(/\\(?:u[\da-f]{4}|["\\/bfnrt])|\\'|["\\\p{Cc}]/giu, (found) => {
    if (found === String.raw`\'`) return "'"
    return found.length > 1 ? found : JSON.stringify(found).slice(1, -1)
  })}"`
