import type { Chat } from '@heddle/contracts/chat/chat'
import type { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { describe, expect, onTestFinished, test } from 'vitest'
import { accepted, buildDelta, buildDone, buildMessage, questionId } from '#testing/scripted-port.ts'
import { clearSession, storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { failToFetch, respond, getPath, refuse, serve } from '#testing/serve.ts'
import { buildChatProfile, buildAssistant, buildSession, id } from '#testing/wire.ts'
import { ChatPage } from './ChatPage.tsx'
import { NewChatPage } from './NewChatPage.tsx'

// Pages and Markdown are loaded on first use.

const assistant = buildAssistant()
const chat: Chat = { ...buildChatProfile({ title: null, version: 0, assistant }), messages: [], unsent_files: [] }

const createStream = (...events: ReplyStreamEvent[]) =>
  new Response(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })

/** Replies to a question; a chat that is read later has both. */
function createReply(opened: Chat, question: string, reply: string, ...before: ReplyStreamEvent[]) {
  const asked = buildMessage({ id: questionId, role: 'user', index: 0, content: question })
  opened.messages = [asked, buildMessage({ content: reply })]
  return createStream(accepted, ...before, buildDone(reply))
}

/** Opens a page; `onSend` responds to the sent message, all other requests succeed. */
async function openChatPage(path: string, onSend: () => Response, opened: Chat = chat) {
  localStorage.setItem('access_token', 'token')
  localStorage.setItem('refresh_token', 'refresh')
  const requests = serve(async (request) => {
    const address = getPath(request)
    if (address.endsWith('/auth/me')) return respond(buildSession())
    if (address.endsWith('/model')) return respond({ models: [] })
    if (address.endsWith('/assistant/query'))
      return respond({ assistants: (await request.json()).scope === 'others' ? [assistant] : [], abilities: { create: false } })
    if (address.endsWith(`/assistant/${assistant.id}`)) return respond({ assistant: { ...assistant, configuration: null } })
    if (address.endsWith('/message_stream')) return onSend()
    if (address.endsWith('/title')) return respond({ chat: { ...opened, title: 'About heddles' } })
    if (address.endsWith('/chat') || address.endsWith(`/chat/${opened.id}`)) return respond({ chat: opened })
    return refuse(404, 'NOT_FOUND')
  })
  const view = await renderWithApp(
    <Suspense>
      <Routes>
        <Route path="/chat" element={<NewChatPage />} />
        <Route path="/chat/:id" element={<ChatPage />} />
      </Routes>
    </Suspense>,
    { path },
  )
  return {
    ...view,
    requests,
    sent: (end: string) => requests.filter((request) => getPath(request).endsWith(end) && request.method === 'POST'),
  }
}

test('a recommended question creates the chat, gets its reply, and names the chat', async () => {
  const opened = { ...chat }
  const onSend = () =>
    createReply(opened, 'What is a heddle?', 'A **heddle** lifts.', { type: 'title', title: 'Why?' }, buildDelta('A heddle '))
  const { user, router, sent } = await openChatPage(`/chat?assistant=${assistant.id}`, onSend, opened)
  await user.click(await screen.findByRole('button', { name: /What is a heddle/ }))
  await screen.findByText('heddle', { selector: 'strong' })
  expect(router.state.location.pathname).toBe(`/chat/${chat.id}`)
  expect(sent('/message_stream')).toHaveLength(1)
  expect(await sent('/message_stream')[0]?.json()).toMatchObject({ content: 'What is a heddle?', version: 0, response_language: 'en' })
  await waitFor(() => expect(sent('/title')).toHaveLength(1))
  expect(await screen.findByText(/The reply is complete\. A heddle lifts\./)).toHaveAttribute('role', 'status')
})

test('what was typed in a chat without questions left goes along into a new chat', async () => {
  const opened = { ...chat, id: id(14), remaining_requests: 0 }
  const { user, router } = await openChatPage(`/chat/${opened.id}`, () => refuse(500, 'UNKNOWN'), opened)
  const findField = () => screen.findByRole('textbox', { name: 'Your message' })
  await user.type(await findField(), 'And silk?')
  await user.click(await screen.findByRole('link', { name: 'Start a new chat' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/chat'))
  await waitFor(async () => expect(await findField()).toHaveValue('And silk?'))
  await user.clear(await findField())
  await router.navigate(-1)
  await waitFor(() => expect(router.state.location.pathname).toBe(`/chat/${opened.id}`))
  await waitFor(async () => expect(await findField()).toHaveValue(''))
})

test('a recommended question that cannot be asked shows the reason', async () => {
  const { user, sent } = await openChatPage(`/chat/${id(13)}`, () => refuse(500, 'UNKNOWN'), { ...chat, id: id(13), remaining_requests: 0 })
  const question = await screen.findByRole('button', { name: /What is a heddle/ })
  expect(question).toHaveAttribute('aria-disabled', 'true')
  expect(question).toHaveAccessibleDescription(/reached/)
  await user.click(question)
  expect(sent('/message_stream')).toHaveLength(0)
})

test('a question without an expert waits for the choice of one', async () => {
  const opened = { ...chat }
  const { user, sent } = await openChatPage('/chat', () => createReply(opened, 'hello', 'A heddle lifts.'), opened)
  await user.type(await screen.findByRole('textbox'), 'hello{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Choose an expert to send your question.')
  expect(sent('/chat')).toHaveLength(0)
  await user.click(await screen.findByRole('button', { name: /Textile guide/ }))
  await screen.findByText('A heddle lifts.')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(await sent('/chat')[0]?.json()).toMatchObject({ chat: { assistant_id: assistant.id } })
  expect(await sent('/message_stream')[0]?.json()).toMatchObject({ content: 'hello' })
})

test('a waiting question that was edited is not sent by choosing an expert', async () => {
  const { user, sent } = await openChatPage('/chat', () => refuse(500, 'UNKNOWN'))
  await user.type(await screen.findByRole('textbox'), 'hello{Enter} and')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(await screen.findByRole('button', { name: /Textile guide/ }))
  expect(await screen.findByRole('heading', { name: 'Textile guide' })).toBeVisible()
  expect(screen.getByRole('textbox')).toHaveValue('hello and')
  expect(sent('/chat')).toHaveLength(0)
})

test('a message that conflicts with another tab returns to the composer, the chat is read again, and it can be sent', async () => {
  const opened = { ...chat, id: id(17) }
  const onSend = () => {
    if (opened.version === 1) return createReply(opened, 'my words', 'Here.')
    opened.version = 1
    return refuse(409, 'CHAT_PUSH_MESSAGE_FAILED')
  }
  const { user, requests, sent } = await openChatPage(`/chat/${opened.id}`, onSend, opened)
  await user.type(await screen.findByRole('textbox'), 'my words{Enter}')
  expect(await screen.findByText(/The message was not sent/)).toBeVisible()
  expect(screen.getByRole('textbox')).toHaveValue('my words')
  await waitFor(() => expect(requests.filter((request) => getPath(request).endsWith(`/chat/${opened.id}`))).toHaveLength(2))
  await user.type(screen.getByRole('textbox'), '{Enter}')
  expect(await screen.findByText('Here.')).toBeVisible()
  expect(await Promise.all(sent('/message_stream').map((request) => request.json()))).toMatchObject([{ version: 0 }, { version: 1 }])
})

test('a message that waits for the network returns to its draft when the session ends, and is not sent by the next account', async () => {
  const opened = { ...chat, id: id(7) }
  const { user, requests } = await openChatPage(`/chat/${opened.id}`, failToFetch, opened)
  await user.type(await screen.findByRole('textbox'), 'my words{Enter}')
  expect(await screen.findByText(/Reconnecting/)).toBeVisible()
  const sent = () => requests.filter((request) => getPath(request).endsWith('/message_stream')).length
  const before = sent()
  clearSession()
  storeSession({ access_token: 'another', refresh_token: 'another', expires_in: 600 })
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByDisplayValue('my words')).toBe(screen.getByRole('textbox'))
  expect(screen.queryByText(/Reconnecting/)).not.toBeInTheDocument()
  expect(sent()).toBe(before)
})

describe('a chat that was changed elsewhere is read again', () => {
  /** Opens the chat empty; the question from elsewhere is in the next read. */
  async function openAndChange(chatId: string) {
    const opened = { ...chat, id: chatId }
    const view = await openChatPage(`/chat/${chatId}`, () => createStream(accepted, buildDone('Here.')), opened)
    await screen.findByRole('textbox')
    opened.messages = [
      buildMessage({ id: questionId, role: 'user', index: 0, content: 'Asked elsewhere' }),
      buildMessage({ content: 'There.' }),
    ]
    const otherTab = new BroadcastChannel('heddle.chats')
    onTestFinished(() => otherTab.close())
    return { ...view, otherTab }
  }

  test('when another tab announces it', async () => {
    const { otherTab } = await openAndChange(id(14))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
    otherTab.postMessage({ chatId: id(14) })
    expect(await screen.findByText('Asked elsewhere')).toBeVisible()
  })

  test('when the window gets the focus', async () => {
    await openAndChange(id(15))
    fireEvent.focus(window)
    expect(await screen.findByText('Asked elsewhere')).toBeVisible()
  })

  test('and this tab announces its own accepted question', async () => {
    const { user, otherTab, sent } = await openAndChange(id(16))
    const heard = new Promise((resolve) => otherTab.addEventListener('message', ({ data }) => resolve(data)))
    // Once, also when the key is held down.
    await user.type(screen.getByRole('textbox'), 'Why?{Enter>2/}')
    expect(await heard).toEqual({ chatId: id(16) })
    expect(sent('/message_stream')).toHaveLength(1)
  })
})

test('a running reply is joined, and its saved text is shown meanwhile', async () => {
  const question = buildMessage({ id: questionId, role: 'user', index: 0, content: 'Why?' })
  const reply = buildMessage({ status: 'generating', content: 'Saved words' })
  const { requests } = await openChatPage(`/chat/${id(11)}`, () => createStream(buildDone('Saved words and the rest.')), {
    ...chat,
    id: id(11),
    messages: [question, reply],
  })
  expect(await screen.findByText('Saved words and the rest.')).toBeVisible()
  expect(requests.find((request) => getPath(request).endsWith('/message_stream'))?.method).toBe('GET')
})

test('at the limit, sending is blocked and a new chat is offered', async () => {
  const { user, sent } = await openChatPage(`/chat/${id(12)}`, () => refuse(500, 'UNKNOWN'), { ...chat, id: id(12), remaining_requests: 0 })
  await user.type(await screen.findByRole('textbox'), 'one more{Enter}')
  expect(sent('/message_stream')).toHaveLength(0)
  expect(screen.getByRole('link', { name: 'Start a new chat' })).toHaveAttribute('href', `/chat?assistant=${assistant.id}`)
  expect(screen.getByRole('textbox')).toHaveValue('one more')
})

test.each([
  [6, 0],
  [5, 1],
])('with %d questions left there are %d warnings', async (remaining, count) => {
  const opened = { ...chat, id: id(14), remaining_requests: remaining }
  await openChatPage(`/chat/${opened.id}`, () => refuse(500, 'UNKNOWN'), opened)
  await screen.findByRole('textbox')
  expect(screen.queryAllByText(`You can ask ${remaining} more questions in this chat.`)).toHaveLength(count)
})
