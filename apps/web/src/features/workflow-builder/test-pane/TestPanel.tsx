import { SegmentedControl, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadMarkdown } from '#shared/markdown/Markdown.tsx'
import { KeptRuns } from './kept/KeptRuns.tsx'
import { TestAnnouncer } from './TestAnnouncer.tsx'
import { TestAsking } from './TestAsking.tsx'
import classes from './TestPanel.module.css'
import type { TestPanelProps } from './test-settings.ts'

/** Asks the workflow questions, and shows what its nodes did; the runs are kept. */
export function TestPanel(props: TestPanelProps) {
  const { t } = useTranslation('testing')
  const [view, setView] = useState<'ask' | 'runs'>('ask')
  useEffect(() => void loadMarkdown(), [])
  return (
    <Stack gap="sm" className={classes.pane}>
      <SegmentedControl
        size="xs"
        aria-label={t('view.label')}
        data={[
          { value: 'ask', label: t('view.ask') },
          { value: 'runs', label: t('view.runs') },
        ]}
        value={view}
        onChange={(value) => setView(value === 'runs' ? 'runs' : 'ask')}
      />
      {view === 'ask' ? (
        <TestAsking {...props} />
      ) : (
        <div className={classes.scroll}>
          <KeptRuns workflowId={props.workflow.id} onOpen={props.onOpen} />
        </div>
      )}
      <TestAnnouncer />
    </Stack>
  )
}
