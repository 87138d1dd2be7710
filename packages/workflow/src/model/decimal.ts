// Compares decimal numbers by their digits: a double holds only seventeen of them.

const pattern = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:e([+-]?\d+))?$/i

/** A number `0.digits × 10^magnitude`, whose digits begin and end with another one than 0; zero has none. */
export type Decimal = { readonly isNegative: boolean; readonly digits: string; readonly magnitude: bigint }

/** Returns the number that a text is, with or without a fraction and an exponent; null for any other text. */
export function parseDecimal(text: string): Decimal | null {
  const [match, sign, whole = '', fraction = '', onlyFraction = '', exponent = '0'] = pattern.exec(text) ?? []
  if (match === undefined) return null
  const all = whole + fraction + onlyFraction
  const first = all.search(/[1-9]/)
  if (first < 0) return { isNegative: false, digits: '', magnitude: 0n }
  const magnitude = BigInt(exponent) + BigInt(whole.length - first)
  return { isNegative: sign === '-', digits: trimZeros(all.slice(first)), magnitude }
}

function trimZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** Returns whether a text has zeros before its number, like a telephone number. */
export const hasLeadingZeros = (text: string): boolean => /^[+-]?0\d/.test(text)

/** Returns less than 0, 0 or more than 0, like the function of a sort. Takes no longer for a long exponent. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const [a, b] = [getSign(left), getSign(right)]
  if (a !== b || a === 0) return a - b
  return a * compareSizes(left, right)
}

const getSign = ({ isNegative, digits }: Decimal) => (digits === '' ? 0 : isNegative ? -1 : 1)

function compareSizes(left: Decimal, right: Decimal): number {
  if (left.magnitude !== right.magnitude) return left.magnitude < right.magnitude ? -1 : 1
  // Both begin at the same power of ten, and a missing digit sorts before any other.
  if (left.digits === right.digits) return 0
  return left.digits < right.digits ? -1 : 1
}
