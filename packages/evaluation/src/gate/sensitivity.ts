// What an evaluation set can see: how often the tolerance of the gate catches a loss, and how often it blocks a version that is as good.
import table from './sensitivity.json' with { type: 'json' }

export type Sensitivity = {
  /** Of the set-up that was simulated. */
  readonly rows: number
  readonly repeats: number
  /** The shares of comparisons that are blocked: of equal versions, of a loss of 5 points, and of 10. */
  readonly blockedEqual: number
  readonly caught5: number
  readonly caught10: number
}

/** The set-ups with their shares, written by `testing/make-sensitivity.ts`. */
export const sensitivities: readonly Sensitivity[] = table

/** Returns what a set with so many rows and repeats can see at least: the largest set-up that is not larger; null below all of them. */
export const findSensitivity = (rows: number, repeats: number): Sensitivity | null =>
  sensitivities.findLast((each) => each.rows <= rows && each.repeats <= repeats) ?? null

/** Loss that the table was simulated with, and the tolerance that it was compared with, in points. */
const simulatedLoss = 10
const tolerance = 5
/** The share of comparisons that the table cannot tell from all of them: it has 500 of each set-up. */
const maxShare = 0.998

/**
 * Returns the loss that nine in ten comparisons of so many rows and repeats show, in points, rounded up; null below 20 rows. The mean change is
 * taken as normal, with the deviation by which so many losses of 10 points were caught.
 */
export function findVisibleLoss(rows: number, repeats: number): number | null {
  const sensitivity = findSensitivity(rows, repeats)
  if (!sensitivity) return null
  const deviation = (simulatedLoss - tolerance) / findQuantile(Math.min(sensitivity.caught10, maxShare))
  return Math.ceil(tolerance + findQuantile(0.9) * deviation)
}

/** Returns where the distribution function of the standard normal distribution has a share above one half. */
function findQuantile(share: number): number {
  let [low, high] = [0, 8]
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2
    if (computeNormal(middle) < share) low = middle
    else high = middle
  }
  return high
}

/** Formula 26.2.17 of Abramowitz and Stegun, of positive values; its error is below 7.5e-8. */
function computeNormal(value: number): number {
  const t = 1 / (1 + 0.2316419 * value)
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp(-(value ** 2) / 2) / Math.sqrt(2 * Math.PI)) * tail
}
