import type { Workflow } from '@heddle/contracts/workflow/workflow'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useCallback, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftCopies } from '#entities/workflow/draft-copies.ts'
import { notify } from '#shared/notify/notify.ts'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'
import classes from './Builder.module.css'
import { BuilderDialogs, type OpenDialog } from './BuilderDialogs.tsx'
import { BuilderPanel, type Panel, useTestControl } from './BuilderPanel.tsx'
import { BuilderToolbar, type View } from './BuilderToolbar.tsx'
import { focusField } from './form/focus-field.ts'
import { preloadNodeForm } from './form/LazyNodeForm.tsx'
import { ClosedCopies } from './saving/ClosedCopies.tsx'
import type { DraftCopy } from './saving/draft-saver.ts'
import { restoreCopy } from './saving/restore-copy.ts'
import { toSavedDraft, useDraftSaving } from './saving/use-draft-saving.ts'
import { SavingStatus } from './SavingStatus.tsx'
import { TestStoreContext, useCreateTests } from './test-pane/run/use-tests.ts'
import type { TestFilesControl } from './test-pane/test-settings.ts'
import { useAdding } from './use-adding.ts'
import { BuilderProvider, useBuilderState } from './use-builder.tsx'
import { useBuilderKeys } from './use-builder-keys.ts'
import { useNodeActions } from './use-node-actions.ts'

const Outline = lazy(async () => ({ default: (await import('./Outline.tsx')).Outline }))
const Canvas = lazy(async () => ({ default: (await import('./canvas/Canvas.tsx')).Canvas }))

type BuilderProps = {
  workflow: Workflow
  copies: DraftCopies<DraftCopy>
  title: ReactNode
  /** The files of a test's questions. */
  renderFiles: TestFilesControl['render']
}

/** Edits the draft of a workflow on a canvas or as an outline. Mount a new one for each workflow. */
export function Builder({ workflow, copies, title, renderFiles }: BuilderProps) {
  const { t } = useTranslation('builder')
  const [initial] = useState(() => toSavedDraft(workflow))
  const [restored] = useState(() => copies.own && restoreCopy(copies.own, initial))
  const builder = useBuilderState(restored?.draft ?? initial.draft)
  const { draft, replace, select, inspected } = builder
  const { saver, status, conflict, error } = useDraftSaving({
    workflow,
    saved: initial,
    copyKey: copies.key,
    conflict: restored?.conflict ?? null,
    draft,
    onMerged: replace,
  })
  const isPhone = useMediaQuery('(max-width: 59.99em)', false, { getInitialValueInEffect: false })
  const [view, setView] = useState<View>('canvas')
  const [panel, setPanel] = useState<Panel | null>(null)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const tests = useCreateTests(workflow.id)
  const test = useTestControl(renderFiles)
  const root = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const isOutline = isPhone || view === 'outline'

  const announceRestored = useEffectEvent(() => notify({ message: t('saving.restored') }))
  useEffect(() => {
    if (restored) announceRestored()
  }, [restored])

  /** Shows the settings of the selected node; beside a test, what it did stays. */
  const openForm = useCallback(() => setPanel((before) => (before === 'test' ? before : 'form')), [])

  const showForm = useCallback(() => setPanel('form'), [])
  const adding = useAdding(builder, showForm)
  const askToPaste = useCallback(() => setDialog({ kind: 'paste' }), [])
  const askToMove = useCallback((node: GraphNode) => setDialog({ kind: 'move', node }), [])
  const { actions, pasteText } = useNodeActions(builder, { onAdd: adding.ask, onMove: askToMove, onPaste: askToPaste })
  const handleKey = useBuilderKeys(builder, { actions, pasteText, root, search })

  const open = useCallback(
    (nodeId: string, field?: string) => {
      select([nodeId])
      setPanel('form')
      document.getElementById(`outline-${nodeId}`)?.scrollIntoView({ block: 'center' })
      if (field !== undefined) focusField(nodeId, field)
    },
    [select],
  )

  async function restoreClosed(copy: DraftCopy): Promise<boolean> {
    // The comparison is with what is saved: what is open here has to be.
    if ((await saver.save()) === null) return false
    const { draft: next, conflict: found } = restoreCopy(copy, saver.read().saved)
    if (found) saver.compare(found)
    else replace(next)
    return true
  }

  // A form is costly to mount: the node of a click is shown selected before.
  const shownId = useDeferredValue(inspected?.id)
  const shown = draft.graph.nodes.find(({ id }) => id === shownId)
  // Settings without a node leave, and come back with the next one that is opened: a box that is drawn over nodes opens none.
  if (panel === 'form' && !inspected) setPanel(null)
  const hasPanel = panel !== null && !(panel === 'form' && isPhone)

  return (
    <BuilderProvider builder={builder}>
      <TestStoreContext value={tests}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the fields inside bubble to here */}
        <div ref={root} className={classes.builder} role="group" aria-label={t('page.title')} onKeyDown={handleKey}>
          <header className={classes.header}>
            {title}
            <SavingStatus status={status} error={error} onRetry={() => void saver.save()} />
            <BuilderToolbar
              workflowId={workflow.id}
              isPhone={isPhone}
              search={search}
              view={view}
              onView={setView}
              panel={panel}
              onPanel={setPanel}
              onOpen={open}
              isUnchanged={!workflow.has_changes && status === 'saved'}
              onPublish={() => setDialog({ kind: 'publish' })}
            />
          </header>
          <ClosedCopies copies={copies.closed} onRestore={restoreClosed} />
          <div className={classes.body} data-canvas={!isOutline || undefined} data-panel={hasPanel || undefined}>
            {/* Loads the form of a node before one is chosen. */}
            <div className={classes.view} hidden={isPhone && panel === 'test'} onPointerEnter={preloadNodeForm} onFocus={preloadNodeForm}>
              <Suspense fallback={<PageLoader />}>
                {isOutline ? (
                  <Outline actions={actions} isInline={isPhone} onOpen={openForm} />
                ) : (
                  <Canvas actions={actions} onAdd={adding.add} onOpen={openForm} />
                )}
              </Suspense>
            </div>
            {hasPanel && (
              <BuilderPanel
                panel={panel}
                shown={shown}
                workflow={workflow}
                test={test}
                isPhone={isPhone}
                floats={!isOutline}
                onOpen={open}
                save={() => saver.save()}
                onClose={() => setPanel(null)}
              />
            )}
          </div>
        </div>
        <BuilderDialogs
          workflowId={workflow.id}
          adding={adding.dialog}
          opened={dialog}
          onClose={() => setDialog(null)}
          pasteText={pasteText}
          save={() => saver.save()}
          conflict={conflict}
          onResolve={(merged) => {
            saver.resolve(merged)
            replace(merged)
          }}
        />
      </TestStoreContext>
    </BuilderProvider>
  )
}
