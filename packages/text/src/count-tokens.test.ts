import fc from 'fast-check'
import { countTokens as countWhole } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { countTokens } from './count-tokens.ts'

describe('counting tokens', () => {
  test('counts as the o200k encoding does', () => {
    expect(countTokens('')).toBe(0)
    expect(countTokens('hello world')).toBe(2)
    expect(countTokens('棉布的縮水率如何測試？')).toBeGreaterThan(5)
  })

  test('takes the mark of a special token as the text it is', () => {
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1)
  })

  test('is linear on a long run without a boundary', () => {
    const count = (characters: number) => countTokens('a'.repeat(characters))
    // Cut at 500, each piece has a half token of eight letters more.
    expect(count(200_000)).toBe(400 * count(500))
    expect(count(400_000)).toBe(2 * count(200_000))
  })

  test('counts a text with spaces as if it were not cut', () => {
    const text = 'Cotton shrinks when it is washed. '.repeat(1_000)
    expect(countTokens(text)).toBe(countWhole(text))
  })

  test('differs by at most a few tokens a piece from counting the whole, wherever the pieces are cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), (offset) => {
        const text = 'x '.repeat(offset) + 'Cotton shrinks 😀 when it is washed. 棉布會縮水。'.repeat(150)
        const cuts = Math.floor(text.length / 2_000)
        expect(Math.abs(countTokens(text) - countWhole(text))).toBeLessThanOrEqual(cuts * 3)
      }),
      { numRuns: 20 },
    )
  })
})
