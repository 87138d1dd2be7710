import { ActionIcon, Tooltip } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconArrowsMaximize, IconLayoutGrid, IconMap, IconMinus, IconPlus } from '@tabler/icons-react'
import { MiniMap, Panel, useReactFlow } from '@xyflow/react'
import { memo, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { NodeActions } from '../use-node-actions.ts'
import classes from './Controls.module.css'
import { createFitOptions, readInsets } from './sight.ts'

type ControlsProps = { pane: RefObject<HTMLElement | null>; onTidy: NodeActions['tidy'] }

/** The buttons over the canvas, and its map; this browser remembers whether it is shown. */
export const Controls = memo(function Controls({ pane, onTidy }: ControlsProps) {
  const { t } = useTranslation('builder')
  const flow = useReactFlow()
  const [hasMap, setHasMap] = useLocalStorage({ key: 'builder_map', defaultValue: false, getInitialValueInEffect: false })

  function fit() {
    if (pane.current) void flow.fitView(createFitOptions(readInsets(pane.current)))
  }

  async function handleTidy() {
    await onTidy()
    requestAnimationFrame(fit)
  }

  return (
    <>
      {hasMap && <MiniMap className={classes.map} pannable zoomable ariaLabel={t('canvas.map')} nodeColor="var(--line-strong)" />}
      <Panel position="bottom-left" className={classes.controls}>
        <Control label={t('canvas.zoomIn')} onClick={() => void flow.zoomIn()}>
          <IconPlus size={18} aria-hidden />
        </Control>
        <Control label={t('canvas.zoomOut')} onClick={() => void flow.zoomOut()}>
          <IconMinus size={18} aria-hidden />
        </Control>
        <Control label={t('canvas.fit')} onClick={fit}>
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
    <Tooltip label={label} position="top">
      <ActionIcon variant="default" size={32} aria-label={label} aria-pressed={isPressed} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
