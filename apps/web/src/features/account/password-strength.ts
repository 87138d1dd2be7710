// A rough estimate of how hard a password is to guess: advice while typing, not a rule. The rules are in the contract.
import { limits } from '@heddle/contracts/limits'

export const strengths = ['short', 'weak', 'fair', 'good', 'strong'] as const
export type Strength = (typeof strengths)[number]

const alphabets: [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^\0-\x7F]/u, 100],
]

/** Returns the number of characters that neither repeat the previous one nor continue a sequence ("abcd", "4321"). */
function countInformativeCharacters(password: string): number {
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0)
  return codes.filter((code, index) => {
    const step = code - (codes[index - 1] ?? Number.NaN)
    const stepBefore = (codes[index - 1] ?? Number.NaN) - (codes[index - 2] ?? Number.NaN)
    return step !== 0 && !(Math.abs(step) === 1 && step === stepBefore)
  }).length
}

/** Returns the strength of a password. `known` are the user's names and addresses, which an attacker tries first. */
export function measureStrength(password: string, known: readonly string[] = []): Strength {
  if (password.length < limits.passwordCharacters.min) return 'short'
  const lower = password.toLowerCase()
  const rest = known.reduce((text, word) => (word.length > 2 ? text.replaceAll(word.toLowerCase(), '') : text), lower)
  const size = alphabets.reduce((sum, [pattern, count]) => sum + (pattern.test(password) ? count : 0), 0)
  const kinds = new Set(rest).size
  const bits = Math.min(countInformativeCharacters(rest), kinds * 2) * Math.log2(Math.max(size, 2))
  if (bits < 45) return 'weak'
  if (bits < 70) return 'fair'
  return bits < 95 ? 'good' : 'strong'
}
