// Reads the name of a unit as a report writes it.
import { keepsCase, parts, severalMeanings, wholes, withinCompounds } from './unit-words.ts'
import { isUnitId, type UnitId } from './units.ts'

/** A unit, or why there is none; of an ambiguous word, what it may mean. */
export type ParsedUnit =
  | { readonly unit: UnitId }
  | { readonly problem: 'unknown_unit' }
  | { readonly problem: 'ambiguous_unit'; readonly candidates: readonly UnitId[] }

/** Characters of the longest text that is looked at. */
export const maxUnitLength = 60

const maxParts = 3
const unknown = { problem: 'unknown_unit' } as const

/** Makes one of the forms that mean the same: full width, superscripts, dashes, dots, degrees, strokes and words for them, negative powers. */
const fold = (text: string) =>
  text
    .replaceAll(/[˚º]/g, '°')
    .normalize('NFKC')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/[⋅•∙・*]/g, '·')
    .replaceAll('^', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?(?:[/⁄∕]|ต่อ|\bper (?!cent\b)) ?/gi, '/')
    .replaceAll(/[· ]([a-z]+)-([1-3])(?![0-9])/gi, (_, unit: string, exponent: string) => `/${unit}${exponent === '1' ? '' : exponent}`)
    .replaceAll('° ', '°')
    .trim()

type Index = { readonly exact: ReadonlyMap<string, string>; readonly folded: ReadonlyMap<string, string> }

/** Words to what they mean, as they are written and, where case does not matter, in lower case. */
function indexWords(words: Readonly<Record<string, string>>): Index {
  const entries = Object.entries(words).flatMap(([id, list]) => list.split('|').map((word) => [fold(word), id] as const))
  const withoutCase = entries.filter(([word]) => !keepsCase.has(word))
  return { exact: new Map(entries), folded: new Map(withoutCase.map(([word, id]) => [word.toLowerCase(), id])) }
}

const partIndex = indexWords(parts)
const compoundIndex = indexWords(withinCompounds)
const wholeIndex = indexWords(wholes)
const ambiguousIndex = new Map(Object.entries(severalMeanings).map(([word, candidates]) => [fold(word), candidates]))

const find = ({ exact, folded }: Index, word: string) => exact.get(word) ?? folded.get(word.toLowerCase())

const findUnit = (text: string): UnitId | undefined => {
  const id = find(wholeIndex, text) ?? find(partIndex, text) ?? text
  return isUnitId(id) ? id : undefined
}

/** Reads a chain of parts, of which all behind the first are divided by. */
function findCompound(text: string): UnitId | undefined {
  const [first = '', ...divisors] = text.split('/')
  const chain = [first, ...divisors.flatMap((divisor) => divisor.replace(/^\((.*)\)$/, '$1').split(/[·/]/))]
  if (chain.length < 2 || chain.length > maxParts) return undefined
  const ids = chain.map((part) => find(partIndex, part.trim()) ?? find(compoundIndex, part.trim()))
  return ids.includes(undefined) ? undefined : findUnit(ids.join('/'))
}

const withinBrackets = /^(?:\(([^()]*)\)|\[([^[\]]*)\]|【([^【】]*)】)$/

/**
 * Returns the unit that a text names, in brackets or without, in any of the forms that reports of the five languages use. Case matters
 * where it tells units apart (mN is no MN, Nm no nm). A word that means several is `ambiguous_unit`, any other text `unknown_unit`.
 */
export function parseUnit(text: string): ParsedUnit {
  if (text.length > maxUnitLength) return unknown
  const folded = fold(text)
  const [, ...inner] = withinBrackets.exec(folded) ?? []
  const name = inner.find((each) => each !== undefined)?.trim() ?? folded
  const candidates = ambiguousIndex.get(name.toLowerCase())
  if (candidates) return { problem: 'ambiguous_unit', candidates }
  const unit = findUnit(name) ?? findCompound(name)
  return unit ? { unit } : unknown
}
