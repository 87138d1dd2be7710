import { getWorkflow, type Workflow } from '@heddle/contracts/workflow/workflow'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { keepDraftCopy } from '#entities/workflow/draft-copies.ts'
import { call } from '#shared/api/client.ts'
import { saveDraft } from '../builder.queries.ts'
import type { Draft } from '../graph/draft.ts'
import { type DraftConflict, DraftSaver, type SavedDraft, type SavingState } from './draft-saver.ts'

export const toSavedDraft = ({ graph, layout, revision }: Pick<Workflow, 'graph' | 'layout' | 'revision'>): SavedDraft => ({
  draft: { graph, layout },
  revision,
})

type DraftSaving = SavingState & {
  readonly saver: DraftSaver
}

type Options = {
  readonly workflow: Workflow
  /** What the server has. A draft that is this very object needs no saving. */
  readonly saved: SavedDraft
  /** The key of the tab's copy. */
  readonly copyKey: string
  /** The conflict of the copy that the page began with. */
  readonly conflict: DraftConflict | null
  readonly draft: Draft
  readonly onMerged: (draft: Draft) => void
}

/** Saves the draft as it changes. */
export function useDraftSaving({ workflow, saved, copyKey, conflict, draft, onMerged }: Options): DraftSaving {
  const queryClient = useQueryClient()
  const [saver] = useState(() => createSaver(queryClient, workflow.id, saved, copyKey, conflict, onMerged))
  const state = useSyncExternalStore(saver.subscribe, saver.read)

  useEffect(() => {
    saver.acceptRevision(toSavedDraft(workflow))
  }, [saver, workflow])
  useEffect(() => {
    saver.change(draft)
  }, [saver, draft])
  useEffect(() => {
    const stop = saver.start()
    return stop
  }, [saver])

  useEffect(() => {
    const handleUnload = (event: BeforeUnloadEvent) => {
      if (saver.isAtRisk()) event.preventDefault()
    }
    window.addEventListener('beforeunload', handleUnload)
    return () => window.removeEventListener('beforeunload', handleUnload)
  }, [saver])

  return { ...state, saver }
}

function createSaver(
  queryClient: QueryClient,
  id: string,
  current: SavedDraft,
  copyKey: string,
  conflict: DraftConflict | null,
  onMerged: (draft: Draft) => void,
): DraftSaver {
  const saver = new DraftSaver(current, {
    save: (draft, revision) => saveDraft(queryClient, id, draft, revision),
    load: async () => toSavedDraft((await call(getWorkflow, { params: { id } })).workflow),
    keep: (kept) => keepDraftCopy(copyKey, kept),
    onMerged,
  })
  if (conflict) saver.compare(conflict)
  return saver
}
