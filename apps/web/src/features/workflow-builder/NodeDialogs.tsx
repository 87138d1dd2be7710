import type { WorkflowNodeType } from '@heddle/contracts/workflow/workflow-graph'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { Button, Group, Select, Stack, Text, Textarea, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { paletteTypes } from './form/fields.ts'
import type { Exit } from './graph/draft.ts'
import { listExits } from './graph/exits.ts'
import classes from './NodeDialogs.module.css'
import { NodeIcon } from './NodeIcon.tsx'
import { useBuilder } from './use-builder.tsx'
import { useWords } from './use-words.ts'

type AddDialogProps = { isOpen: boolean; onChoose: (type: WorkflowNodeType) => void; onClose: () => void; onClosed: () => void }

/** The palette as a dialog. */
export function AddDialog({ isOpen, onChoose, onClose, onClosed }: AddDialogProps) {
  const { t } = useTranslation('builder')
  const { draft } = useBuilder()
  const { formatType } = useWords()
  const types: readonly WorkflowNodeType[] = draft.graph.nodes.some(({ type }) => type === 'start')
    ? paletteTypes
    : ['start', ...paletteTypes]
  return (
    <Dialog isOpen={isOpen} title={t('add.title')} maxWidth={560} onClose={onClose} onClosed={onClosed}>
      <ul className={classes.types}>
        {types.map((type, index) => (
          <li key={type}>
            <UnstyledButton className={classes.type} data-autofocus={index === 0 || undefined} onClick={() => onChoose(type)}>
              <NodeIcon type={type} />
              <span>
                <Text span size="sm" fw={600} display="block">
                  {formatType(type)}
                </Text>
                <Text span size="xs" c="dimmed">
                  {t(`typeHint.${type}`)}
                </Text>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

type PasteDialogProps = {
  /** Returns whether the text has copied nodes. */
  onPaste: (text: string) => boolean
  onClose: () => void
}

/** Takes copied nodes where the browser does not let a page read the clipboard. */
export function PasteDialog({ onPaste, onClose }: PasteDialogProps) {
  const { t } = useTranslation('builder')
  const [isRefused, setIsRefused] = useState(false)
  return (
    <Dialog isOpen title={t('paste.title')} maxWidth={460} onClose={onClose}>
      <Textarea
        label={t('paste.label')}
        description={t('paste.hint')}
        error={isRefused && t('paste.none')}
        rows={4}
        data-autofocus
        onChange={(event) => {
          const text = event.currentTarget.value
          if (onPaste(text)) onClose()
          else setIsRefused(text.trim() !== '')
        }}
      />
    </Dialog>
  )
}

type MoveDialogProps = { node: GraphNode; onMove: (after: Exit) => void; onClose: () => void }

/** Chooses the exit behind which a node is moved. */
export function MoveDialog({ node, onMove, onClose }: MoveDialogProps) {
  const { t } = useTranslation('builder')
  const { draft } = useBuilder()
  const { formatTitle, formatHandle } = useWords()
  const [chosen, setChosen] = useState<string | null>(null)
  const exits = draft.graph.nodes
    .filter(({ id }) => id !== node.id)
    .flatMap((each) => {
      const handles = listExits(each)
      return handles.map((handle) => ({
        value: JSON.stringify({ source: each.id, handle }),
        label: handles.length === 1 ? formatTitle(each) : `${formatTitle(each)} → ${formatHandle(each, handle)}`,
      }))
    })
  return (
    <Dialog isOpen title={t('move.title', { title: formatTitle(node) })} maxWidth={460} onClose={onClose}>
      <Stack gap="md">
        <Select
          label={t('move.after')}
          data={exits}
          value={chosen}
          searchable
          selectFirstOptionOnChange
          data-autofocus
          onChange={setChosen}
        />
        <Group justify="flex-end">
          <Button disabled={chosen === null} onClick={() => chosen !== null && onMove(JSON.parse(chosen) as Exit)}>
            {t('move.action')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
