export type DuplicateCandidate = {
  readonly headingPath: readonly string[]
  readonly text: string
  /** When its source was added; the newest of several is cited. */
  readonly addedAt: Date
}

/** A hit, and those that say the same. */
export type CollapsedHit<Hit> = { readonly hit: Hit; readonly duplicates: readonly Hit[] }

/**
 * Returns hits without those that repeat another: the same text under the same headings, but for white space and the width of characters,
 * whatever the title of its source. The newest of them stands where the best one was. Nearness of vectors is no repetition: sentences that
 * differ in a number or a negation have a cosine above 0.98.
 */
export function collapseDuplicates<Hit extends DuplicateCandidate>(hits: readonly Hit[]): CollapsedHit<Hit>[] {
  return [...Map.groupBy(hits, toComparable).values()].map((group) => {
    const hit = group.reduce((newest, other) => (other.addedAt > newest.addedAt ? other : newest))
    return { hit, duplicates: group.filter((other) => other !== hit) }
  })
}

const toComparable = ({ headingPath, text }: DuplicateCandidate) =>
  [...headingPath, text].map((part) => part.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()).join('\n')
