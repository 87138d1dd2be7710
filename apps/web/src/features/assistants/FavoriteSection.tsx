import { Accessibility, type Draggable } from '@dnd-kit/dom'
import { isSortable, useSortable } from '@dnd-kit/react/sortable'
import { DragDropProvider } from '@dnd-kit/react'
import { move } from '@dnd-kit/helpers'
import type { Assistant } from '@heddle/contracts/assistant'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { AssistantCard } from './AssistantCard.tsx'
import classes from './AssistantCard.module.css'
import { AssistantSection } from './AssistantSection.tsx'
import { sortByIds, reorder, useFavoriteIds, useReplaceFavoriteAssistants } from './favorites.queries.ts'

type Plugins = Exclude<ComponentProps<typeof DragDropProvider>['plugins'], readonly unknown[] | undefined>

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
  const ids = useFavoriteIds({ read: true })
  const replace = useReplaceFavoriteAssistants()
  const plugins = useTranslatedPlugins(assistants)
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

/** Returns the plugins of the library with announcements in the user's language. */
function useTranslatedPlugins(assistants: readonly Assistant[]): Plugins {
  const { t } = useTranslation('assistant')
  const localized = useLocalized()
  const findName = useRef<(id: unknown) => string>(String)
  useEffect(() => {
    findName.current = (id) => {
      const assistant = assistants.find((known) => known.id === id)
      return assistant ? localized(assistant.name) : ''
    }
  })

  // Created once: with other plugins the library restarts, and loses its announcement.
  return useMemo(() => {
    function announce(key: 'picked' | 'over' | 'dropped' | 'canceled', source: Draggable | null) {
      if (!isSortable(source)) return undefined
      const count = [...(source.manager?.registry.droppables ?? [])].length
      return t(`order.${key}`, { name: findName.current(source.id), place: source.index + 1, count })
    }
    const spoken: NonNullable<ConstructorParameters<typeof Accessibility>[1]> = {
      screenReaderInstructions: { draggable: t('order.instructions') },
      announcements: {
        dragstart: ({ operation }) => announce('picked', operation.source),
        dragover: ({ operation }) => announce('over', operation.source),
        dragend: ({ operation, canceled }) => announce(canceled ? 'canceled' : 'dropped', operation.source),
      },
    }
    return (defaults) => [...defaults.filter((plugin) => plugin !== Accessibility), Accessibility.configure(spoken)]
  }, [t])
}
