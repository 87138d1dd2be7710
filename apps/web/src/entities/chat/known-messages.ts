// The messages of a chat's shown path that are known here: in the order of their index, the last one always, and with gaps where they
// have not been read. What comes before a message never changes, so a page read before a known message fits as long as that is shown.
import { type Chat, getChatMessages } from '@heddle/contracts/chat/chat'
import { limits } from '@heddle/contracts/limits'
import type { Message } from '@heddle/contracts/message/message'
import { call } from '#shared/api/client.ts'

/** What `getChatMessages` is asked for. */
export type MessagePageRequest = { readonly before: string; readonly from?: number; readonly around?: string; readonly page_size?: number }

/** Reads messages before a known one. */
export async function readPage(chatId: string, query: MessagePageRequest, signal?: AbortSignal): Promise<readonly Message[]> {
  const { messages } = await call(getChatMessages, { params: { id: chatId }, query, ...(signal && { signal }) })
  return messages
}

/** Returns the number of messages on the path, known or not. */
const countMessages = (messages: readonly Message[]): number => (messages.at(-1)?.index ?? -1) + 1

/** Whether the path has more messages than a page; the service searches those. */
export const hasPages = (messages: readonly Message[]): boolean => countMessages(messages) > limits.messagesPerPage

export const hasGaps = (messages: readonly Message[]): boolean => countMessages(messages) !== messages.length

const join = (messages: readonly Message[], others: readonly Message[]): Message[] => {
  const indexes = new Set(messages.map(({ index }) => index))
  return [...messages, ...others.filter(({ index }) => !indexes.has(index))].toSorted((one, other) => one.index - other.index)
}

/** Adds a page that was read before a message; nothing when that is no longer shown. */
export function addPage(chat: Chat, before: string, page: readonly Message[]): Chat {
  return chat.messages.some(({ id }) => id === before) ? { ...chat, messages: join(chat.messages, page) } : chat
}

/** Returns the chat as it was just read, with the messages known before it that are still shown: those up to one that both have. */
export function keepKnownMessages(known: Chat | undefined, read: Chat): Chat {
  if (!known) return read
  const ids = new Set(known.messages.map(({ id }) => id))
  const common = read.messages.findLast(({ id }) => ids.has(id))
  if (!common) return read
  const kept = known.messages.filter(({ index }) => index < common.index)
  return { ...read, messages: join(read.messages, kept) }
}

/** A page of a gap, by the message after the gap and the index of its first message. */
export type Gap = { readonly before: string; readonly from: number }

/** The messages by their index; undefined where they are not known. */
export type Slots = readonly (Message | undefined)[]

export function toSlots(messages: readonly Message[]): Slots {
  const slots = Array.from<Message | undefined>({ length: countMessages(messages) })
  for (const message of messages) slots[message.index] = message
  return slots
}

/** Returns the page around an unknown index; null for a known one. */
function findGapAt(slots: Slots, index: number): Gap | null {
  if (index < 0 || index >= slots.length || slots[index]) return null
  const next = slots.find((message, at) => at > index && message !== undefined)
  if (!next) return null
  const begin = slots.findLastIndex((message, at) => at < index && message !== undefined) + 1
  const size = limits.messagesPerPage
  // A full page that ends at the next known message, or has the index in its middle.
  return { before: next.id, from: Math.max(begin, Math.min(index - size / 2, next.index - size)) }
}

/** How many messages before and after those in the viewport are read ahead. */
const ahead = limits.messagesPerPage / 2

/** Returns the page to read next when these indexes are in the viewport: what is visible first, then what is near. */
export function findGap(slots: Slots, first: number, last: number): Gap | null {
  const visible = Array.from({ length: last - first + 1 }, (_, offset) => last - offset)
  const near = Array.from({ length: ahead }, (_, offset) => [first - 1 - offset, last + 1 + offset]).flat()
  for (const index of [...visible, ...near]) {
    const gap = findGapAt(slots, index)
    if (gap) return gap
  }
  return null
}

/** Returns the last gap, in pages as large as they may be. */
export function findLastGap(messages: readonly Message[]): MessagePageRequest | null {
  const size = limits.maxMessagesPerPage
  const next = messages.findLast(({ index }, at) => index > (messages[at - 1]?.index ?? -1) + 1)
  if (!next) return null
  const previous = messages.findLast(({ index }) => index < next.index)
  return { before: next.id, from: Math.max((previous?.index ?? -1) + 1, next.index - size), page_size: size }
}
