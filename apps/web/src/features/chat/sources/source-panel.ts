import type { Message, MessageFile, MessageSource } from '@heddle/contracts/message'
import { createContext, use } from 'react'

/** What the citations in a reply's text refer to. A context, so that new sources reach the numbers without rendering the text again. */
export type ReplySources = { message: Pick<Message, 'id' | 'status'>; sources: readonly MessageSource[] }

export const ReplySourcesContext = createContext<ReplySources | null>(null)

/** What the panel shows: the sources of a reply, at one of them when its number was chosen, or a file that a question came with. */
export type PanelTarget =
  | ({ readonly kind: 'sources'; readonly number: number | null } & ReplySources)
  | { readonly kind: 'file'; readonly file: MessageFile }

export type SourcePanel = {
  openSources: (reply: ReplySources, number?: number | null) => void
  openFile: (file: MessageFile) => void
  /** Files can be read by whose chat it is; others read only what was cited. */
  canPreview: boolean
}

export const SourcePanelContext = createContext<SourcePanel | null>(null)

/** Opens the panel beside the chat; null where there is none. */
export const useSourcePanel = () => use(SourcePanelContext)
