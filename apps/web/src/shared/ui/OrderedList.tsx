import { move } from '@dnd-kit/helpers'
import { DragDropProvider } from '@dnd-kit/react'
import { useSortable } from '@dnd-kit/react/sortable'
import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSortablePlugins } from '../hooks/use-sortable-plugins.ts'
import classes from './OrderedList.module.css'

type Item = { readonly id: string; readonly name: string }

type OrderedListProps = {
  /** In their order. */
  items: readonly Item[]
  /** How the keyboard drags one, for a screen reader. */
  instructions: string
  onOrder: (ids: string[]) => void
  /** Escape ends a drag: the dialog around has to stay open. */
  onDragging: (isDragging: boolean) => void
}

/** Names that are put in order by dragging or by buttons. */
export function OrderedList({ items, instructions, onOrder, onDragging }: OrderedListProps) {
  const plugins = useSortablePlugins(instructions, (id) => items.find((item) => item.id === id)?.name ?? '')
  const ids = items.map(({ id }) => id)
  return (
    <DragDropProvider
      plugins={plugins}
      onDragStart={() => onDragging(true)}
      onDragEnd={(event) => {
        onDragging(false)
        const order = move([...ids], event)
        if (!event.canceled && order.some((id, index) => id !== ids[index])) onOrder(order)
      }}
    >
      <Stack component="ol" gap="xs" className={classes.list}>
        {items.map((item, index) => (
          <OrderedItem
            key={item.id}
            item={item}
            index={index}
            count={items.length}
            onMove={(to) => onOrder(ids.toSpliced(index, 1).toSpliced(to, 0, item.id))}
          />
        ))}
      </Stack>
    </DragDropProvider>
  )
}

type OrderedItemProps = { item: Item; index: number; count: number; onMove: (to: number) => void }

function OrderedItem({ item: { id, name }, index, count, onMove }: OrderedItemProps) {
  const { t } = useTranslation()
  const { ref, handleRef, isDragging } = useSortable({ id, index })
  return (
    <li ref={ref} className={classes.item} data-dragging={isDragging || undefined}>
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
