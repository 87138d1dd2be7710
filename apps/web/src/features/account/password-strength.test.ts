import { expect, test } from 'vitest'
import { measureStrength } from './password-strength.ts'

test.each([
  ['Short1!', 'short'],
  ['aaaaaaaaaaaa', 'weak'],
  ['abcdefghijkl', 'weak'],
  ['1234567890', 'weak'],
  ['member-heddle', 'weak'],
  ['loom warp 27', 'fair'],
  ['woolen shuttle 48', 'good'],
  ['Shuttle, warp & weft of 1887', 'strong'],
])('%s is %s', (password, expected) => {
  expect(measureStrength(password, ['member', 'heddle'])).toBe(expected)
})
