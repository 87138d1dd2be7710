import { Accessibility, type Draggable } from '@dnd-kit/dom'
import { type DragDropProvider } from '@dnd-kit/react'
import { isSortable } from '@dnd-kit/react/sortable'
import { type ComponentProps, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'

type Plugins = Exclude<ComponentProps<typeof DragDropProvider>['plugins'], readonly unknown[] | undefined>

/** Returns the plugins of the library with announcements in the user's language; `formatName` names a row by its id. */
export function useSortablePlugins(instructions: string, formatName: (id: unknown) => string): Plugins {
  const { t } = useTranslation()
  const findName = useRef(formatName)
  useEffect(() => {
    findName.current = formatName
  })

  // Created once: with other plugins the library restarts, and loses its announcement.
  return useMemo(() => {
    function announce(key: 'picked' | 'over' | 'dropped' | 'canceled', source: Draggable | null) {
      if (!isSortable(source)) return undefined
      const count = [...(source.manager?.registry.droppables ?? [])].length
      return t(`order.${key}`, { name: findName.current(source.id), place: source.index + 1, count })
    }
    const spoken: NonNullable<ConstructorParameters<typeof Accessibility>[1]> = {
      screenReaderInstructions: { draggable: instructions },
      announcements: {
        dragstart: ({ operation }) => announce('picked', operation.source),
        dragover: ({ operation }) => announce('over', operation.source),
        dragend: ({ operation, canceled }) => announce(canceled ? 'canceled' : 'dropped', operation.source),
      },
    }
    return (defaults) => [...defaults.filter((plugin) => plugin !== Accessibility), Accessibility.configure(spoken)]
  }, [t, instructions])
}
