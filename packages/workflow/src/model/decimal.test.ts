// Comparing decimals by their digits, against a reference with fractions of whole numbers.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareDecimals, parseDecimal } from './decimal.ts'

/** Returns the number of a text as a whole number of `10 ** -scale`. */
function scaleUp(text: string, scale: number): bigint {
  const [digits = '', exponent = '0'] = text.split('e')
  const [whole = '', fraction = ''] = digits.replace(/^[+-]/, '').split('.')
  const size = BigInt(whole + fraction) * 10n ** BigInt(scale - fraction.length + Number(exponent))
  return text.startsWith('-') ? -size : size
}

const decimal = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    fc.stringMatching(/^[0-9]{1,20}$/),
    fc.option(fc.stringMatching(/^[0-9]{1,5}$/), { nil: null }),
    fc.option(fc.integer({ min: -9, max: 9 }), { nil: null }),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      sign + whole + (fraction === null ? '' : `.${fraction}`) + (exponent === null ? '' : `e${exponent}`),
  )

/** Returns the number in another form: with zeros around it, or with its point moved. */
const disguise = (text: string) => (text.includes('e') ? text : `${text.replace(/^([+-]?)/, '$100')}${text.includes('.') ? '00' : '.00'}e0`)

test('two decimals compare like the whole numbers that they are a fraction of', () => {
  fc.assert(
    fc.property(decimal, decimal, fc.boolean(), (left, other, isSame) => {
      const right = isSame ? disguise(left) : other
      const [a, b] = [scaleUp(left, 30), scaleUp(right, 30)]
      expect(Math.sign(compareDecimals(parseDecimal(left)!, parseDecimal(right)!)) + 0).toBe(a === b ? 0 : a < b ? -1 : 1)
    }),
    { numRuns: 200 },
  )
})

test.each(['', '-', '.', 'e5', '1e', '0x10', 'NaN', 'Infinity', '1,200', '１２', '1 2', '--1'])('%j is no decimal', (text) =>
  expect(parseDecimal(text)).toBeNull(),
)
