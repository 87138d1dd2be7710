// What a number format makes of a number.
import { getFormatDateInfo } from 'numfmt'
import type { FormatMeaning } from './typed-cell.ts'

/** Digits, marks of thousands and decimals alone, in one section or in several. */
const plainSection = /^[_*(]*\s?(?:\[[A-Za-z]+\])?[-+(]?(?:#,##0|#?0|#,#|#+)?(?:\.[0#?]+)?(?:E\+0+)?\)?(?:_.)*$/i

const isPlain = (code: string) => /^(?:general|@)?$/i.test(code) || code.split(';').every((section) => plainSection.test(section.trim()))

const isDuration = (code: string) => /\[(?:h+|m+|s+)\]/i.test(code)

const maxCodeCharacters = 255

function findMeaning(code: string): FormatMeaning {
  if (isPlain(code)) return 'plain'
  if (code.length > maxCodeCharacters || isDuration(code)) return 'shown'
  try {
    const { year, month, day } = getFormatDateInfo(code)
    return year || month || day ? 'date' : 'shown'
  } catch {
    return 'plain'
  }
}

/** Returns a function that says whether a number in a format is a date, a number alone, or what the format shows of it. */
export function createFormatMeanings(): (code: string) => FormatMeaning {
  const known = new Map<string, FormatMeaning>()
  return (code) => {
    const meaning = known.get(code) ?? findMeaning(code)
    known.set(code, meaning)
    return meaning
  }
}
