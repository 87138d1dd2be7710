import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { type ComponentProps, lazy, Suspense } from 'react'
import { OverlayBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import { listExits } from './graph/exits.ts'
import type { CompareDialog as ComparePart } from './CompareDialog.tsx'
import type { useAdding } from './use-adding.ts'
import { useBuilder } from './use-builder.tsx'

const AddDialog = lazy(async () => ({ default: (await import('./NodeDialogs.tsx')).AddDialog }))
const MoveDialog = lazy(async () => ({ default: (await import('./NodeDialogs.tsx')).MoveDialog }))
const PasteDialog = lazy(async () => ({ default: (await import('./NodeDialogs.tsx')).PasteDialog }))
const PublishDialog = lazy(async () => ({ default: (await import('./PublishDialog.tsx')).PublishDialog }))
const CompareDialog = lazy(async () => ({ default: (await import('./CompareDialog.tsx')).CompareDialog }))

/** The dialog that a user has opened. */
export type OpenDialog = { kind: 'paste' } | { kind: 'publish' } | { kind: 'move'; node: GraphNode }

type BuilderDialogsProps = {
  workflowId: string
  adding: ReturnType<typeof useAdding>['dialog']
  opened: OpenDialog | null
  onClose: () => void
  pasteText: (text: string) => boolean
  /** Saves the draft that the user sees; returns its revision, null when it could not be saved. */
  save: () => Promise<number | null>
  conflict: ComponentProps<typeof ComparePart>['conflict'] | null
  onResolve: ComponentProps<typeof ComparePart>['onResolve']
}

/** The dialogs over the builder, each loaded with its first opening. */
export function BuilderDialogs({ workflowId, adding, opened, onClose, pasteText, save, conflict, onResolve }: BuilderDialogsProps) {
  const { run } = useBuilder()
  const { wasAsked, ...addDialog } = adding

  function move(node: GraphNode, after: Parameters<ComponentProps<typeof MoveDialog>['onMove']>[0]) {
    const [exit] = listExits(node)
    run({ type: 'move_after', id: node.id, after, ...(exit !== undefined && { exit }) })
    onClose()
  }

  return (
    <>
      <OverlayBoundary isOpen={addDialog.isOpen} opening={addDialog.isOpen} onClose={addDialog.onClose}>
        <Suspense>{wasAsked && <AddDialog {...addDialog} />}</Suspense>
      </OverlayBoundary>
      <OverlayBoundary isOpen={opened !== null} opening={opened} onClose={onClose}>
        <Suspense>
          {opened?.kind === 'paste' && <PasteDialog onPaste={pasteText} onClose={onClose} />}
          {opened?.kind === 'publish' && <PublishDialog workflowId={workflowId} save={save} onClose={onClose} />}
          {opened?.kind === 'move' && <MoveDialog node={opened.node} onMove={(after) => move(opened.node, after)} onClose={onClose} />}
        </Suspense>
      </OverlayBoundary>
      {/* A conflict stays, and its dialog is loaded again with the next one that a save finds. */}
      <OverlayBoundary isOpen={conflict !== null} opening={conflict} onClose={() => {}}>
        <Suspense>{conflict && <CompareDialog conflict={conflict} onResolve={onResolve} />}</Suspense>
      </OverlayBoundary>
    </>
  )
}
