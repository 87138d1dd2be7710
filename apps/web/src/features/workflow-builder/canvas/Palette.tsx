import type { WorkflowNodeType } from '@heddle/contracts/workflow/workflow-graph'
import { UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { type DragEvent, memo, useId } from 'react'
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

/** The types of nodes, to be chosen or dragged onto the canvas. It floats over it; this browser remembers whether it is open. */
export const Palette = memo(function Palette({ isFull, onChoose }: PaletteProps) {
  const { t } = useTranslation('builder')
  const { formatType } = useWords()
  const id = useId()
  const [isOpen, setIsOpen] = useLocalStorage({ key: 'builder_palette', defaultValue: true, getInitialValueInEffect: false })
  return (
    <div className={classes.palette} data-floats={isOpen ? 'start' : undefined}>
      <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        <IconPlus size={18} aria-hidden />
        {t('add.title')}
        <IconChevronDown size={16} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />
      </UnstyledButton>
      <ul id={id} className={classes.list} aria-label={t('canvas.palette')} hidden={!isOpen}>
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
    </div>
  )
})
