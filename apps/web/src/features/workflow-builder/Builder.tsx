import type { Workflow } from '@heddle/contracts/workflow/workflow'
import type { WorkflowNodeType } from '@heddle/contracts/workflow/workflow-graph'
import { createNode } from '@heddle/workflow/graph/new-node'
import type { GraphNode } from '@heddle/workflow/graph/graph'
import { ActionIcon, CloseButton, SegmentedControl, Text, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconHistory,
  IconList,
  IconPlayerPlay,
  IconSitemap,
} from '@tabler/icons-react'
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#shared/notify/notify.ts'
import { isField, isMac, singleKeys } from '#shared/shortcuts/shortcuts.ts'
import { CrashBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import classes from './Builder.module.css'
import { CompareDialog } from './CompareDialog.tsx'
import { focusField } from './form/focus-field.ts'
import { NodeForm } from './form/NodeForm.tsx'
import { copyNodes } from './graph/clipboard.ts'
import { createNodeId, type Exit, type Position } from './graph/draft.ts'
import { listExits } from './graph/exits.ts'
import { AddDialog, MoveDialog, PasteDialog } from './NodeDialogs.tsx'
import { NodeSearch } from './NodeSearch.tsx'
import { Outline } from './Outline.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { ProblemList } from './ProblemList.tsx'
import type { DraftCopies } from '#entities/workflow/draft-copies.ts'
import { ClosedCopies } from './saving/ClosedCopies.tsx'
import type { DraftCopy } from './saving/draft-saver.ts'
import { restoreCopy } from './saving/restore-copy.ts'
import { SavingStatus } from './SavingStatus.tsx'
import { toSavedDraft, useDraftSaving } from './saving/use-draft-saving.ts'
import { defaultTestSettings, type TestFilesControl } from './test-pane/test-settings.ts'
import { TestPanel } from './test-pane/TestPanel.tsx'
import { useCreateTests } from './test-pane/run/use-tests.ts'
import { BuilderProvider, useBuilderState } from './use-builder.tsx'
import { useNodeActions } from './use-node-actions.ts'
import { useWords } from './use-words.ts'
import { VersionsPanel } from './versions/VersionsPanel.tsx'

const Canvas = lazy(async () => ({ default: (await import('./canvas/Canvas.tsx')).Canvas }))

type BuilderProps = {
  workflow: Workflow
  copies: DraftCopies<DraftCopy>
  title: ReactNode
  /** The files of a test's questions. */
  renderFiles: TestFilesControl['render']
}

type Panel = 'form' | 'problems' | 'versions' | 'test'

/** Edits the draft of a workflow on a canvas or as an outline. Mount a new one for each workflow. */
export function Builder({ workflow, copies, title, renderFiles }: BuilderProps) {
  const { t } = useTranslation('builder')
  const { t: tTest } = useTranslation('testing')
  const { formatTitle } = useWords()
  const [initial] = useState(() => toSavedDraft(workflow))
  const [restored] = useState(() => copies.own && restoreCopy(copies.own, initial))
  const builder = useBuilderState(restored?.draft ?? initial.draft)
  const { draft, readDraft, run, replace, undo, redo, selected, select, inspected, problems } = builder
  const { saver, status, conflict, error } = useDraftSaving({
    workflow,
    saved: initial,
    copyKey: copies.key,
    conflict: restored?.conflict ?? null,
    draft,
    onMerged: replace,
  })
  const isPhone = useMediaQuery('(max-width: 59.99em)', false, { getInitialValueInEffect: false })
  const [view, setView] = useState<'canvas' | 'outline'>('canvas')
  const [panel, setPanel] = useState<Panel | null>(null)
  const [adding, setAdding] = useState<{ after: Exit | null } | null>(null)
  const [moving, setMoving] = useState<GraphNode | null>(null)
  const [isPasting, setIsPasting] = useState(false)
  const [isPublishing, setIsPublishing] = useState(false)
  const tests = useCreateTests(workflow.id)
  const [testSettings, setTestSettings] = useState(defaultTestSettings)
  const [testFiles, setTestFiles] = useState<TestFilesControl['files']>([])
  const added = useRef<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const hasErrors = problems.some(({ severity }) => severity === 'error')
  const isUnchanged = !workflow.has_changes && status === 'saved'
  const isOutline = isPhone || view === 'outline'
  const isTesting = panel === 'test'

  const announceRestored = useEffectEvent(() => notify({ message: t('saving.restored') }))
  useEffect(() => {
    if (restored) announceRestored()
  }, [restored])

  const add = useCallback(
    (type: WorkflowNodeType, after: Exit | null, position?: Position) => {
      const { nodes } = readDraft().graph
      const id = createNodeId(type, new Set(nodes.map((node) => node.id)))
      const name = t(`type.${type}`)
      const sameType = nodes.filter((node) => node.type === type).length
      const node = createNode(type, id, sameType === 0 ? name : `${name} ${sameType + 1}`)
      const [exit] = listExits(node)
      run({ type: 'add', node, ...(position && { position }), ...(after && { after }), ...(exit !== undefined && { exit }) })
      setAdding(null)
      select([id])
      setPanel('form')
      focusField(id, 'title')
      added.current = id
    },
    [t, readDraft, run, select],
  )
  /** A dialog gives the focus back when it closes: that of an added node goes to its form after that. */
  function focusAdded() {
    if (added.current !== null) focusField(added.current, 'title')
  }
  /** Shows the settings of the selected node; beside a test, what it did stays. */
  const openForm = useCallback(() => setPanel((before) => (before === 'test' ? before : 'form')), [])

  const askToAdd = useCallback((after: Exit | null) => {
    added.current = null
    setAdding({ after })
  }, [])
  const askToPaste = useCallback(() => setIsPasting(true), [])
  const { actions, pasteText } = useNodeActions(builder, { onAdd: askToAdd, onMove: setMoving, onPaste: askToPaste })

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

  function handleKey(event: KeyboardEvent) {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const key = event.key.toLowerCase()
    const isTyping = isField(event.target)
    const hasOwnUndo = isTyping && !isDraftField(event.target)
    if (isMac() ? event.metaKey : event.ctrlKey) {
      if ((key === 'z' || key === 'y') && !hasOwnUndo) {
        event.preventDefault()
        if (key === 'y' || event.shiftKey) redo?.()
        else undo?.()
      } else if (key === 'f') {
        event.preventDefault()
        search.current?.focus()
      } else if (key === 'a' && !isTyping) {
        event.preventDefault()
        select(draft.graph.nodes.map(({ id }) => id))
      }
    } else if (key === '/' && !isTyping && singleKeys.areOn()) {
      event.preventDefault()
      search.current?.focus()
    } else if ((key === 'delete' || key === 'backspace') && !isTyping && !isTextSelected() && selected.size > 0) {
      event.preventDefault()
      actions.remove([...selected])
    }
  }

  const handleCopy = useEffectEvent((event: ClipboardEvent) => {
    if (isElsewhere(event, root.current) || selected.size === 0 || isTextSelected()) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', copyNodes(draft, selected))
    if (event.type === 'cut') actions.remove([...selected])
  })
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    if (!isElsewhere(event, root.current) && pasteText(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    for (const type of ['copy', 'cut'] as const) document.addEventListener(type, (event) => handleCopy(event), { signal })
    document.addEventListener('paste', (event) => handlePaste(event), { signal })
    return () => listening.abort()
  }, [])

  // A form is costly to mount: the node of a click is shown selected before.
  const shownId = useDeferredValue(inspected?.id)
  const shown = draft.graph.nodes.find(({ id }) => id === shownId)
  const formLabel = inspected ? formatTitle(inspected) : t('form.title')
  const panelLabel =
    panel === 'problems' ? t('problem.title') : panel === 'versions' ? t('versions.title') : isTesting ? tTest('title') : formLabel
  // Settings without a node leave, and come back with the next one that is opened: a box that is drawn over nodes opens none.
  if (panel === 'form' && !inspected) setPanel(null)
  const hasPanel = panel !== null && !(panel === 'form' && isPhone)

  return (
    <BuilderProvider builder={builder} tests={tests}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the fields inside bubble to here */}
      <div ref={root} className={classes.builder} role="group" aria-label={t('page.title')} onKeyDown={handleKey}>
        <header className={classes.header}>
          {title}
          <SavingStatus status={status} error={error} onRetry={() => void saver.save()} />
          <div className={classes.tools} role="toolbar" aria-label={t('toolbar')}>
            <Tool label={t('undo')} isOff={!undo} onClick={() => undo?.()}>
              <IconArrowBackUp size={20} aria-hidden />
            </Tool>
            <Tool label={t('redo')} isOff={!redo} onClick={() => redo?.()}>
              <IconArrowForwardUp size={20} aria-hidden />
            </Tool>
            <NodeSearch ref={search} onOpen={open} />
            {isPhone ? (
              <SegmentedControl
                size="xs"
                aria-label={t('view.label')}
                data={[
                  { value: 'outline', label: t('view.outline') },
                  { value: 'test', label: tTest('title') },
                ]}
                value={isTesting ? 'test' : 'outline'}
                onChange={(value) => setPanel(value === 'test' ? 'test' : 'form')}
              />
            ) : (
              <SegmentedControl
                size="xs"
                aria-label={t('view.label')}
                data={[
                  { value: 'canvas', label: <ViewLabel icon={<IconSitemap size={16} aria-hidden />} text={t('view.canvas')} /> },
                  { value: 'outline', label: <ViewLabel icon={<IconList size={16} aria-hidden />} text={t('view.outline')} /> },
                ]}
                value={view}
                onChange={(value) => setView(value === 'outline' ? 'outline' : 'canvas')}
              />
            )}
            <Tool
              label={t('problem.open', { count: problems.length })}
              isPressed={panel === 'problems'}
              onClick={() => setPanel(panel === 'problems' ? null : 'problems')}
            >
              <IconAlertTriangle size={20} aria-hidden />
              {problems.length > 0 && <span className={classes.count}>{problems.length}</span>}
            </Tool>
            <Tool
              label={t('versions.title')}
              isPressed={panel === 'versions'}
              onClick={() => setPanel(panel === 'versions' ? null : 'versions')}
            >
              <IconHistory size={20} aria-hidden />
            </Tool>
            {!isPhone && (
              <Tool label={tTest('title')} isPressed={isTesting} onClick={() => setPanel(isTesting ? null : 'test')}>
                <IconPlayerPlay size={20} aria-hidden />
              </Tool>
            )}
            <ReasonedButton
              size="xs"
              reason={hasErrors ? t('publish.hasErrors') : isUnchanged ? t('publish.unchanged') : null}
              onClick={() => setIsPublishing(true)}
            >
              {t('publish.action')}
            </ReasonedButton>
          </div>
        </header>
        <ClosedCopies copies={copies.closed} onRestore={restoreClosed} />
        <div className={classes.body} data-canvas={!isOutline || undefined} data-panel={hasPanel || undefined}>
          <div className={classes.view} hidden={isPhone && isTesting}>
            {isOutline ? (
              <Outline actions={actions} isInline={isPhone} onOpen={openForm} />
            ) : (
              <Suspense fallback={<PageLoader />}>
                <Canvas actions={actions} onAdd={add} onOpen={openForm} />
              </Suspense>
            )}
          </div>
          {hasPanel && (
            <aside
              className={classes.panel}
              aria-label={panelLabel}
              data-floats={isOutline ? undefined : 'end'}
              data-testing={isTesting || undefined}
              data-only={(isTesting && isPhone) || undefined}
              data-wide={(isTesting && !isPhone && testSettings.compared !== undefined) || undefined}
            >
              <div className={classes.panelHeader}>
                <Text fw={600} lineClamp={1}>
                  {panelLabel}
                </Text>
                <CloseButton aria-label={t('panel.close')} onClick={() => setPanel(null)} />
              </div>
              <CrashBoundary resetKeys={[panel, inspected?.id]}>
                {panel === 'problems' && <ProblemList problems={problems} onOpen={open} />}
                {panel === 'versions' && <VersionsPanel workflowId={workflow.id} latest={workflow.published_version?.number ?? null} />}
                {isTesting && (
                  <TestPanel
                    workflow={workflow}
                    settings={testSettings}
                    onChange={setTestSettings}
                    files={{ render: renderFiles, files: testFiles, onChange: setTestFiles }}
                    onOpen={open}
                  />
                )}
                {panel === 'form' && shown && <NodeForm key={`${shown.id} ${shown.type}`} node={shown} />}
              </CrashBoundary>
            </aside>
          )}
        </div>
      </div>
      <AddDialog
        isOpen={adding !== null}
        onChoose={(type) => add(type, adding?.after ?? null)}
        onClose={() => setAdding(null)}
        onClosed={focusAdded}
      />
      {isPasting && <PasteDialog onPaste={pasteText} onClose={() => setIsPasting(false)} />}
      {isPublishing && <PublishDialog workflowId={workflow.id} save={() => saver.save()} onClose={() => setIsPublishing(false)} />}
      {moving && (
        <MoveDialog
          node={moving}
          onMove={(after) => {
            const [exit] = listExits(moving)
            run({ type: 'move_after', id: moving.id, after, ...(exit !== undefined && { exit }) })
            setMoving(null)
          }}
          onClose={() => setMoving(null)}
        />
      )}
      {conflict && (
        <CompareDialog
          conflict={conflict}
          onResolve={(merged) => {
            saver.resolve(merged)
            replace(merged)
          }}
        />
      )}
    </BuilderProvider>
  )
}

