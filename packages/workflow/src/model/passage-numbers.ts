// The numbers of the passages of a run: its nodes find passages independently, and a reply cites each by its number alone.
import type { Passage } from './passage.ts'

/**
 * Returns what gives a passage its number by its id: the same wherever it is found again, else the lowest that is free, from 1. The
 * `known` ones keep theirs, since texts of an earlier run cite them; of two with the same number only the first does.
 */
export function createPassageNumbers(known: readonly Passage[]): (id: string) => number {
  const numbers = new Map<string, number>()
  const used = new Set<number>()
  for (const { id, number } of known) {
    if (!used.has(number)) numbers.set(id, number)
    used.add(number)
  }
  let last = 0
  return (id) => {
    const before = numbers.get(id)
    if (before !== undefined) return before
    do last += 1
    while (used.has(last))
    numbers.set(id, last)
    return last
  }
}
