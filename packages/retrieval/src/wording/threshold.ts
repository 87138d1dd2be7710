// Where to put the threshold from which on an approved answer is given.

/** The nearest answer to a question of a test, and whether it is the expected one. */
export type TestedMatch = { readonly score: number; readonly isRight: boolean }

export type ThresholdCount = { readonly threshold: number; readonly right: number; readonly wrong: number }

/** A wrong approved answer costs as much as so many right ones that are left to the model. */
const costOfWrong = 10
const from = 0.3
const step = 0.02
const steps = 36

/** Returns how many right and wrong answers each threshold from 0.3 to 1 gives, 0.02 apart. */
export const countByThreshold = (matches: readonly TestedMatch[]): ThresholdCount[] =>
  Array.from({ length: steps }, (_, at) => {
    const threshold = Math.round((from + at * step) * 100) / 100
    const given = matches.filter(({ score }) => score >= threshold)
    const right = given.filter(({ isRight }) => isRight).length
    return { threshold, right, wrong: given.length - right }
  })

/**
 * Returns the threshold with the most right answers less ten times the wrong ones, of several the middle one; null when none has more of
 * these than nothing. Where they begin with the lowest threshold, no wrong answer bounds them from below: it is the highest of them.
 */
export function proposeThreshold(counts: readonly ThresholdCount[]): number | null {
  const gain = ({ right, wrong }: ThresholdCount) => right - costOfWrong * wrong
  const best = Math.max(0, ...counts.map(gain))
  const equal = counts.filter((count) => gain(count) === best)
  const proposed = equal[0] === counts[0] ? equal.at(-1) : equal[Math.floor(equal.length / 2)]
  return best > 0 ? (proposed?.threshold ?? null) : null
}
