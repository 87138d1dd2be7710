export type Dice = () => number

/** Creates a deterministic generator of numbers from 0 to 1 (mulberry32, T. Ettinger, public domain). */
export function createDice(seed: number): Dice {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const first = Math.imul(state ^ (state >>> 15), state | 1)
    const second = first ^ (first + Math.imul(first ^ (first >>> 7), first | 61))
    return ((second ^ (second >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** Returns a number of the standard normal distribution (G. E. P. Box and M. E. Muller, 1958). */
export const rollNormal = (dice: Dice): number => Math.sqrt(-2 * Math.log(1 - dice())) * Math.cos(2 * Math.PI * dice())
