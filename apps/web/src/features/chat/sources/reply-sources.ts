import type { Message, MessageSource } from '@heddle/contracts/message'
import { createContext } from 'react'

/** What the citations in a reply's text refer to. A context, so that new sources reach the numbers without rendering the text again. */
export type ReplySources = { message: Pick<Message, 'id' | 'status'>; sources: readonly MessageSource[] }

export const ReplySourcesContext = createContext<ReplySources | null>(null)
