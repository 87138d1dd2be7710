// One question to several beside each other, on the complete chat page: from the composer to going on with one of the replies.
import type { Chat } from '@heddle/contracts/chat/chat'
import type { Message } from '@heddle/contracts/message/message'
import type { Model } from '@heddle/contracts/model/chosen-model'
import type { Comparison } from '@heddle/contracts/reply/comparison'
import type { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import { screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { buildDone, buildMessage, buildSnapshot } from '#testing/scripted-port.ts'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildAssistant, buildAssistantDetail, buildChatProfile, buildConfig, buildSession, id } from '#testing/wire.ts'
import { ChatPage } from './ChatPage.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const assistant = buildAssistant({ recommended_questions: [] })
const model: Model = { id: id(30), name: 'small', is_default: true, is_demonstration: false, reads_images: false }
const models = [model, { ...model, id: id(31), name: 'large', is_default: false }]
const comparisonId = id(40)
const question = buildMessage({ id: id(41), index: 0, role: 'user', content: 'Why?' })

const buildCompared = (number: number, fields: Partial<Message> = {}): Message =>
  buildMessage({ id: id(42 + number), comparison_id: comparisonId, model: null, ...fields })

const createStream = (...events: ReplyStreamEvent[]) =>
  new Response(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })

const buildComparison = (candidates: Comparison['candidates'], fields: Partial<Comparison> = {}): Comparison => ({
  id: comparisonId,
  is_blind: true,
  is_open: true,
  vote: null,
  candidates,
  ...fields,
})

const hold = (reply: Message) => ({ reply, error: null })

let nextChat = 500

/** Opens a chat whose service answers by the end of the path, and may change the chat. */
async function openComparedChat(messages: Message[], answers: Record<string, (chat: Chat) => Response>) {
  const chat: Chat = {
    ...buildChatProfile({ id: id(nextChat++), assistant, model: { id: model.id, name: model.name }, version: 0 }),
    messages,
    unsent_files: [],
  }
  const requests = serve((request) => {
    const path = getPath(request)
    const own = Object.entries(answers).find(([end]) => path.endsWith(end))
    if (own) return own[1](chat)
    if (path.endsWith('/auth/me')) return respond(buildSession())
    if (path.endsWith('/config')) return respond(buildConfig())
    if (path.endsWith('/model')) return respond({ models })
    if (path.endsWith(`/assistant/${assistant.id}`)) return respond({ assistant: buildAssistantDetail() })
    if (path.endsWith(`/chat/${chat.id}`)) return respond({ chat })
    if (path.endsWith('/choice')) return respond({ chat: { ...chat, model: { id: id(31), name: 'large' } } })
    return refuse(404, 'NOT_FOUND')
  })
  const view = await renderWithApp(
    <Suspense>
      <Routes>
        <Route path="/chat/:id" element={<ChatPage />} />
      </Routes>
    </Suspense>,
    { path: `/chat/${chat.id}` },
  )
  const body = (end: string): Promise<unknown> =>
    requests.findLast((request) => getPath(request).endsWith(end) && request.method !== 'GET')?.json() ?? Promise.resolve(null)
  return { ...view, body }
}

const finished = [buildCompared(0, { content: 'Because of scales.' }), buildCompared(1, { content: 'By felting.' })] as const
const revealed = [
  { ...finished[0], model: { id: id(30), name: 'small' } },
  { ...finished[1], model: { id: id(31), name: 'large' } },
] as const
const findColumns = async () => {
  const section = await screen.findByRole('region', { name: 'Replies side by side' })
  return within(section).findAllByRole('region')
}

