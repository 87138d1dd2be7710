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
