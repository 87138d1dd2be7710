// The unit beside a number in a sentence.
import { parseUnit } from '@heddle/units/parse-unit'
import type { UnitId } from '@heddle/units/units'

/** Characters of the longest unit that is looked for. */
const maxCharacters = 24
/** Units by words that are something else behind a number in a sentence: `25 in warp`. */
const ambiguous = new Set(['in', 'a', 't', 'd', 'ends', 'h', 'l'])

/** Returns the unit right behind a number, after at most one space; null for a word that only begins like one. */
export function readUnitAfter(rest: string): UnitId | null {
  const text = rest.replace(/^ /, '')
  for (let length = Math.min(maxCharacters, text.length); length > 0; length -= 1) {
    const word = text.slice(0, length)
    if (/\s$/.test(word) || ambiguous.has(word) || (/[a-z/]$/i.test(word) && /^[\p{Script=Latin}/²]/u.test(text.slice(length)))) continue
    const parsed = parseUnit(word)
    if ('unit' in parsed) return parsed.unit
  }
  return null
}

/** Returns the unit that stands before its number: `Ne 40`, `pH 7`. */
export function readUnitBefore(text: string): UnitId | null {
  const [, unit] = /(?<![A-Za-z])(Ne|Nm|pH) ?$/.exec(text) ?? []
  return (unit as UnitId | undefined) ?? null
}
