// Guesses what comma and point mean in the numbers of a column: what a text proves, never what is only likely.
import { foldFigures } from '@heddle/units/fold-figures'
import { maxLabValueLength } from '@heddle/units/lab-value'

/** How often a column proves each meaning. */
export type NumberMarks = {
  decimalComma: number
  decimalPoint: number
  /** Thousands that nothing else can be: two marks, or one beside a decimal. */
  thousands: number
  /** `1,234`, `1.234`: thousands, or three decimals. */
  unclearComma: number
  unclearPoint: number
}

const numerals = /\d[\d.,' ]*\d/g

function countNumeral(written: string, marks: NumberMarks) {
  if (/^\d{1,3}(?:[' ]\d{3})+(?:[.,]\d+)?$/.test(written)) marks.thousands += 1
  const comma = written.lastIndexOf(',')
  const point = written.lastIndexOf('.')
  if (comma !== -1 && point !== -1) {
    marks.thousands += 1
    if (comma > point) marks.decimalComma += 1
    else marks.decimalPoint += 1
    return
  }
  const mark = comma === -1 ? '.' : ','
  const parts = written.split(mark)
  if (parts.length === 1) return
  if (parts.length > 2) {
    // 1,234,567: thousands, so that the other mark is the decimal one.
    marks.thousands += 1
    if (mark === ',') marks.decimalPoint += 1
    else marks.decimalComma += 1
    return
  }
  const [whole = '', fraction = ''] = parts
  const isUnclear = fraction.length === 3 && whole.length <= 3 && !whole.startsWith('0')
  if (mark === ',') marks[isUnclear ? 'unclearComma' : 'decimalComma'] += 1
  else marks[isUnclear ? 'unclearPoint' : 'decimalPoint'] += 1
}

/** Counts what texts prove. */
export function countMarks(texts: readonly string[]): NumberMarks {
  const marks: NumberMarks = { decimalComma: 0, decimalPoint: 0, thousands: 0, unclearComma: 0, unclearPoint: 0 }
  for (const text of texts) {
    if (text.length > maxLabValueLength) continue
    for (const [written] of foldFigures(text).matchAll(numerals)) countNumeral(written.trim(), marks)
  }
  return marks
}

export const addMarks = (one: NumberMarks, other: NumberMarks): NumberMarks => ({
  decimalComma: one.decimalComma + other.decimalComma,
  decimalPoint: one.decimalPoint + other.decimalPoint,
  thousands: one.thousands + other.thousands,
  unclearComma: one.unclearComma + other.unclearComma,
  unclearPoint: one.unclearPoint + other.unclearPoint,
})

export type GuessedMarks = {
  readonly options: { readonly decimal_comma?: boolean; readonly thousands?: boolean }
  /** Whether some cells prove the one meaning, and others the other. */
  readonly isMixed: boolean
  /** Whether nothing in the file says what a mark is. */
  readonly isAmbiguous: boolean
}

/** Returns what the marks of a column mean; what it does not say itself, the other columns of the file say. */
export function guessMarks(column: NumberMarks, file: NumberMarks): GuessedMarks {
  const isMixed = column.decimalComma > 0 && column.decimalPoint > 0
  const of = column.decimalComma + column.decimalPoint > 0 ? column : file
  const isComma = of.decimalComma > of.decimalPoint
  const isPoint = of.decimalPoint > of.decimalComma
  const unclear = column.unclearComma + column.unclearPoint
  if (!isComma && !isPoint) {
    const isAmbiguous = unclear > 0 && !(column.unclearComma === 0 && file.unclearComma === 0)
    // A point alone is what a computer writes.
    return { options: column.thousands > 0 ? { thousands: true } : {}, isMixed, isAmbiguous }
  }
  const hasThousands = column.thousands > 0 || (isComma ? column.unclearPoint > 0 : column.unclearComma > 0)
  return {
    options: { ...(isComma && { decimal_comma: true }), ...(hasThousands && { thousands: true }) },
    isMixed,
    isAmbiguous: false,
  }
}
