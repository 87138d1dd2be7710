import type { WorkflowNodeType } from '@heddle/contracts/workflow/workflow-graph'
import { UnstyledButton } from '@mantine/core'
import { type DragEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { paletteTypes } from '../form/fields.ts'
import { NodeIcon } from '../NodeIcon.tsx'
import { useWords } from '../use-words.ts'
import classes from './Palette.module.css'

const draggedType = 'application/x-heddle-node'

/** Returns the type of a node that was dragged from the palette; undefined for what comes from elsewhere. */
export const readDraggedType = ({ dataTransfer }: DragEvent): WorkflowNodeType | undefined =>
  paletteTypes.find((type) => type === dataTransfer.getData(draggedType))

type PaletteProps = {
  /** Whether the workflow takes no more nodes. */
  isFull: boolean
  onChoose: (type: WorkflowNodeType) => void
}

/** The types of nodes, to be chosen or dragged onto the canvas. */
export const Palette = memo(function Palette({ isFull, onChoose }: PaletteProps) {
  const { t } = useTranslation('builder')
  const { formatType } = useWords()
  return (
    <ul className={classes.palette} aria-label={t('canvas.palette')}>
      {paletteTypes.map((type) => (
        <li key={type}>
          <UnstyledButton
            className={classes.item}
            draggable
            disabled={isFull}
            title={t(`typeHint.${type}`)}
            onClick={() => onChoose(type)}
            onDragStart={(event) => event.dataTransfer.setData(draggedType, type)}
          >
            <NodeIcon type={type} />
            {formatType(type)}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
})
