import { expect, test } from 'vitest'
import { showTotp } from '../../../../test/application/authenticator.ts'
import { findTotpStep, generateTotpSecret } from './totp.ts'

/** RFC 6238, appendix B: the key `12345678901234567890`, and the last six digits of the codes with SHA-1. */
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of RFC 6238 at second %i is %s', (seconds, code) => {
  const at = new Date(seconds * 1_000)
  expect(findTotpStep(key, code, at, null)).toBe(Math.floor(seconds / 30))
  expect(showTotp(key, at)).toBe(code)
})

test('a code is good for its step and for one either way, and for none of a step that was used or is before it', () => {
  const secret = generateTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const step = 60_000_000
  const code = showTotp(secret, new Date(step * 30_000))
  const found = (seconds: number, lastStep: number | null = null) =>
    findTotpStep(secret, code, new Date(step * 30_000 + seconds * 1_000), lastStep)
  expect([-31, -30, -1, 0, 29, 30, 59, 60].map((seconds) => found(seconds))).toEqual([null, step, step, step, step, step, step, null])
  expect([step - 1, step, step + 1].map((lastStep) => found(0, lastStep))).toEqual([step, null, null])
})
