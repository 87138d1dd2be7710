import type { Message, MessageFile, MessageSource } from '@heddle/contracts/message/message'
import { createContext, use } from 'react'

/** The sources of a reply's citations. A context, so that new sources reach the numbers without rendering the text again. */
export type ReplySources = { message: Pick<Message, 'id' | 'status'>; sources: readonly MessageSource[] }

export const ReplySourcesContext = createContext<ReplySources | null>(null)

/** The content of the panel: the sources of a reply, opened at the chosen number, what its model was told, or a file of a question. */
export type PanelTarget =
  | ({
      readonly kind: 'sources'
      readonly number: number | null
      /** What the chosen number stands behind; '' when it is not known. */
      readonly statement: string
    } & ReplySources)
  | { readonly kind: 'told'; readonly messageId: string }
  | { readonly kind: 'file'; readonly file: MessageFile }

export type SourcePanel = {
  openSources: (reply: ReplySources, number?: number | null, statement?: string) => void
  openTold: (messageId: string) => void
  openFile: (file: MessageFile) => void
  /** Only the chat's owner can read the files; other readers see the cited passages. */
  canPreview: boolean
}

export const SourcePanelContext = createContext<SourcePanel | null>(null)

/** Returns the panel beside the chat; null on a page without one. */
export const useSourcePanel = () => use(SourcePanelContext)
