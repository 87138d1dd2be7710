import { computeCosine } from './vectors.ts'

/** A cosine above which two chunks say the same. */
const duplicateCosine = 0.98

export type DuplicateCandidate = {
  /** Of the chunk's text. */
  readonly hash: string
  /** Null in a collection without an embedding model. */
  readonly vector: Float32Array | null
  /** When its source was added; the newest of several is cited. */
  readonly addedAt: Date
}

/** A hit, and those that say the same. */
export type CollapsedHit<Hit> = { readonly hit: Hit; readonly duplicates: readonly Hit[] }

/**
 * Returns hits without those that repeat another: equal hashes, or a cosine above 0.98 with the best one of the repetition. The newest of
 * them stands where the best one was. Compares each with each, so `hits` should be no more than about 50.
 */
export function collapseDuplicates<Hit extends DuplicateCandidate>(hits: readonly Hit[]): CollapsedHit<Hit>[] {
  const groups: [Hit, ...Hit[]][] = []
  for (const hit of hits) {
    const group = groups.find(([best]) => isDuplicate(best, hit))
    if (group) group.push(hit)
    else groups.push([hit])
  }
  return groups.map((group) => {
    const hit = group.reduce((newest, other) => (other.addedAt > newest.addedAt ? other : newest))
    return { hit, duplicates: group.filter((other) => other !== hit) }
  })
}

function isDuplicate(a: DuplicateCandidate, b: DuplicateCandidate): boolean {
  if (a.hash === b.hash) return true
  return (
    a.vector !== null && b.vector !== null && a.vector.length === b.vector.length && computeCosine(a.vector, b.vector) > duplicateCosine
  )
}
