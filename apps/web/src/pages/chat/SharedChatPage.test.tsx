import type { Chat } from '@heddle/contracts/chat/chat'
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { storeSession } from '#shared/api/session-storage.ts'
import { ConfirmHost } from '#shared/ui/dialogs/ConfirmHost.tsx'
import { renderWithApp } from '#testing/render.tsx'
import { respond, getPath, refuse, serve } from '#testing/serve.ts'
import { buildChatProfile, buildSession, id } from '#testing/wire.ts'
import { SharedChatPage } from './SharedChatPage.tsx'

// The page is loaded on first use.

const abilities = { write: false, share: false, delete: false, fork: true, unshare: false }

async function openShared(given: Partial<Chat>) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const chat: Chat = { ...buildChatProfile({ abilities }), messages: [], unsent_files: [], ...given }
  const copy: Chat = { ...buildChatProfile({ id: id(50) }), messages: [], unsent_files: [] }
  let isShared = true
  serve((request) => {
    if (getPath(request) === '/api/v1/auth/me') return respond(buildSession())
    if (getPath(request).endsWith('/access_control')) {
      isShared = false
      return respond({ chat })
    }
    if (getPath(request).endsWith('/fork')) return respond({ chat: copy })
    return isShared && getPath(request).endsWith(`/chat/${chat.id}`) ? respond({ chat }) : refuse(404, 'NOT_FOUND')
  })
  const view = await renderWithApp(
    <>
      <Routes>
        <Route path="/chat/:id/view" element={<SharedChatPage />} />
        <Route path="/chat/:id" element={<h1>The copy</h1>} />
      </Routes>
      <ConfirmHost />
    </>,
    { path: `/chat/${chat.id}/view` },
  )
  return { ...view, chat, endShare: () => (isShared = false) }
}

test.each([
  ['Deleted user', true],
  ['Unknown User', false],
])('shows “%s” for an owner without a name', async (text, isDeleted) => {
  await openShared({ owner: { id: id(7), name: { default: '' }, is_deleted: isDeleted } })
  expect(await screen.findByText(new RegExp(text))).toBeInTheDocument()
})

test('says until when it can be read and that later messages are not shown, and goes on in a copy', async () => {
  const { user, router } = await openShared({ shared: { until_message_id: id(8), expires_at: '2026-12-27T08:00:00.000Z' } })
  expect(await screen.findByText(/^You can read it until 2026-12-27/)).toBeInTheDocument()
  expect(screen.getByText('Messages added after it was shared are not shown.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Continue in a copy' }))
  expect(await screen.findByRole('heading', { name: 'The copy' })).toBeInTheDocument()
  expect(router.state.location.pathname).toBe(`/chat/${id(50)}`)
})

test('shows the chat no longer once a read says that its share has ended', async () => {
  const { chat, endShare, queryClient } = await openShared({ title: 'Ramie' })
  expect(await screen.findByRole('heading', { name: 'Ramie' })).toBeInTheDocument()
  endShare()
  await queryClient.invalidateQueries(chatQueries.detail(chat.id))
  expect(await screen.findByRole('heading', { name: 'This chat isn’t shared with you' })).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'Ramie' })).not.toBeInTheDocument()
})

test('has an administrator end that everyone reads it, after a question', async () => {
  const { user } = await openShared({ title: 'Ramie', abilities: { ...abilities, unshare: true } })
  await user.click(await screen.findByRole('button', { name: 'Stop sharing' }))
  const question = await screen.findByRole('dialog')
  expect(screen.getByRole('heading', { name: 'Ramie' })).toBeInTheDocument()
  await user.click(within(question).getByRole('button', { name: 'Stop sharing' }))
  expect(await screen.findByRole('heading', { name: 'This chat isn’t shared with you' })).toBeInTheDocument()
})
