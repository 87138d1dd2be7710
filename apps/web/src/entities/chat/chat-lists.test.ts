import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { buildChatSummary, id } from '#testing/wire.ts'
import { archivedChats, createFolderList, type ListedChats, pinnedChats, putChatInLists, unfiledChats } from './chat-lists.ts'
import { chatQueries } from './chats.queries.ts'

const search = { keywords: 'wool' } as const satisfies ListedChats
const lists = { unfiled: unfiledChats, pinned: pinnedChats, folder: createFolderList(id(9)), archived: archivedChats, search }

/** Returns the names of the lists that have the chat, of those that are in the cache. */
function putInto(known: (keyof typeof lists)[], chat: ReturnType<typeof buildChatSummary>) {
  const client = new QueryClient()
  for (const [name, listed] of Object.entries(lists)) {
    const chats = known.some((one) => one === name) ? [buildChatSummary({ title: 'Old' })] : []
    client.setQueryData(chatQueries.list(listed).queryKey, { pages: [{ chats }], pageParams: [null] })
  }
  putChatInLists(client, chat)
  return Object.entries(lists).flatMap(([name, listed]) =>
    (client.getQueryData(chatQueries.list(listed).queryKey)?.pages[0]?.chats ?? []).map(({ title }) => `${name}: ${title}`),
  )
}

test.each([
  ['into a folder', { folder_id: id(9) }, ['folder: New', 'search: New']],
  ['into a folder that is not shown', { folder_id: id(8) }, ['search: New']],
  ['to the pinned ones', { is_pinned: true }, ['pinned: New', 'search: New']],
  ['to the archived ones, where the pinned ones are not listed', { is_pinned: true, is_archived: true }, ['archived: New', 'search: New']],
  ['nowhere when only its title changes', {}, ['unfiled: New', 'search: New']],
])('a changed chat goes %s, and stays in a search', (_where, change, expected) => {
  expect(putInto(['unfiled', 'search'], buildChatSummary({ title: 'New', ...change }))).toEqual(expected)
})

test('a chat that no list has is not added to a search, whose words only the service can find', () => {
  expect(putInto([], buildChatSummary({ title: 'New' }))).toEqual(['unfiled: New'])
})