test('asks two beside each other, shows each as it is made, and goes on with the one that a blind vote is for', async () => {
  const running = finished.map((reply) => ({ ...reply, content: '', status: 'generating' as const }))
  const [first, second] = running as [Message, Message]
  let voted: Comparison | null = null
  const { user, body } = await openComparedChat([], {
    '/comparison': (chat) => {
      chat.messages = [question, finished[0]]
      return respond({
        comparison: buildComparison([hold(first), hold(second)]),
        user_message: question,
        reply: first,
        version: 1,
        title: 'Why?',
      })
    },
    [`/comparison/${comparisonId}`]: () => respond({ comparison: voted ?? buildComparison(finished.map(hold)) }),
    [`${first.id}/message_stream`]: () => createStream(buildSnapshot('Because', first.id), buildDone('', { message: finished[0] })),
    [`${second.id}/message_stream`]: () => createStream(buildSnapshot('By', second.id), buildDone('', { message: finished[1] })),
    '/vote': (chat) => {
      voted = buildComparison(revealed.map(hold), { is_open: false, vote: 'second' })
      chat.messages = [question, revealed[0]]
      return respond({ comparison: voted })
    },
    '/branch': (chat) => {
      chat.messages = [question, revealed[1]]
      return respond({ chat })
    },
  })

  await user.click(await screen.findByRole('button', { name: 'Compare' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Compare replies' }))
  await waitFor(() => expect(dialog.getAllByRole('combobox', { name: 'Language model' })[1]).toHaveValue('large'))
  await user.click(dialog.getByRole('switch', { name: /^Blind/ }))
  await user.click(dialog.getByRole('button', { name: 'Compare' }))
  expect(await screen.findByText('Compare, blind: small · large')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Your message' }), 'Why?{Enter}')

  const columns = await findColumns()
  expect(await body('/comparison')).toMatchObject({
    content: 'Why?',
    is_blind: true,
    candidates: [
      { assistant_id: assistant.id, model: { id: id(30) } },
      { assistant_id: assistant.id, model: { id: id(31) } },
    ],
  })
  expect(screen.queryByText('Compare, blind: small · large')).toBeNull()
  await waitFor(() => expect(columns[0]).toHaveTextContent('Because of scales.'))
  await waitFor(() => expect(columns[1]).toHaveTextContent('By felting.'))
  expect(screen.queryByRole('button', { name: 'Continue with this reply' })).toBeNull()
  expect(screen.queryByText(/Textile guide · /)).toBeNull()

  const vote = within(await screen.findByRole('group', { name: 'Which reply is better?' }))
  expect(vote.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'A is better',
    'B is better',
    'Equal',
    'Both bad',
    'Show without voting',
  ])
  await user.click(vote.getByRole('button', { name: 'B is better' }))
  expect(await screen.findByRole('region', { name: /B.*Textile guide · large/ })).toHaveAttribute('data-chosen')
  expect(screen.getByText('Your vote: B is better')).toBeVisible()
  await waitFor(async () => expect(await body('/branch')).toMatchObject({ message_id: finished[1].id }))
  await waitFor(async () => expect(await body('/choice')).toEqual({ model: { id: id(31) } }))
})

test('leaves the others when one was not accepted, and offers no vote for it', async () => {
  const expert = { id: id(7), name: { default: 'Dyer' } }
  const other = { ...revealed[1], assistant: expert }
  const { user } = await openComparedChat([question, revealed[0]], {
    '/branch': (chat) => {
      chat.messages = [question, other]
      return respond({ chat })
    },
    [`/comparison/${comparisonId}`]: () =>
      respond({
        comparison: buildComparison(
          [hold(revealed[0]), { reply: null, error: { code: 'USAGE_LIMIT_REACHED', message: '' } }, hold(other)],
          { is_blind: false },
        ),
      }),
  })
  const columns = await findColumns()
  expect(columns[0]).toHaveTextContent('Textile guide · small')
  expect(columns[1]).toHaveTextContent(/Error: .*limit/)
  expect(screen.getByRole('button', { name: 'B is the best' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.queryByRole('button', { name: 'Show without voting' })).toBeNull()
  await user.click(within(columns[2] as HTMLElement).getByRole('button', { name: 'Continue with this reply' }))
  expect(await screen.findByText('“Dyer” answers this question')).toBeVisible()
})

test('shows only the reply on the shown path once the chat has gone on', async () => {
  await openComparedChat(
    [question, revealed[0], { ...question, id: id(50), index: 2 }, buildMessage({ id: id(51), index: 3, content: 'More.' })],
    {},
  )
  expect(await screen.findByText('Because of scales.')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Replies side by side' })).toBeNull()
})
