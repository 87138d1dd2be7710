import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toTextKey } from './text-key.ts'

test.each([
  ['Cotton', 'ＣＯＴＴＯＮ'],
  ['棉織物', '棉织物'],
  ['ポリエステル', 'ﾎﾟﾘｴｽﾃﾙ'],
  ['  Ne\u3000 30 ', 'ne 30'],
  ['พ.ศ. ๒๕๖๗', 'พ.ศ. 2567'],
  ['co\u00adtton\u200b', 'cotton'],
])('%s and %s are one value', (a, b) => {
  expect(toTextKey(a)).toBe(toTextKey(b))
})

test.each([
  ['vải', 'vai'],
  ['1 2', '12'],
  ['nylon 6', 'nylon 66'],
])('%s and %s are two', (a, b) => {
  expect(toTextKey(a)).not.toBe(toTextKey(b))
})

test('a text in plain letters has the same key beside others', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), (text) => {
      const word = `x${text}x`
      expect(toTextKey(`${word} 絲`)).toBe(`${toTextKey(word)} 丝`)
    }),
  )
})
