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
    const count = (characters: number) => countTokens('ก'.repeat(characters))
    expect(count(64_000)).toBe(32 * count(2_000))
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
