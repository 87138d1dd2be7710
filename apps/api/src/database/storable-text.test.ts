import { describe, expect, test } from 'vitest'
import { toStorablePrefix, toStorableText } from './storable-text.ts'

describe('a text for the database', () => {
  test('has no NUL and no half of a character', () => {
    expect(toStorableText('a\0b\ud83d')).toBe('ab\ufffd')
  })

  test('that still grows is always a beginning of the next one', () => {
    const whole = 'warp 👩‍🔬 weft'
    for (let length = 0; length <= whole.length; length += 1) {
      expect(whole.startsWith(toStorablePrefix(whole.slice(0, length)))).toBe(true)
    }
  })
})