/** Whether what is typed in a field is part of the draft at once: its undo is that of the draft. */
const isDraftField = (target: EventTarget) =>
  target instanceof Element && target.closest('[data-form-of]') !== null && !target.closest('[data-own-undo]')

/** To select nodes by a drag with Shift may select a line break beside the canvas, which is not shown. */
const isTextSelected = () => Boolean(window.getSelection()?.toString().trim())

/** Whether an event is not for the nodes. After a click on the canvas, that of the clipboard reaches the page itself. */
function isElsewhere({ target }: ClipboardEvent, root: HTMLElement | null): boolean {
  const isInside = target === document.body || (target instanceof Node && root?.contains(target))
  return !isInside || isField(target) || document.querySelector('[aria-modal="true"]') !== null
}

const ViewLabel = ({ icon, text }: { icon: ReactNode; text: string }) => (
  <span className={classes.viewLabel}>
    {icon}
    {text}
  </span>
)

type ToolProps = { label: string; isOff?: boolean; isPressed?: boolean; onClick: () => void; children: ReactNode }

function Tool({ label, isOff = false, isPressed, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={34}
        aria-label={label}
        aria-pressed={isPressed}
        aria-disabled={isOff || undefined}
        data-disabled={isOff || undefined}
        variant={isPressed ? 'light' : 'subtle'}
        onClick={(event) => (isOff ? event.preventDefault() : onClick())}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
