// What becomes of a draft that was not saved, when the workflow is opened again.
import type { Draft } from '../graph/draft.ts'
import { hasSameGraph, mergeDrafts } from '../graph/merge.ts'
import type { DraftConflict, DraftCopy, SavedDraft } from './draft-saver.ts'

/**
 * Returns the draft to go on with. What was saved since the copy began is part of it; where both changed the graph, `conflict` has the
 * three versions.
 */
export function restoreCopy({ base, draft }: DraftCopy, saved: SavedDraft): { draft: Draft; conflict: DraftConflict | null } {
  if (base.revision === saved.revision) return { draft, conflict: null }
  const isSame = hasSameGraph(base.draft, saved.draft) || hasSameGraph(draft, saved.draft)
  if (!isSame) return { draft, conflict: { base, mine: draft, theirs: saved } }
  return { draft: mergeDrafts(base.draft, draft, saved.draft), conflict: null }
}
