// When a number that was written is the one that was expected.
import { countFigures } from '@heddle/units/figures'

/** Figures that a rounded number keeps at least. */
const minFigures = 3
/** Of results of arithmetic in binary fractions. */
const tolerance = 1e-9

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b))

/** Returns the power of ten of the last digit that was written. Zeros at the end of an integer may stand for figures beyond the third. */
function findLastDigit(written: string): number {
  const [whole = '', fraction = ''] = written.split('.')
  if (fraction !== '') return -fraction.length
  const zeros = /0*$/.exec(whole)?.[0].length ?? 0
  return Math.max(0, Math.min(zeros, countFigures(whole) - minFigures))
}

/** Whether a written decimal is what a number is rounded to, half a unit of its last digit at most from it. */
export const isRoundedTo = (exact: number, written: string): boolean =>
  Math.abs(exact - Number(written)) <= 0.5 * 10 ** findLastDigit(written) * (1 + tolerance)

/** Whether a written decimal is a number, or that number rounded to three significant figures or more. */
export const isWritten = (exact: number, written: string): boolean =>
  isNear(exact, Number(written)) || (countFigures(written) >= minFigures && isRoundedTo(exact, written))
