// An edit conflict: another user saved the same entity meanwhile. Finds the differences and merges the two versions.
import { collectLeaves, type Values, setLeaf } from './paths.ts'

export type Difference = { path: string; mine: unknown; theirs: unknown }

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Returns the fields whose values differ between the form and the saved entity, without the revision. */
export function findDifferences(mine: Values, theirs: Values): Difference[] {
  const ours = collectLeaves(mine)
  const now = collectLeaves(theirs)
  return [...new Set([...ours.keys(), ...now.keys()])]
    .filter((path) => path !== 'revision' && !isSame(ours.get(path), now.get(path)))
    .map((path) => ({ path, mine: ours.get(path), theirs: now.get(path) }))
}

/** Returns their values with my changes since `base` applied. */
export function keepMine<V extends Values>(base: V, mine: V, theirs: V): V {
  return findDifferences(mine, base).reduce<Values>((merged, { path, mine: leaf }) => setLeaf(merged, path, leaf), theirs) as V
}
