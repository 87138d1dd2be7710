import { describe, expect, test } from 'vitest'
import { measureComplete, toStorableText } from './storable-text.ts'

describe('a text for the database', () => {
  test('has no NUL and no half of a character', () => {
    expect(toStorableText('a\0b\ud83d')).toBe('ab\ufffd')
  })

  test('can be stored in parts as it grows', () => {
    const whole = 'warp 👩‍🔬 weft'
    for (let length = 0; length <= whole.length; length += 1) {
      const end = measureComplete(whole.slice(0, length))
      expect(toStorableText(whole.slice(0, end)) + toStorableText(whole.slice(end))).toBe(whole)
    }
  })
})
