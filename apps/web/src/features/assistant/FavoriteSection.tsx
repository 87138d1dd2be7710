import { useSortable } from '@dnd-kit/react/sortable'
import { DragDropProvider } from '@dnd-kit/react'
import { move } from '@dnd-kit/helpers'
import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { useSortablePlugins } from '#shared/hooks/use-sortable-plugins.ts'
import { AssistantCard } from './AssistantCard.tsx'
import classes from './AssistantCard.module.css'
import { AssistantSection } from './AssistantSection.tsx'
import { sortByIds, reorder, useFavoriteIds, useReplaceFavoriteAssistants } from './favorites.queries.ts'

/** The favorites in the user's order, which changes by dragging, or by the keyboard at the handle. */
export function FavoriteSection({ keyword, empty }: { keyword: string; empty: ReactNode }) {
  const { t } = useTranslation('assistant')
  return (
    <AssistantSection title={t('favorites')} scope="favorites" keyword={keyword} empty={empty}>
      {/* The results of a search are only a part of the order. */}
      {keyword === '' ? (assistants) => <SortableGrid assistants={assistants} /> : undefined}
    </AssistantSection>
  )
}

function SortableGrid({ assistants }: { assistants: readonly Assistant[] }) {
  const { t } = useTranslation('assistant')
  const localized = useLocalized()
  const ids = useFavoriteIds({ read: true })
  const replace = useReplaceFavoriteAssistants()
  const plugins = useSortablePlugins(t('order.instructions'), (id) => {
    const assistant = assistants.find((known) => known.id === id)
    return assistant ? localized(assistant.name) : ''
  })
  const shown = ids ? sortByIds(assistants, ids) : assistants

  return (
    <DragDropProvider
      plugins={plugins}
      onDragEnd={(event) => {
        if (event.canceled || !ids) return
        const order = reorder(
          ids,
          move(
            shown.map(({ id }) => id),
            event,
          ),
        )
        if (order) replace.mutate(order)
      }}
    >
      <ul className={classes.grid}>
        {shown.map((assistant, index) => (
          <SortableCard key={assistant.id} assistant={assistant} index={index} isAlone={shown.length < 2} />
        ))}
      </ul>
    </DragDropProvider>
  )
}

function SortableCard({ assistant, index, isAlone }: { assistant: Assistant; index: number; isAlone: boolean }) {
  const { t } = useTranslation('assistant')
  const localized = useLocalized()
  const { ref, handleRef, isDragging } = useSortable({ id: assistant.id, index })
  const label = t('order.handle', { name: localized(assistant.name) })
  return (
    <li ref={ref} data-dragging={isDragging || undefined}>
      <AssistantCard
        assistant={assistant}
        actions={
          !isAlone && (
            <Tooltip label={label}>
              <ActionIcon ref={handleRef} className={classes.handle} aria-label={label}>
                <IconGripVertical size={18} />
              </ActionIcon>
            </Tooltip>
          )
        }
      />
    </li>
  )
}
