import type { Chat } from '@heddle/contracts/chat'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { answer, getPath, refuse, serve } from '#testing/serve.ts'
import { aChatProfile, aSession, id } from '#testing/wire.ts'
import { SharedChatPage } from './SharedChatPage.tsx'

// The page is loaded when it is first shown.

test.each([
  ['Deleted user', true],
  ['Unknown User', false],
])('says “%s” of an owner without a name', async (said, isDeleted) => {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const owner = { id: id(7), name: { default: '' }, is_deleted: isDeleted }
  const chat: Chat = {
    ...aChatProfile({ owner, abilities: { write: false, share: false, delete: false } }),
    messages: [],
    unsent_files: [],
  }
  serve((request) => {
    if (getPath(request) === '/api/v1/auth/me') return answer(aSession())
    return getPath(request).endsWith(`/chat/${chat.id}`) ? answer({ chat }) : refuse(404, 'NOT_FOUND')
  })
  await renderWithApp(
    <Routes>
      <Route path="/chat/:id/view" element={<SharedChatPage />} />
    </Routes>,
    { path: `/chat/${chat.id}/view` },
  )
  expect(await screen.findByText(new RegExp(said))).toBeInTheDocument()
})
