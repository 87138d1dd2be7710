// Opens the complete chat page, with the service scripted at the edge of the network.
import type { Chat } from '@heddle/contracts/chat/chat'
import { limits } from '@heddle/contracts/limits'
import type { Message, MessageSource } from '@heddle/contracts/message/message'
import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { buildMessage, questionId } from './scripted-port.ts'
import { renderWithApp } from './render.tsx'
import { respond, getPath, refuse, serve } from './serve.ts'
import { buildChatProfile, buildConfig, buildAssistant, buildSession, id } from './wire.ts'
import { ChatPage } from '#pages/chat/ChatPage.tsx'
import { SharedChatPage } from '#pages/chat/SharedChatPage.tsx'

const assistant = buildAssistant({ description: { default: '' }, recommended_questions: [] })
export const file = { id: id(21), name: 'fibres.csv', media_type: 'text/csv' }
export const source: MessageSource = {
  id: id(22),
  number: 1,
  title: 'fibres.csv',
  passage: '| wool | 40 |',
  page: null,
  score: 0.9,
  file,
}
export const buildQuestion = (fields: Partial<Message> = {}) =>
  buildMessage({ id: questionId, index: 0, role: 'user', content: 'Why does wool shrink?', ...fields })
export const buildReply = (fields: Partial<Message> = {}) => buildMessage({ content: 'Because of its scales [1], not [2].', ...fields })

let nextChat = 100

type Responses = {
  messages?: (() => Response | undefined) | undefined
  sources?: () => Response
  feedback?: () => Response
  pages?: () => Response
  file?: () => Response
  /** To a new, edited, regenerated or continued message. */
  reply?: () => Response
}
type OpenChatOptions = { messages: Message[]; isMine?: boolean; responses?: Responses; target?: string | undefined }

/** Returns the messages that a query asks for. */
function findPage(messages: readonly Message[], search: URLSearchParams): readonly Message[] {
  const around = messages.find(({ id: messageId }) => messageId === search.get('around'))
  const size = Number(search.get('page_size') ?? limits.messagesPerPage)
  const from = around ? Math.max(0, around.index - size / 2) : Number(search.get('from'))
  const end = messages.findIndex(({ id: messageId }) => messageId === search.get('before'))
  return search.has('around') && !around ? [] : messages.slice(from, Math.min(from + size, end))
}

/** Opens a new chat, as running replies are stored by chat; `body(end)` returns the last body sent to the path with that ending. */
export async function openChat({ messages, isMine = true, responses = {}, target }: OpenChatOptions) {
  localStorage.setItem('access_token', 'token')
  localStorage.setItem('refresh_token', 'refresh')
  const abilities = { write: isMine, share: isMine, delete: isMine, fork: !isMine, unshare: false }
  const chat: Chat = {
    ...buildChatProfile({ id: id(nextChat++), assistant, abilities, version: 4 }),
    messages: messages.slice(-limits.messagesPerPage),
    unsent_files: [],
  }
  const requests = serve((request) => {
    const address = getPath(request)
    if (address.endsWith('/auth/me')) return respond(buildSession())
    if (address.endsWith('/config')) return respond(buildConfig())
    if (address.endsWith('/model')) return respond({ models: [] })
    if (address.endsWith('/source')) return responses.sources?.() ?? respond({ sources: [source] })
    if (address.endsWith('/page/query')) return responses.pages?.() ?? respond({ pages: [] })
    if (address.endsWith(`/file/${file.id}`)) return responses.file?.() ?? refuse(404, 'FILE_NOT_FOUND')
    if (address.endsWith('/feedback'))
      return request.method === 'DELETE' ? respond({ success: true }) : (responses.feedback?.() ?? respond({}))
    if (address.endsWith(`/chat/${chat.id}`)) return respond({ chat })
    if (address.endsWith(`/chat/${chat.id}/message`))
      return responses.messages?.() ?? respond({ messages: findPage(messages, new URL(request.url).searchParams) })
    return responses.reply?.() ?? refuse(404, 'NOT_FOUND')
  })
  const view = await renderWithApp(
    <Suspense>
      <Routes>
        <Route path="/chat/:id" element={<ChatPage />} />
        <Route path="/chat/:id/view" element={<SharedChatPage />} />
      </Routes>
    </Suspense>,
    { path: `/chat/${chat.id}${isMine ? '' : '/view'}${target === undefined ? '' : `?message=${target}`}` },
  )
  const sent = (end: string) => requests.filter((request) => getPath(request).endsWith(end))
  return { ...view, sent, body: (end: string): Promise<unknown> => sent(end).at(-1)?.json() ?? Promise.resolve(null) }
}

export const press = async (user: Awaited<ReturnType<typeof openChat>>['user'], name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
