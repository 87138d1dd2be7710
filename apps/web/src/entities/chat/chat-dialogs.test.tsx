import type { ChatShare } from '@heddle/contracts/chat/share'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { snackbarStore } from '#shared/notify/notify.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, failToFetch, getPath, refuse, serve } from '#testing/serve.ts'
import { buildChatProfile, buildChatSummary, id } from '#testing/wire.ts'
import { putChatInLists } from './chat-lists.ts'
import { ChatDialogsProvider, useChatDialogs } from './ChatDialogs.tsx'
import { chatQueries } from './chats.queries.ts'

// The dialogs are loaded on first use; no test waits for that.
beforeAll(() => Promise.all([import('./DeleteChatDialog.tsx'), import('./share/ShareChatDialog.tsx')]))
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
  serve(() => respond({ shares: [] }))
  const { user, router } = await renderDialogs()
  await router.navigate('/chat/two')
  await user.click(screen.getByText('open share'))
  expect(await screen.findByRole('dialog', { name: 'Share this chat' })).toBeVisible()
  // Its request is not left to the next test.
  await screen.findByRole('button', { name: 'Share' })
  await router.navigate(-1)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

describe('the share dialog', () => {
  const mei = { kind: 'user' as const, id: id(20), name: { default: 'Mei Lin' }, email: 'mei@heddle.test' }
  const lab = { kind: 'group' as const, id: id(21), name: { default: 'Mei lab' }, email: null }
  const buildShare = (given: Partial<ChatShare> = {}): ChatShare => ({
    id: id(30),
    audience: 'people',
    groups: [],
    people: [{ id: mei.id, name: mei.name }],
    until_message_id: null,
    expires_at: '2026-12-27T08:00:00.000Z',
    created_at: '2026-11-27T08:00:00.000Z',
    opened_count: 3,
    ...given,
  })
  const passage = { message_id: id(40), number: 2, title: 'Dye recipes', reader_count: 1 }
  const preview = { reader_count: 1, message_count: 4, files: [{ id: id(41), name: 'report.pdf' }], passages: [passage], total: 1 }

  /** Keeps the shares of the chat as the service does. */
  function serveShares(shares: ChatShare[] = []) {
    return serve(async (request) => {
      const path = getPath(request)
      if (path.endsWith('/share/query')) return respond({ shares })
      if (path.endsWith('/candidate/query')) return respond({ candidates: [lab, mei] })
      if (path.endsWith('/preview')) return respond(preview)
      if (path.endsWith('/profile')) return respond({ chat: buildChatProfile({ id: chat.id, is_shared: shares.length > 0 }) })
      if (request.method === 'DELETE') return respond({ success: shares.splice(0, 1).length === 1 })
      if (request.method === 'POST') shares.push(buildShare())
      return respond({ share: buildShare() })
    })
  }
  const findSent = (requests: Request[], method: string, end: RegExp) =>
    requests.find((request) => request.method === method && end.test(getPath(request)))

  test('shares the chat only once a reader is chosen, says who can read what, and lists the share with its link', async () => {
    const requests = serveShares()
    const { user, listed } = await renderDialogs()
    await user.click(screen.getByText('open share'))
    const dialog = await screen.findByRole('dialog', { name: 'Share this chat' })
    const share = await within(dialog).findByRole('button', { name: 'Share' })
    await user.click(share)
    expect(share).toHaveAccessibleDescription('First choose who can read the chat.')
    expect(within(dialog).queryByRole('textbox', { name: 'Link to shared chat' })).not.toBeInTheDocument()

    await user.type(within(dialog).getByRole('combobox', { name: 'Find users' }), 'mei')
    await user.click(await screen.findByRole('option', { name: /Mei Lin/ }))
    expect(screen.queryByRole('option', { name: /Mei lab/ })).not.toBeInTheDocument()
    expect(await within(dialog).findByText('report.pdf')).toBeInTheDocument()
    expect(within(dialog).getByText('Dye recipes').closest('li')).toHaveTextContent('Source 2, hidden from 1 user: Dye recipes')
    expect(within(dialog).getByRole('note')).toHaveTextContent('Mei Lin can read this chat.They also see messages you add later.')
    await user.click(within(dialog).getByRole('button', { name: 'Share' }))

    const link = await within(dialog).findByRole('textbox', { name: 'Link to shared chat' })
    expect(link).toHaveValue(`${window.location.origin}/chat/${id(1)}/view`)
    expect(within(dialog).getByRole('list', { name: 'Shared with' })).toHaveTextContent('Opened by 3 users')
    await waitFor(() => expect(listed()[0]?.is_shared).toBe(true))
    const sent = (await findSent(requests, 'POST', /\/share$/)?.json()) as { share: { expires_at: string } }
    expect(sent).toMatchObject({ share: { audience: 'people', user_ids: [mei.id], until_message_id: null } })
    expect(Math.round((Date.parse(sent.share.expires_at) - Date.now()) / 86_400_000)).toBe(30)

    await user.click(within(dialog).getByRole('button', { name: 'Copy link' }))
    await expect(navigator.clipboard.readText()).resolves.toBe(`${window.location.origin}/chat/${id(1)}/view`)
    expect(snackbarStore.read()).toContainEqual(expect.objectContaining({ message: 'Link copied', timeout: 1_500 }))
  })

  test('changes a share, which keeps its end unless another is chosen, and stops it', async () => {
    const requests = serveShares([buildShare({ expires_at: null })])
    const { user, listed, queryClient } = await renderDialogs()
    putChatInLists(queryClient, { ...chat, is_shared: true })
    await user.click(screen.getByText('open share'))
    await user.click(await screen.findByRole('button', { name: 'Change sharing with: Mei Lin' }))
    await user.click(await screen.findByText('Everyone'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(findSent(requests, 'PUT', new RegExp(`/share/${id(30)}$`))).toBeDefined())
    const changed: unknown = await findSent(requests, 'PUT', /./)?.json()
    expect(changed).toEqual({ share: { audience: 'tenant', until_message_id: null, expires_at: null } })

    await user.click(await screen.findByRole('button', { name: 'Stop sharing with: Mei Lin' }))
    await waitFor(() => expect(findSent(requests, 'DELETE', new RegExp(`/share/${id(30)}$`))).toBeDefined())
    await waitFor(() => expect(listed()[0]?.is_shared).toBe(false))
  })

  test('shows what went wrong, stays open on Escape, and closes with Close', async () => {
    serve(() => refuse(404, 'CHAT_NOT_FOUND'))
    const { user } = await renderDialogs()
    await user.click(screen.getByText('open share'))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('The chat was not found.')
    expect(within(dialog).queryByRole('button', { name: 'Share' })).not.toBeInTheDocument()
    await user.keyboard('{Escape}')
    expect(dialog).toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
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
