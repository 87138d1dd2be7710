import type { SharedChat } from '@heddle/contracts/chat/share'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ChatDialogsProvider } from '#entities/chat/ChatDialogs.tsx'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { buildChatFolder, buildChatProfile, buildChatSummary, id } from '#testing/wire.ts'
import { ChatHistory } from './ChatHistory.tsx'
import { FolderDialogHost } from './folder/FolderDialogHost.tsx'

beforeAll(() =>
  Promise.all([
    import('./folder/FolderTree.tsx'),
    import('#entities/chat/MoveChatDialog.tsx'),
    import('./folder/FolderDialogs.tsx'),
    import('./ChatMenuItems.tsx'),
    import('./shared/SharedChats.tsx'),
  ]),
)
beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const folders = [
  buildChatFolder({ id: id(9), name: 'Dyeing', chat_count: 2 }),
  buildChatFolder({ id: id(10), name: 'Indigo', parent_id: id(9), chat_count: 0 }),
  buildChatFolder({ id: id(11), name: 'Weaving', assistant_id: id(5) }),
]

const sharedChat: SharedChat = {
  id: id(12),
  title: 'Ramie',
  owner: { id: id(13), name: { default: 'Mei' }, is_deleted: false },
  shared_at: '2026-11-27T08:00:00.000Z',
  expires_at: null,
  is_opened: false,
}

/** Serves a chat of each kind; a change of one is answered with the chat as it then is. */
async function renderDrawer() {
  const requests = serve(async (request) => {
    const path = getPath(request)
    if (path.endsWith('/chat/folder/query')) return respond({ folders })
    if (path.endsWith('/shared_with_me/query')) return respond({ chats: [sharedChat] })
    if (path.endsWith('/settings')) return respond({ chat: buildChatProfile({ id: id(1), title: 'Wool', ...(await request.json()) }) })
    if (request.method === 'DELETE') return respond({ success: true })
    const { folder_id, is_pinned } = (await request.json()) as { folder_id?: string | null; is_pinned?: boolean }
    if (is_pinned) return respond({ chats: [buildChatSummary({ id: id(2), title: 'Rules', is_pinned })] })
    if (folder_id === id(9)) return respond({ chats: [buildChatSummary({ id: id(3), title: 'Madder', folder_id })] })
    return respond({ chats: folder_id === null ? [buildChatSummary({ id: id(1), title: 'Wool' })] : [] })
  })
  const view = await renderWithApp(
    <ChatDialogsProvider onDeleted={() => {}}>
      <ChatHistory />
      <FolderDialogHost />
    </ChatDialogsProvider>,
  )
  await screen.findByRole('button', { name: /^Dyeing/, expanded: false })
  const list = (name: string | RegExp) => screen.getByRole('list', { name })
  return { ...view, requests, list }
}

test('the drawer lists the pinned chats, then the folders, then the others by date; a folder shows its chats once it is open', async () => {
  const { user, list, requests } = await renderDrawer()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Pinned', 'Folders', 'Older'])
  expect(within(list('Pinned')).getByRole('link', { name: 'Rules' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Indigo/ })).not.toBeInTheDocument()
  expect(requests).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: /^Dyeing/ }))
  expect(await within(list('Dyeing')).findByRole('link', { name: 'Madder' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^Indigo/ })).toBeInTheDocument()
})

test('what others share is read once it is opened, with the names of their owners', async () => {
  const { user, list, requests } = await renderDrawer()
  expect(requests.some((request) => getPath(request).endsWith('/shared_with_me/query'))).toBe(false)
  await user.click(screen.getByText('Shared with me'))
  expect(await screen.findByRole('link', { name: 'Ramie Mei' })).toHaveAttribute('href', `/chat/${id(12)}/view`)
  expect(within(list('Shared with me')).getAllByRole('listitem')).toHaveLength(1)
})

test('a chat is moved by keyboard alone: from its menu, by the search, into a folder of the drawer', async () => {
  const { user, list, requests } = await renderDrawer()
  await user.click(screen.getByRole('button', { name: /^Dyeing/ }))
  await within(list('Dyeing')).findByRole('link', { name: 'Madder' })
  screen.getByRole('button', { name: 'More actions: Wool' }).focus()
  await user.keyboard('{Enter}')
  ;(await screen.findByRole('menuitem', { name: 'Move to…' })).focus()
  await user.keyboard('{Enter}')
  const search = await screen.findByRole('textbox', { name: 'Find or create a folder' })
  await waitFor(() => expect(search).toHaveFocus())
  await user.keyboard('DYE{Enter}')
  expect(await within(list('Dyeing')).findByRole('link', { name: 'Wool' })).toBeInTheDocument()
  expect(screen.queryByRole('list', { name: 'Older' })).not.toBeInTheDocument()
  await expect(requests.find((request) => getPath(request).endsWith('/settings'))?.json()).resolves.toEqual({ folder_id: id(9) })
})

test('a new chat of a folder has its expert, and deleting a folder keeps its chats unless that is chosen', async () => {
  const { user, requests } = await renderDrawer()
  await user.click(screen.getByRole('button', { name: 'Folder actions: Weaving' }))
  expect(await screen.findByRole('menuitem', { name: 'New chat in this folder' })).toHaveAttribute(
    'href',
    `/chat?assistant=${id(5)}&folder=${id(11)}`,
  )
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete the folder “Weaving”?' })
  expect(within(dialog).getByRole('checkbox', { name: 'Delete the chats too' })).not.toBeChecked()
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(requests.find(({ method }) => method === 'DELETE')?.url).toMatch(new RegExp(`/chat/folder/${id(11)}$`)))
})
