import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ChatDialogsProvider } from '#entities/chat/ChatDialogs.tsx'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { buildChatFolder, buildChatSummary, id } from '#testing/wire.ts'
import { ManageChatsPage } from './ManageChatsPage.tsx'

beforeAll(() => import('#entities/chat/save-chat.ts'))
beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const folder = buildChatFolder({ id: id(9), name: 'Dyeing' })
const chats = [
  { ...buildChatSummary({ id: id(1), title: 'Wool' }), assistant: { id: id(5), name: { default: 'Textile guide' } }, request_count: 12 },
  buildChatSummary({ id: id(2), title: 'Silk', folder_id: folder.id }),
  buildChatSummary({ id: id(3), title: 'Hemp', is_archived: true }),
]

async function renderPage(failed: readonly string[] = []) {
  const requests = serve(async (request) => {
    const path = getPath(request)
    if (path.endsWith('/chat/folder/query')) return respond({ folders: [folder] })
    if (path.endsWith('/chat/query')) return respond({ chats })
    if (path.endsWith('/bulk/export')) return new Response('zip', { headers: { 'content-type': 'application/zip' } })
    const { ids } = (await request.json()) as { ids: string[] }
    return respond({
      results: ids.map((chatId) =>
        failed.includes(chatId)
          ? { state: 'failed', id: chatId, error: { code: 'CHAT_NOT_FOUND', message: '' } }
          : { state: 'done', id: chatId },
      ),
    })
  })
  const view = await renderWithApp(
    <ChatDialogsProvider onDeleted={() => {}}>
      <ManageChatsPage />
    </ChatDialogsProvider>,
    { path: '/chat/manage' },
  )
  const readChanges = () =>
    Promise.all(requests.filter((request) => getPath(request).endsWith('/bulk')).map((request) => request.clone().json()))
  await screen.findByRole('link', { name: 'Wool' })
  /** That of the table; a phone has another above the cards. */
  const select = (name: string) => view.user.click(within(screen.getByRole('table')).getByRole('checkbox', { name }))
  const press = async (name: string) => view.user.click(await screen.findByRole('button', { name }))
  return { ...view, requests, readChanges, select, press }
}

describe('the table of chats', () => {
  test('names the expert of each, and how many questions were asked', async () => {
    await renderPage()
    const [, wool, silk] = within(screen.getByRole('table')).getAllByRole('row')
    expect(wool).toHaveTextContent(/Textile guide\s*12/)
    expect(silk).not.toHaveTextContent('Textile guide')
  })

  test('moves the selected ones into a folder, and back to where each was', async () => {
    const { user, readChanges, select, press } = await renderPage()
    await select('Select all on this page')
    await press('Move to…')
    const dialog = await screen.findByRole('dialog', { name: 'Move 3 chats' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Find or create a folder' }), 'dye{Enter}')
    expect(await screen.findByText('2 chats have been moved')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Move to…' })).not.toBeInTheDocument()
    await press('Undo')
    await waitFor(async () =>
      expect(await readChanges()).toEqual([
        // The one that is there already is left alone.
        { ids: [id(1), id(3)], action: 'move', folder_id: folder.id },
        { ids: [id(1), id(3)], action: 'move', folder_id: null },
      ]),
    )
  })

  test('archives those that are not yet, names each that failed with its reason, and restores only the others', async () => {
    const { readChanges, select, press } = await renderPage([id(2)])
    await select('Select all on this page')
    await press('Archive')
    expect(await screen.findByText('1 chat has been archived')).toBeInTheDocument()
    const alert = screen.getByRole('alert')
    expect(alert).toHaveTextContent('1 chat was not changed')
    expect(alert).toHaveTextContent('Silk The chat was not found.')
    await press('Undo')
    await waitFor(async () =>
      expect(await readChanges()).toEqual([
        { ids: [id(1), id(2)], action: 'archive' },
        { ids: [id(1)], action: 'restore' },
      ]),
    )
  })

  test('sends a deletion only when the page is left, so that it can be undone', async () => {
    const { readChanges, select, press, unmount } = await renderPage()
    await select('Select Wool')
    await press('Delete')
    expect(screen.queryByRole('link', { name: 'Wool' })).not.toBeInTheDocument()
    expect(screen.getByText('1 chat will be deleted in 10 seconds, or when you leave this page.')).toBeInTheDocument()
    await press('Undo')
    expect(await screen.findByRole('link', { name: 'Wool' })).toBeInTheDocument()
    await select('Select Silk')
    await press('Delete')
    await expect(readChanges()).resolves.toEqual([])
    unmount()
    await waitFor(async () => expect(await readChanges()).toEqual([{ ids: [id(2)], action: 'delete' }]))
  })

  test('exports the selected ones as a zip', async () => {
    const { user, requests, select, press } = await renderPage()
    await select('Select Silk')
    await press('Export')
    await user.click(await screen.findByRole('menuitem', { name: 'Export as Markdown' }))
    await waitFor(() => expect(requests.some((request) => getPath(request).endsWith('/bulk/export'))).toBe(true))
    await expect(requests.find((request) => getPath(request).endsWith('/bulk/export'))?.json()).resolves.toMatchObject({
      ids: [id(2)],
      format: 'md',
    })
  })

  test('asks the service by the filters of the address', async () => {
    const { requests, router } = await renderPage()
    await router.navigate(`/chat/manage?folder=none&state=shared&questions=5&keyword=wool&expert=${id(5)}&age=century`)
    const listQueries = async () =>
      Promise.all(requests.filter((request) => getPath(request).endsWith('/chat/query')).map((request) => request.clone().json()))
    await waitFor(async () =>
      expect((await listQueries()).at(-1)).toEqual({
        keywords: 'wool',
        folder_id: null,
        assistant_id: id(5),
        is_shared: true,
        min_requests: 5,
        page_size: 20,
      }),
    )
  })
})
