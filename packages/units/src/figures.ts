// Significant figures: what was written with three is shown with about as many in another unit, never with an exponent.
import { type Converted, convertExactly, roundConverted } from './convert.ts'
import { findFirstDigit, findMagnitude, fromNumber, isZero, type Ratio, readDecimal, toDecimals } from './ratio.ts'
import { type UnitId, units } from './units.ts'

/** Returns the significant figures of a decimal text, zeros at its end included: 3 of `0.0120`, 2 of `30`; 0 of zero. */
export const countFigures = (written: string): number => written.replace(/e.*$/i, '').replaceAll(/[^\d]/g, '').replace(/^0+/, '').length

/** Returns a finite number with so many significant figures, at least one, without an exponent; halves go to the even digit. */
export const roundToFigures = (value: number, figures: number): string => toFigures(fromNumber(value), figures)

function toFigures(value: Ratio, figures: number): string {
  const decimals = figures - 1 - findMagnitude(value)
  const text = toDecimals(value, decimals)
  // 9.96 with two figures is 10, which has a digit more before the point.
  return findMagnitude(readDecimal(text) ?? value) > findMagnitude(value) ? toDecimals(value, decimals - 1) : text
}

const countDecimals = (written: string) => {
  const [, fraction = '', exponent = '0'] = /^[^.e]*(?:\.(\d*))?(?:e(.*))?$/i.exec(written) ?? []
  return Math.max(0, fraction.length - Number(exponent))
}

/** Returns the text of a converted value, with the precision of the written one. */
function toText(written: string, value: Ratio, converted: Ratio, isTemperature: boolean): string {
  // A scale of temperature has its zero anywhere: its values are as precise as their decimal places say.
  if (isTemperature) return toDecimals(converted, countDecimals(written))
  if (isZero(converted)) return '0'
  const isSmaller = findFirstDigit(converted) < findFirstDigit(value)
  return toFigures(converted, countFigures(written) + (isSmaller ? 1 : 0))
}

/**
 * Returns a written value in another unit: its number, and its text with the precision of what was written, by the rule of NIST SP 1038
 * (4.4): as many significant figures, and one more where the first digit becomes smaller, so that 30 Ne is 19.7 tex and 200 g/m² is
 * 5.90 oz/yd². Temperatures keep their decimal places.
 *
 * @param written a decimal with a point, without marks for thousands: `30`, `0.50`, `1.2e3`
 */
export function convertWritten(
  written: string,
  from: UnitId,
  to: UnitId,
): Converted<{ readonly number: number; readonly text: string }> | { readonly problem: 'not_a_number' } {
  const value = readDecimal(written.trim())
  if (!value) return { problem: 'not_a_number' }
  const converted = convertExactly(value, from, to)
  if ('problem' in converted) return converted
  const rounded = roundConverted(converted)
  if ('problem' in rounded) return rounded
  return { value: { number: rounded.value, text: toText(written.trim(), value, converted.value, units[from].quantity === 'temperature') } }
}
