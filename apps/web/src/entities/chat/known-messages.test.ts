import type { Chat } from '@heddle/contracts/chat/chat'
import { limits } from '@heddle/contracts/limits'
import type { Message } from '@heddle/contracts/message/message'
import { describe, expect, test } from 'vitest'
import { addPage, findGap, findLastGap, hasGaps, keepKnownMessages, type MessagePageRequest, toSlots } from './known-messages.ts'

const size = limits.messagesPerPage

/** A path whose messages are those of `branch` from an index on. */
const buildPath = (count: number, branch = 'a', from = 0) =>
  Array.from({ length: count }, (_, index) => ({ index, id: `${index < from ? 'a' : branch}${index}` }) as Message)

const buildChat = (messages: readonly Message[]) => ({ messages }) as Chat

/** Opens the chat as the service does. */
const open = (path: readonly Message[]) => buildChat(path.slice(-size))

/** Reads a page as the service does. */
function read(path: readonly Message[], chat: Chat, { before, from = 0, page_size = size }: MessagePageRequest) {
  const end = path.findIndex(({ id }) => id === before)
  return addPage(chat, before, path.slice(from, Math.min(from + page_size, end)))
}

const listIds = ({ messages }: Chat) => messages.map(({ id }) => id)

describe('the gaps of a chat', () => {
  const path = buildPath(500)

  test('are read where the reader is, a full page at a time, until none is near', () => {
    let chat = open(path)
    for (const [first, last, pages] of [
      [490, 499, 0],
      [470, 476, 1],
      [200, 210, 3],
      [0, 5, 1],
      [30, 45, 1],
    ] as const) {
      const before = chat.messages.length
      for (let gap = findGap(toSlots(chat.messages), first, last); gap; gap = findGap(toSlots(chat.messages), first, last)) {
        chat = read(path, chat, gap)
      }
      expect(chat.messages.length - before).toBe(pages * size)
      for (let index = first; index <= last; index++) expect(chat.messages).toContain(path[index])
    }
    expect(chat.messages).toEqual(chat.messages.toSorted((one, other) => one.index - other.index))
  })

  test('are all read for a print, in pages as large as they may be', () => {
    let chat = read(path, open(path), { before: 'a499', from: 100 })
    let pages = 0
    for (let gap = findLastGap(chat.messages); gap; gap = findLastGap(chat.messages)) {
      chat = read(path, chat, gap)
      pages++
    }
    expect(chat.messages).toEqual(path)
    expect(hasGaps(chat.messages)).toBe(false)
    expect(pages).toBe(2)
  })

  test('are not filled with a page before a message that is no longer shown', () => {
    const chat = open(buildPath(100, 'b', 20))
    expect(addPage(chat, 'a60', path.slice(20, 60))).toBe(chat)
  })
})

describe('a chat that is read again keeps what it knew', () => {
  const path = buildPath(200)
  const known = read(path, open(path), { before: 'a160', from: 10 })

  test('when it has grown', () => {
    const again = keepKnownMessages(known, open(buildPath(202)))
    expect(listIds(again)).toEqual(['a10', ...listIds(known).slice(1), 'a200', 'a201'])
  })

  test('up to where another branch begins', () => {
    const branch = buildPath(60, 'b', 30)
    expect(listIds(keepKnownMessages(known, open(branch)))).toEqual([
      ...path.slice(10, 20).map(({ id }) => id),
      ...branch.slice(20).map(({ id }) => id),
    ])
  })

  test('unless the two have no message in common', () => {
    const other = open(buildPath(300, 'b', 5))
    expect(keepKnownMessages(known, other)).toBe(other)
    expect(keepKnownMessages(undefined, other)).toBe(other)
  })
})
