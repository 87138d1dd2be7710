// The variables in the prompts of LibreChat and Open WebUI, which have their types, choices and defaults in the text:
// `{{name}}`, `{{fibre:cotton|linen}}` (LibreChat), `{{ fibre | select:options=["cotton","linen"]:default="cotton" }}` (Open WebUI).
import { limits } from '@heddle/contracts/limits'
import type { PromptVariable, PromptVariableType } from '@heddle/contracts/prompt/prompt'
import { isPromptValue } from '@heddle/contracts/prompt/prompt-template'

type Described = {
  readonly name: string
  readonly type: PromptVariableType
  readonly choices?: string[]
  readonly default?: string
  readonly required?: boolean
}

/** The types of Open WebUI that are not a line of text here. */
const types: Readonly<Record<string, PromptVariableType>> = {
  textarea: 'long_text',
  select: 'choice',
  number: 'number',
  range: 'number',
  date: 'date',
}

/** What both fill in by themselves: here the user does. */
const filledIn: Readonly<Record<string, PromptVariableType>> = { current_date: 'date', clipboard: 'long_text' }

const brackets: Readonly<Record<string, number>> = { '[': 1, ']': -1 }

/** Splits at the colons that are in no quotes and no brackets. */
function splitProperties(text: string): string[] {
  const parts: string[] = ['']
  let [isQuoted, depth] = [false, 0]
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    if (!isQuoted) depth += brackets[character] ?? 0
    if (character === ':' && !isQuoted && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}

const unquote = (text: string) => text.replace(/^"(.*)"$/s, '$1')

function readChoices(text: string): string[] {
  try {
    const choices: unknown = JSON.parse(text)
    return Array.isArray(choices) ? choices.map(String) : []
  } catch {
    return []
  }
}

function readTyped(name: string, definition: string): Described {
  const [kind = '', ...parts] = splitProperties(definition)
  const properties = new Map(
    parts.map((part) => {
      const [property = '', ...value] = part.split('=')
      return [property.trim(), value.join('=').trim()]
    }),
  )
  const type = types[kind.replace(/^type\s*=\s*/, '')] ?? 'text'
  const choices = type === 'choice' ? readChoices(properties.get('options') ?? '') : []
  const given = properties.get('default')
  return {
    name,
    // A choice among nothing is a line.
    type: type === 'choice' && choices.length === 0 ? 'text' : type,
    ...(choices.length > 0 && { choices }),
    ...(given && { default: unquote(given) }),
    ...(properties.has('required') && { required: true }),
  }
}

function describe(inside: string): Described {
  const [bar, colon] = [inside.indexOf('|'), inside.indexOf(':')]
  if (bar >= 0 && (colon < 0 || bar < colon)) return readTyped(inside.slice(0, bar).trim(), inside.slice(bar + 1).trim())
  const name = (colon < 0 ? inside : inside.slice(0, colon)).trim()
  if (colon >= 0 && bar >= 0) {
    const choices = inside.slice(colon + 1).split('|')
    return { name, type: 'choice', choices: choices.map((choice) => choice.trim()).filter((choice) => choice !== '') }
  }
  return { name, type: filledIn[name.toLowerCase()] ?? 'text' }
}

const keyCharacters = 36

/** Returns a key for a name that no other has: of `Fibre type` it is `fibre_type`, of a name in other letters `value_1`. */
function makeKey(name: string, taken: ReadonlySet<string>): string {
  const letters = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_\d]+|_+$/g, '')
    .slice(0, keyCharacters)
  if (letters !== '' && !taken.has(letters)) return letters
  for (let number = 1; ; number += 1) {
    const key = `${letters === '' ? 'value' : letters}_${number}`
    if (!taken.has(key)) return key
  }
}

function toVariable(key: string, { name, type, choices, default: given, required }: Described): PromptVariable {
  const variable: PromptVariable = {
    key,
    label: { default: name.slice(0, limits.nameCharacters) },
    type,
    ...(choices && { choices: [...new Set(choices)] }),
    ...(required && { required }),
  }
  return given !== undefined && isPromptValue(variable, given) ? { ...variable, default: given } : variable
}

/** Returns the text with the keys of its variables alone, and the variables. A name that is there twice is one variable. */
export function readForeignVariables(text: string): { readonly text: string; readonly variables: PromptVariable[] } {
  const variables = new Map<string, PromptVariable>()
  const keys = new Set<string>()
  const replaced = text.replaceAll(/\{\{([^{}]*)\}\}/g, (whole, inside: string) => {
    const described = describe(inside.trim())
    if (described.name === '') return whole
    const known = variables.get(described.name)
    if (known) return `{{ ${known.key} }}`
    const key = makeKey(described.name, keys)
    keys.add(key)
    variables.set(described.name, toVariable(key, described))
    return `{{ ${key} }}`
  })
  return { text: replaced, variables: [...variables.values()] }
}
