// Exact arithmetic with fractions: a factor is what its definition says, and a result is rounded once, when it becomes a number or a text.

/** A fraction, whose denominator is above zero; it need not be in lowest terms. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint }

/** Digits of a quotient before it is rounded to a double, which holds 17. */
const quotientDigits = 25

/** Characters of the longest decimal text: more than any double has. */
const maxDecimalLength = 1_000

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i

const absolute = (value: bigint) => (value < 0n ? -value : value)
const power = (exponent: number) => 10n ** BigInt(exponent)

/** Returns the exact value of a decimal text, such as `-0.50` or `1e-7`; null for any other text, longer ones and exponents of four digits. */
export function readDecimal(text: string): Ratio | null {
  if (text.length > maxDecimalLength) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = decimal.exec(text) ?? []
  if (sign === undefined || whole + fraction === '') return null
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n)
  return shift({ numerator: digits, denominator: 1n }, Number(exponent) - fraction.length)
}

/** Returns the value of the shortest decimal that stands for a finite number: a tenth for `0.1`, which no double is. */
export function fromNumber(value: number): Ratio {
  const ratio = readDecimal(String(value))
  if (!ratio) throw new RangeError('The number is not finite.')
  return ratio
}

/** Returns the value of a chain of products and quotients, such as `453.59237 / 16`. */
export function readFactor(text: string): Ratio {
  const [first = '', ...rest] = text.split(' ')
  let factor = fromNumber(Number(first))
  for (let at = 0; at < rest.length; at += 2) {
    const next = fromNumber(Number(rest[at + 1]))
    factor = rest[at] === '*' ? multiply(factor, next) : divide(factor, next)
  }
  return factor
}

export const add = (a: Ratio, b: Ratio): Ratio => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
})

export const negate = ({ numerator, denominator }: Ratio): Ratio => ({ numerator: -numerator, denominator })

export const multiply = (a: Ratio, b: Ratio): Ratio => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
})

/** Returns `a / b`; `b` is not zero. */
export function divide(a: Ratio, b: Ratio): Ratio {
  const sign = b.numerator < 0n ? -1n : 1n
  return { numerator: a.numerator * b.denominator * sign, denominator: a.denominator * absolute(b.numerator) }
}

export const isZero = ({ numerator }: Ratio): boolean => numerator === 0n

/** Returns a value times a power of ten. */
const shift = ({ numerator, denominator }: Ratio, exponent: number): Ratio =>
  exponent < 0 ? { numerator, denominator: denominator * power(-exponent) } : { numerator: numerator * power(exponent), denominator }

/** Returns the power of ten of the first digit: 2 for 345, -2 for 0.034; 0 for zero. */
export function findMagnitude(ratio: Ratio): number {
  if (isZero(ratio)) return 0
  const size = absolute(ratio.numerator)
  const guess = String(size).length - String(ratio.denominator).length
  const { numerator, denominator } = shift({ numerator: size, denominator: ratio.denominator }, -guess)
  return numerator >= denominator ? guess : guess - 1
}

/** Returns the first digit, without its sign: 3 of -0.034; 0 of zero. */
export function findFirstDigit(ratio: Ratio): number {
  const { numerator, denominator } = shift(ratio, -findMagnitude(ratio))
  return Number(absolute(numerator) / denominator)
}

/** Returns the double next to a value; an infinity beyond the largest. */
export function toNumber(ratio: Ratio): number {
  const decimals = quotientDigits - findMagnitude(ratio)
  const { numerator, denominator } = shift(ratio, decimals)
  return Number(`${numerator / denominator}e${-decimals}`)
}

/**
 * Returns a value with so many decimal places, or rounded to tens (-1), hundreds (-2) …, without an exponent. Halves go to the even digit,
 * as in ISO 80000-1, JIS Z 8401 (rule A), GB/T 8170 and ASTM E29.
 */
export function toDecimals(ratio: Ratio, decimals: number): string {
  const { numerator, denominator } = shift(ratio, decimals)
  const size = absolute(numerator)
  const floor = size / denominator
  const doubledRest = (size % denominator) * 2n
  const isUp = doubledRest > denominator || (doubledRest === denominator && floor % 2n === 1n)
  const rounded = floor + (isUp ? 1n : 0n)
  const sign = numerator < 0n && rounded > 0n ? '-' : ''
  if (decimals <= 0) return `${sign}${rounded * power(-decimals)}`
  const digits = String(rounded).padStart(decimals + 1, '0')
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
