import { move } from '@dnd-kit/helpers'
import { DragDropProvider } from '@dnd-kit/react'
import { useSortable } from '@dnd-kit/react/sortable'
import type { ManagedModel } from '@heddle/contracts/model/model'
import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSortablePlugins } from '#shared/hooks/use-sortable-plugins.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import classes from './Models.module.css'
import { useReorderModels } from './models.queries.ts'

type ModelOrderDialogProps = { models: readonly ManagedModel[]; onClose: () => void }

/** The models in the order in which users are offered them, by dragging or by buttons; each move is saved at once. */
export function ModelOrderDialog({ models, onClose }: ModelOrderDialogProps) {
  const { t } = useTranslation('model')
  const reorder = useReorderModels()
  const [isDragging, setIsDragging] = useState(false)
  const findModel = (id: unknown) => models.find((model) => model.id === id)
  const plugins = useSortablePlugins(t('order.instructions'), (id) => findModel(id)?.name ?? '')
  const ids = reorder.isPending ? reorder.variables : models.map(({ id }) => id)
  const shown = ids.flatMap((id) => findModel(id) ?? [])

  return (
    // Escape ends a drag, and leaves the dialog open.
    <Dialog isOpen title={t('order.title')} maxWidth={480} persistent={isDragging} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('order.hint')}</Text>
        <DragDropProvider
          plugins={plugins}
          onDragStart={() => setIsDragging(true)}
          onDragEnd={(event) => {
            setIsDragging(false)
            const order = move([...ids], event)
            if (!event.canceled && order.some((id, index) => id !== ids[index])) reorder.mutate(order)
          }}
        >
          <Stack component="ol" gap="xs" className={classes.list}>
            {shown.map((model, index) => (
              <OrderedModel
                key={model.id}
                model={model}
                index={index}
                count={shown.length}
                onMove={(to) => reorder.mutate(ids.toSpliced(index, 1).toSpliced(to, 0, model.id))}
              />
            ))}
          </Stack>
        </DragDropProvider>
      </Stack>
    </Dialog>
  )
}

type OrderedModelProps = { model: ManagedModel; index: number; count: number; onMove: (to: number) => void }

function OrderedModel({ model: { id, name }, index, count, onMove }: OrderedModelProps) {
  const { t } = useTranslation('model')
  const { ref, handleRef, isDragging } = useSortable({ id, index })
  return (
    <li ref={ref} className={classes.ordered} data-dragging={isDragging || undefined}>
      <Text size="sm">{name}</Text>
      <Group gap={4} wrap="nowrap">
        <ActionIcon ref={handleRef} className={classes.handle} aria-label={t('order.drag', { name })}>
          <IconGripVertical size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={t('order.up', { name })} disabled={index === 0} onClick={() => onMove(index - 1)}>
          <IconArrowUp size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={t('order.down', { name })} disabled={index === count - 1} onClick={() => onMove(index + 1)}>
          <IconArrowDown size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </li>
  )
}
