import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowsMaximize, IconLayoutGrid, IconMap, IconMinus, IconPlus } from '@tabler/icons-react'
import { MiniMap, Panel, useReactFlow } from '@xyflow/react'
import { memo, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NodeActions } from '../use-node-actions.ts'
import classes from './Controls.module.css'
import { fitOptions } from './sight.ts'

/** The buttons over the canvas, and its map. */
export const Controls = memo(function Controls({ onTidy }: { onTidy: NodeActions['tidy'] }) {
  const { t } = useTranslation('builder')
  const flow = useReactFlow()
  const [hasMap, setHasMap] = useState(true)

  async function handleTidy() {
    await onTidy()
    requestAnimationFrame(() => void flow.fitView(fitOptions))
  }

  return (
    <>
      {hasMap && <MiniMap pannable zoomable ariaLabel={t('canvas.map')} nodeColor="var(--line-strong)" />}
      <Panel position="bottom-left" className={classes.controls}>
        <Control label={t('canvas.zoomIn')} onClick={() => void flow.zoomIn()}>
          <IconPlus size={18} aria-hidden />
        </Control>
        <Control label={t('canvas.zoomOut')} onClick={() => void flow.zoomOut()}>
          <IconMinus size={18} aria-hidden />
        </Control>
        <Control label={t('canvas.fit')} onClick={() => void flow.fitView(fitOptions)}>
          <IconArrowsMaximize size={18} aria-hidden />
        </Control>
        <Control label={t('canvas.tidy')} onClick={() => void handleTidy()}>
          <IconLayoutGrid size={18} aria-hidden />
        </Control>
        <Control label={t('canvas.toggleMap')} isPressed={hasMap} onClick={() => setHasMap(!hasMap)}>
          <IconMap size={18} aria-hidden />
        </Control>
      </Panel>
    </>
  )
})

type ControlProps = { label: string; isPressed?: boolean; onClick: () => void; children: ReactNode }

function Control({ label, isPressed, onClick, children }: ControlProps) {
  return (
    <Tooltip label={label} position="right">
      <ActionIcon variant="default" size={32} aria-label={label} aria-pressed={isPressed} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
