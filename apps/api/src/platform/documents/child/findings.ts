// Collects what could not be read of a file as it stands.
import type { FindingKind, ReadingFinding } from '@heddle/contracts/document/reading'

export type Findings = ReturnType<typeof createFindings>

type Position = { readonly page?: number; readonly at?: string }

const maxPositionCharacters = 200

/** Returns an empty collection; of each kind it keeps the count, and the first place. */
export function createFindings() {
  const found = new Map<FindingKind, ReadingFinding>()

  return {
    add(kind: FindingKind, { page, at }: Position = {}, count = 1) {
      const known = found.get(kind)
      const first = page === undefined && at === undefined ? null : { page: page ?? null, at: at?.slice(0, maxPositionCharacters) ?? null }
      found.set(kind, known ? { ...known, count: known.count + count } : { kind, count, first })
    },
    list: (): ReadingFinding[] => [...found.values()],
  }
}
