import { type Chat, setChatTitle } from '@heddle/contracts/chat'
import type { ReplyDoneEvent } from '@heddle/contracts/reply-stream'
import type { QueryClient } from '@tanstack/react-query'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { call } from '#shared/api/client.ts'
import { changeChat } from './chat-cache.ts'

/**
 * After its first complete reply, has the model name a chat that is called after its question. It was not asked for, so that a
 * failure is not shown.
 */
export async function nameChat(queryClient: QueryClient, chatId: string, { status, message }: ReplyDoneEvent): Promise<void> {
  const chat = queryClient.getQueryData<Chat>(chatQueries.detail(chatId).queryKey)
  const [question] = chat?.messages ?? []
  const isFirst = message.index === 1 && message.siblings.count === 1
  if (status !== 'completed' || !isFirst || !chat?.abilities.write || !question || !isTitleOfQuestion(chat.title, question.content)) return
  await runInOneTab(`title.${chatId}`, async () => {
    const { chat: named } = await call(setChatTitle, { params: { id: chatId }, body: { content: question.content } })
    await changeChat(queryClient, chatId, (known) => ({ ...known, title: named.title }))
  }).catch(() => undefined)
}

/** Whether a title is the beginning of the question, as the service gives it to a new chat. */
function isTitleOfQuestion(title: string | null, question: string): boolean {
  return title === null || question.trim().replaceAll(/\s+/g, ' ').startsWith(title.replace(/…$/, ''))
}

/** Every tab that shows the chat sees the reply end. Locks are missing where the site has no TLS; then each tab asks. */
async function runInOneTab(name: string, task: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return task()
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? task() : undefined))
}
