import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChecklist,
  IconHistory,
  IconList,
  IconPlayerPlay,
  IconSitemap,
} from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import classes from './Builder.module.css'
import type { Panel } from './BuilderPanel.tsx'
import { PendingPublication } from './gate/PendingPublication.tsx'
import { NodeSearch } from './NodeSearch.tsx'
import { useBuilder } from './use-builder.tsx'

export type View = 'canvas' | 'outline'

type BuilderToolbarProps = {
  workflowId: string
  isPhone: boolean
  search: Ref<HTMLInputElement>
  view: View
  onView: (view: View) => void
  panel: Panel | null
  onPanel: (panel: Panel | null) => void
  onOpen: (nodeId: string) => void
  /** Whether the draft is saved, and the published version is the same. */
  isUnchanged: boolean
  onPublish: () => void
}

/** Undo, the search, the view, the panels and publishing. A phone has the outline or the test, one at a time. */
export function BuilderToolbar(props: BuilderToolbarProps) {
  const { workflowId, isPhone, search, view, onView, panel, onPanel, onOpen, isUnchanged, onPublish } = props
  const { t } = useTranslation('builder')
  const { t: tTest } = useTranslation('testing')
  const { undo, redo, problems } = useBuilder()
  const hasErrors = problems.some(({ severity }) => severity === 'error')
  const toggle = (pressed: Panel) => ({ isPressed: panel === pressed, onClick: () => onPanel(panel === pressed ? null : pressed) })
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('toolbar')}>
      <Tool label={t('undo')} isOff={!undo} onClick={() => undo?.()}>
        <IconArrowBackUp size={20} aria-hidden />
      </Tool>
      <Tool label={t('redo')} isOff={!redo} onClick={() => redo?.()}>
        <IconArrowForwardUp size={20} aria-hidden />
      </Tool>
      <NodeSearch ref={search} onOpen={onOpen} />
      {isPhone ? (
        <SegmentedControl
          size="xs"
          aria-label={t('view.label')}
          data={[
            { value: 'outline', label: t('view.outline') },
            { value: 'test', label: tTest('title') },
          ]}
          value={panel === 'test' ? 'test' : 'outline'}
          onChange={(value) => onPanel(value === 'test' ? 'test' : 'form')}
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
          onChange={(value) => onView(value === 'outline' ? 'outline' : 'canvas')}
        />
      )}
      <Tool label={t('problem.open', { count: problems.length })} {...toggle('problems')}>
        <IconAlertTriangle size={20} aria-hidden />
        {problems.length > 0 && <span className={classes.count}>{problems.length}</span>}
      </Tool>
      <Tool label={t('versions.title')} {...toggle('versions')}>
        <IconHistory size={20} aria-hidden />
      </Tool>
      <Tool label={t('gate.title')} {...toggle('gate')}>
        <IconChecklist size={20} aria-hidden />
      </Tool>
      {!isPhone && (
        <Tool label={tTest('title')} {...toggle('test')}>
          <IconPlayerPlay size={20} aria-hidden />
        </Tool>
      )}
      <PendingPublication workflowId={workflowId} onOpen={() => onPanel('gate')} />
      <ReasonedButton
        size="xs"
        reason={hasErrors ? t('publish.hasErrors') : isUnchanged ? t('publish.unchanged') : null}
        onClick={onPublish}
      >
        {t('publish.action')}
      </ReasonedButton>
    </div>
  )
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
