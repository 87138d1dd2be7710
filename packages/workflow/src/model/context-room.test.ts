import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateTokens } from './context-room.ts'

test('a token is estimated as three bytes of UTF-8', () => {
  expect(['', 'silk', 'lụa', '絲綢', 'ผ้าไหม', '🧵'].map(estimateTokens)).toEqual([0, 2, 2, 2, 6, 2])
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(estimateTokens(text)).toBe(Math.ceil(Buffer.byteLength(text) / 3))
    }),
  )
})
