import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** What the palette offers to open or to do. */
export type PaletteRow = {
  /** Unique in all groups. */
  id: string
  icon: Icon
  name: ReactNode
  description?: ReactNode
  run: () => void
}

export type PaletteGroup = { id: 'action' | 'page' | 'assistant' | 'prompt' | 'chat'; rows: readonly PaletteRow[] }

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** Returns whether a name has each word of the query. */
export const hasWords = (name: string, query: string): boolean =>
  fold(query)
    .split(/\s+/u)
    .every((word) => fold(name).includes(word))
