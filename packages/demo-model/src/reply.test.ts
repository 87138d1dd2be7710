import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitTokens } from './reply.ts'

test('the joined tokens are the text, and each token is short and not empty', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom('布', 'か', 'ผ้', 'ộ', ' ', '\n', '|', '😀'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
  })
  fc.assert(
    fc.property(text, (whole) => {
      const tokens = splitTokens(whole)
      expect(tokens.join('')).toBe(whole)
      expect(tokens.every((token) => token.length > 0)).toBe(true)
    }),
  )
})
