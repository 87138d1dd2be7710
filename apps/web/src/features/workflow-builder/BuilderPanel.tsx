import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { CloseButton, Loader, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CrashBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import classes from './Builder.module.css'
import { LazyNodeForm } from './form/LazyNodeForm.tsx'
import { ProblemList } from './ProblemList.tsx'
import { defaultTestSettings, type TestFilesControl, type TestPanelProps } from './test-pane/test-settings.ts'
import { useBuilder } from './use-builder.tsx'
import { useWords } from './use-words.ts'

// Loaded on demand: a builder opens without a panel.
const VersionsPanel = lazy(async () => ({ default: (await import('./versions/VersionsPanel.tsx')).VersionsPanel }))
const GatePanel = lazy(async () => ({ default: (await import('./gate/GatePanel.tsx')).GatePanel }))
const TestPanel = lazy(async () => ({ default: (await import('./test-pane/TestPanel.tsx')).TestPanel }))

export type Panel = 'form' | 'problems' | 'versions' | 'gate' | 'test'

/** Returns what the next test is asked with, kept while another panel is open. */
export function useTestControl(renderFiles: TestFilesControl['render']): Pick<TestPanelProps, 'settings' | 'onChange' | 'files'> {
  const [settings, onChange] = useState(defaultTestSettings)
  const [files, onFilesChange] = useState<TestFilesControl['files']>([])
  return { settings, onChange, files: { render: renderFiles, files, onChange: onFilesChange } }
}

type BuilderPanelProps = {
  panel: Panel
  /** The node whose form is open: the inspected one, a moment later. */
  shown: GraphNode | undefined
  workflow: TestPanelProps['workflow']
  test: ReturnType<typeof useTestControl>
  isPhone: boolean
  /** Whether it floats over the canvas. */
  floats: boolean
  onOpen: (nodeId: string, field?: string) => void
  /** Saves the draft that the user sees; returns its revision, null when it could not be saved. */
  save: () => Promise<number | null>
  onClose: () => void
}

/** The form of a node, the problems, the versions, the conditions or the test, beside the workflow. */
export function BuilderPanel({ panel, shown, workflow, test, isPhone, floats, onOpen, save, onClose }: BuilderPanelProps) {
  const { t } = useTranslation('builder')
  const { t: tTest } = useTranslation('testing')
  const { formatTitle } = useWords()
  const { inspected, problems } = useBuilder()
  const isTesting = panel === 'test'
  const labels: Readonly<Record<Panel, string>> = {
    form: inspected ? formatTitle(inspected) : t('form.title'),
    problems: t('problem.title'),
    versions: t('versions.title'),
    gate: t('gate.title'),
    test: tTest('title'),
  }
  return (
    <aside
      className={classes.panel}
      aria-label={labels[panel]}
      data-floats={floats ? 'end' : undefined}
      data-testing={isTesting || undefined}
      data-only={(isTesting && isPhone) || undefined}
      data-wide={(isTesting && !isPhone && test.settings.compared !== undefined) || undefined}
    >
      <div className={classes.panelHeader}>
        <Text fw={600} lineClamp={1}>
          {labels[panel]}
        </Text>
        <CloseButton aria-label={t('panel.close')} onClick={onClose} />
      </div>
      <CrashBoundary resetKeys={[panel, inspected?.id]}>
        <Suspense fallback={<Loader size="sm" />}>
          {panel === 'problems' && <ProblemList problems={problems} onOpen={onOpen} />}
          {panel === 'versions' && <VersionsPanel workflowId={workflow.id} latest={workflow.published_version?.number ?? null} />}
          {panel === 'gate' && <GatePanel workflowId={workflow.id} save={save} />}
          {isTesting && <TestPanel workflow={workflow} {...test} onOpen={onOpen} />}
          {panel === 'form' && shown && <LazyNodeForm node={shown} />}
        </Suspense>
      </CrashBoundary>
    </aside>
  )
}
