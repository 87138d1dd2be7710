import { expect, test } from 'vitest'
import { formatMoney } from './money.ts'

test.each([
  ['zh-Hant', 'TWD', 1_234.5, 'NT$1,234.50'],
  ['zh-Hant', 'TWD', 0.0012, 'NT$0.0012'],
  ['zh-Hant', 'TWD', -3, '-NT$3.00'],
  ['zh-Hant', 'USD', 2, 'US$2.00'],
  ['en', 'TWD', 12.5, 'NT$12.50'],
  ['en', 'USD', 2, '$2.00'],
  ['vi', 'TWD', 12.5, '12,50\u00a0NT$'],
])('in %s an amount of %s is written with its own sign: %s, %s', (tag, currency, amount, text) => {
  expect(formatMoney(tag, currency, amount)).toBe(text)
})

test('an amount has as many decimals as are asked for', () => {
  expect(formatMoney('en', 'TWD', 0.000_012, { minimumFractionDigits: 2, maximumFractionDigits: 6 })).toBe('NT$0.000012')
})
