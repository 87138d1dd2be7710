// An edit conflict: another user saved the same entity meanwhile. Finds what differs and merges the two.
import { collectLeaves, type Values, withLeaf } from './paths.ts'

export type Difference = { path: string; mine: unknown; theirs: unknown }

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What stands otherwise in the form than on the service now. The revision is no field. */
export function findDifferences(mine: Values, theirs: Values): Difference[] {
  const ours = collectLeaves(mine)
  const now = collectLeaves(theirs)
  return [...new Set([...ours.keys(), ...now.keys()])]
    .filter((path) => path !== 'revision' && !isSame(ours.get(path), now.get(path)))
    .map((path) => ({ path, mine: ours.get(path), theirs: now.get(path) }))
}

/** Theirs, with what was changed here since `base` on top. */
export function keepMine<V extends Values>(base: V, mine: V, theirs: V): V {
  return findDifferences(mine, base).reduce<Values>((merged, { path, mine: leaf }) => withLeaf(merged, path, leaf), theirs) as V
}
