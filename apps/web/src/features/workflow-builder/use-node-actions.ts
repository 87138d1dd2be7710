// What the canvas and the outline do with nodes, apart from their fields. The same functions as long as the language stays.
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText, readCopiedText } from '#shared/clipboard.ts'
import { notify } from '#shared/notify/notify.ts'
import { tidyDraft } from './canvas/tidy.ts'
import { copyNodes, parseCopied, shift } from './graph/clipboard.ts'
import { applyCommand, listAdded } from './graph/commands.ts'
import type { Exit } from './graph/draft.ts'
import type { Builder } from './use-builder.tsx'

export type NodeActions = {
  readonly add: (after: Exit | null) => void
  readonly move: (node: GraphNode) => void
  readonly copy: (ids: readonly string[]) => void
  readonly duplicate: (ids: readonly string[]) => void
  readonly remove: (ids: readonly string[]) => void
  /** Pastes what is on the clipboard, or asks for it where the browser does not tell. */
  readonly paste: () => void
  readonly tidy: () => Promise<void>
}

type Dialogs = {
  readonly onAdd: (after: Exit | null) => void
  readonly onMove: (node: GraphNode) => void
  readonly onPaste: () => void
}

/** Returns the actions, and `pasteText`, which returns whether the text has copied nodes. */
export function useNodeActions({ run, select, readDraft }: Builder, { onAdd, onMove, onPaste }: Dialogs) {
  const { t } = useTranslation('builder')

  const pasteText = useCallback(
    (text: string): boolean => {
      const fragment = parseCopied(text)
      if (!fragment) return false
      const command = { type: 'paste', fragment: shift(fragment, 40) } as const
      const draft = readDraft()
      const added = listAdded(draft, applyCommand(draft, command))
      run(command)
      select(added)
      notify({ message: t('actions.pasted', { count: added.length }) })
      return true
    },
    [t, run, select, readDraft],
  )

  const actions = useMemo((): NodeActions => {
    const copy = (ids: readonly string[]) => copyNodes(readDraft(), new Set(ids))
    return {
      add: onAdd,
      move: onMove,
      copy: (ids) => void copyText(copy(ids)).then(() => notify({ message: t('actions.copied', { count: ids.length }) })),
      duplicate: (ids) => void pasteText(copy(ids)),
      remove: (ids) => {
        if (ids.length === 0) return
        run({ type: 'remove', ids })
        select([])
        notify({ message: t('actions.removed', { count: ids.length }) })
      },
      paste: () =>
        void readCopiedText().then(
          (text) => pasteText(text) || notify({ message: t('paste.none') }),
          () => onPaste(),
        ),
      tidy: async () => {
        run({ type: 'move', positions: await tidyDraft(readDraft()) })
        notify({ message: t('actions.tidied') })
      },
    }
  }, [t, run, select, readDraft, pasteText, onAdd, onMove, onPaste])

  return { actions, pasteText }
}
