import type { Chat } from '@heddle/contracts/chat/chat'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, getPath, refuse, serve } from '#testing/serve.ts'
import { buildChatProfile, buildSession, id } from '#testing/wire.ts'
import { SharedChatPage } from './SharedChatPage.tsx'

// The page is loaded on first use.

test.each([
  ['Deleted user', true],
  ['Unknown User', false],
])('shows “%s” for an owner without a name', async (text, isDeleted) => {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const owner = { id: id(7), name: { default: '' }, is_deleted: isDeleted }
  const chat: Chat = {
    ...buildChatProfile({ owner, abilities: { write: false, share: false, delete: false, fork: true } }),
    messages: [],
    unsent_files: [],
  }
  serve((request) => {
    if (getPath(request) === '/api/v1/auth/me') return respond(buildSession())
    return getPath(request).endsWith(`/chat/${chat.id}`) ? respond({ chat }) : refuse(404, 'NOT_FOUND')
  })
  await renderWithApp(
    <Routes>
      <Route path="/chat/:id/view" element={<SharedChatPage />} />
    </Routes>,
    { path: `/chat/${chat.id}/view` },
  )
  expect(await screen.findByText(new RegExp(text))).toBeInTheDocument()
})
