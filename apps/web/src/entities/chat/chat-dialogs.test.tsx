import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { snackbarStore } from '#shared/notify/notify.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, failToFetch, refuse, serve } from '#testing/serve.ts'
import { buildChatProfile, buildChatSummary, id } from '#testing/wire.ts'
import { ChatDialogsProvider, useChatDialogs } from './ChatDialogs.tsx'
import { chatQueries } from './chats.queries.ts'

// The dialogs are loaded on first use; no test waits for that.
beforeAll(() => Promise.all([import('./DeleteChatDialog.tsx'), import('./ShareChatDialog.tsx')]))
beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const chat = buildChatSummary()

function Openers() {
  const { openShare, openDelete } = useChatDialogs()
  return (
    <>
      <button onClick={() => openShare(chat)}>open share</button>
      <button onClick={() => openDelete(chat)}>open delete</button>
    </>
  )
}

async function renderDialogs() {
  const onDeleted = vi.fn<(chatId: string) => void>()
  const view = await renderWithApp(
    <ChatDialogsProvider onDeleted={onDeleted}>
      <Openers />
    </ChatDialogsProvider>,
  )
  view.queryClient.setQueryData(chatQueries.list().queryKey, { pages: [{ chats: [chat] }], pageParams: [null] })
  const listed = () => view.queryClient.getQueryData(chatQueries.list().queryKey)?.pages.flatMap((page) => page.chats) ?? []
  return { ...view, onDeleted, listed }
}

const later = <T,>() => Promise.withResolvers<T>()

test('a dialog is left with the page that it was opened on', async () => {
  serve(() => respond({ chat: buildChatProfile({ id: chat.id, explicitly_public: true }) }))
  const { user, router } = await renderDialogs()
  await router.navigate('/chat/two')
  await user.click(screen.getByText('open share'))
  expect(await screen.findByRole('dialog', { name: 'Share this chat' })).toBeVisible()
  // Its request is not left to the next test.
  await screen.findByRole('textbox', { name: 'Link to shared chat' })
  await router.navigate(-1)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

describe('the share dialog', () => {
  test('shares the chat on opening, confirms it, then shows the link', async () => {
    const shared = later<Response>()
    const requests = serve(() => shared.promise)
    const { user, listed } = await renderDialogs()
    await user.click(screen.getByText('open share'))
    const dialog = await screen.findByRole('dialog', { name: 'Share this chat' })
    expect(within(dialog).getByRole('status')).toHaveTextContent('Updating…')
    expect(within(dialog).getByText(/every signed-in user of your institute/)).toBeInTheDocument()
    expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument()

    shared.resolve(respond({ chat: buildChatProfile({ explicitly_public: true }) }))
    const link = await within(dialog).findByRole('textbox', { name: 'Link to shared chat' })
    expect(link).toHaveValue(`${window.location.origin}/chat/${id(1)}/view`)
    expect(link).toHaveAttribute('readonly')
    expect(within(dialog).queryByRole('status')).not.toBeInTheDocument()
    await expect(requests[0]?.json()).resolves.toEqual({ explicitly_public: true })
    expect(requests).toHaveLength(1)
    expect(listed()[0]?.explicitly_public).toBe(true)
  })

  test('copies the link, and confirms it for a second and a half', async () => {
    serve(() => respond({ chat: buildChatProfile({ explicitly_public: true }) }))
    const { user } = await renderDialogs()
    await user.click(screen.getByText('open share'))
    await user.click(await screen.findByRole('button', { name: 'Copy link' }))
    await expect(navigator.clipboard.readText()).resolves.toBe(`${window.location.origin}/chat/${id(1)}/view`)
    const snackbar = await screen.findByRole('status')
    expect(snackbar).toHaveTextContent('Link copied')
    expect(snackbarStore.read()).toMatchObject([{ timeout: 1_500 }])
    await waitFor(() => expect(snackbar).not.toBeInTheDocument())
  })

  test('shows what went wrong, and no link', async () => {
    serve(() => refuse(404, 'CHAT_NOT_FOUND'))
    const { user } = await renderDialogs()
    await user.click(screen.getByText('open share'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Error: The chat was not found.')
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  })

  test('stays open on Escape, and closes with Close', async () => {
    serve(() => respond({ chat: buildChatProfile({ explicitly_public: true }) }))
    const { user } = await renderDialogs()
    await user.click(screen.getByText('open share'))
    const dialog = await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    expect(dialog).toBeInTheDocument()
    const [, close] = within(dialog).getAllByRole('button', { name: 'Close' })
    await user.click(close as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('stops sharing', async () => {
    const requests = serve(async (request) => respond({ chat: buildChatProfile((await request.json()) as { explicitly_public: boolean }) }))
    const { user, listed } = await renderDialogs()
    await user.click(screen.getByText('open share'))
    await user.click(await screen.findByRole('button', { name: 'Stop sharing' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await expect(requests[1]?.json()).resolves.toEqual({ explicitly_public: false })
    expect(listed()[0]?.explicitly_public).toBe(false)
  })
})

describe('the delete dialog', () => {
  test('deletes nothing when it is cancelled', async () => {
    const requests = serve(failToFetch)
    const { user } = await renderDialogs()
    await user.click(screen.getByText('open delete'))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(requests).toHaveLength(0)
  })

  test('is busy while deleting, then confirms, removes the chat from the list, reports its id and closes', async () => {
    const deleted = later<Response>()
    serve(() => deleted.promise)
    const { user, onDeleted, listed } = await renderDialogs()
    await user.click(screen.getByText('open delete'))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    deleted.resolve(respond({ success: true }))
    expect(await screen.findByText('The chat has been deleted')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(onDeleted).toHaveBeenCalledExactlyOnceWith(chat.id)
    expect(listed()).toEqual([])
  })

  test.each([
    ['the service fails', () => refuse(500, 'UNKNOWN'), 'Error: An unknown error occurred. Press F12 for details.'],
    ['there is no answer', failToFetch, 'Error: You are disconnected from the service'],
    ['the service did not delete', () => respond({ success: false }), 'The chat couldn’t be deleted.'],
  ])('stays open with what went wrong when %s', async (_when, handler, text) => {
    serve(handler)
    const { user, onDeleted, listed } = await renderDialogs()
    await user.click(screen.getByText('open delete'))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(screen.getByRole('dialog')).toBeInTheDocument()
    expect(onDeleted).not.toHaveBeenCalled()
    expect(listed()).toEqual([chat])
  })
})
