import { describe, expect, test } from 'vitest'
import { findUnsupported } from './check-statement.ts'

test.each([
  // The same value, however it is written.
  ['The mass is 1,000 g.', 'a mass of 1000 g'],
  ['The mass is 1000 g.', 'a mass of 1 000 g'],
  ['The mass is 1.000 g.', 'a mass of 1,000 g'],
  ['The mass is 1 234,5 g.', 'a mass of 1,234.5 g'],
  ['Der Wert ist 3,5 %.', 'a shrinkage of 3.5 percent'],
  ['It took 0.50 s.', 'after 0.5 s'],
  ['縮水率為３％。', 'shrinks by 3 %'],
  ['หดตัว ๓ เปอร์เซ็นต์', 'shrinks by 3%'],
  ['縮率は 3 パーセントです。', '縮水百分之三'],
  ['It shrinks by 3 %.', 'It shrinks by three percent.'],
  ['Vải co 3 phần trăm.', 'ผ้าหดสามเปอร์เซ็นต์'],
  // Ranges and dates.
  ['It shrinks by 3–5 %.', 'from 3 % to 5 %'],
  ['It shrinks by 3 to 5 %.', 'by 3-5 %'],
  ['It is valid until 2024-01-05.', 'gültig bis 5.1.2024'],
  ['有效至 2024 年 1 月 5 日。', 'valid until 2024/01/05'],
  ['It is conditioned at −20 °C.', 'at -20 °C'],
  // Units beside numbers.
  ['The width is 5公分。', 'a width of 5 cm'],
  ['The width is 5 cm.', 'a width of 5'],
  ['It has 5 layers.', 'with 5 mm in 5 layers'],
  // Codes.
  ['It follows ISO 13934-1.', 'EN ISO13934-1 is used'],
  ['It follows CNS-12915.', '依 CNS 12915 規定'],
  ['It follows ISO 105-C06:2010.', 'ISO 105-C06:2010'],
  // Quotations.
  ['It is called "warp  knitting".', 'known as Warp knitting'],
  ['稱為「經編」。', '經編針織物'],
  ['It is called “ผ้าถักแนวยืน”.', 'known as warp knitting'],
  // What no passage has to say.
  ['1. Wool felts when it is rubbed.', 'Wool felts.'],
  ['Wool felts.', ''],
])('%j is supported by %j', (statement, passage) => {
  expect(findUnsupported(statement, [passage])).toEqual([])
})

test.each([
  ['It shrinks by 4 %.', 'It shrinks by 3 %.', ['4']],
  ['It shrinks by 3.5 %.', 'It shrinks by 35 %.', ['3.5']],
  ['The mass is 1,000 g.', 'a mass of 100 g', ['1,000']],
  ['It shrinks by 3–7 %.', 'by 3-5 %', ['7']],
  ['It is valid until 2025-01-05.', 'until 2024-01-05', ['2025']],
  ['The width is 5 mm.', 'a width of 5 cm', ['5']],
  ['หดตัว ๔ เปอร์เซ็นต์', 'shrinks by 3%', ['4']],
  ['縮水率為４％。', '縮水百分之三', ['4']],
  ['It follows ISO 13934-2.', 'ISO 13934-1, method 2', ['ISO 13934-2']],
  ['It follows ISO 1393.', 'ISO 13934-1', ['ISO 1393']],
  ['It follows ISO 105-C06:2010.', 'ISO 105-C06', ['ISO 105-C06:2010']],
  ['It is called "weft knitting".', 'known as warp knitting', ['weft knitting']],
  ['稱為「緯編」。', '經編針織物', ['緯編']],
  ['It is 4 % of 4 kg, or 160 g.', 'It is 4 % of 4 kg.', ['160']],
])('%j is not supported by %j', (statement, passage, missing) => {
  expect(findUnsupported(statement, [passage])).toEqual(missing)
})

describe('with several passages', () => {
  test('each figure has to stand in one of them', () => {
    expect(findUnsupported('Wool felts at 40 °C, and cotton at 60 °C.', ['Wool: 40 °C', 'Cotton: 60 °C'])).toEqual([])
    expect(findUnsupported('Wool felts at 40 °C, and cotton at 60 °C.', ['Wool: 40 °C', 'Cotton'])).toEqual(['60'])
  })
})
