import { type Chat, setChatTitle } from '@heddle/contracts/chat/chat'
import type { ReplyDoneEvent } from '@heddle/contracts/reply/reply-stream'
import type { QueryClient } from '@tanstack/react-query'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { call } from '#shared/api/client.ts'
import { changeChat } from './chat-cache.ts'

/**
 * Generates a title after the first complete reply of a chat whose title is still its question. The user did not request it, so a failure
 * is not shown.
 */
export async function nameChat(queryClient: QueryClient, chatId: string, { status, message }: ReplyDoneEvent): Promise<void> {
  const chat = queryClient.getQueryData<Chat>(chatQueries.detail(chatId).queryKey)
  const [question] = chat?.messages ?? []
  const isFirst = message.index === 1 && (message.siblings.count === 1 || message.comparison_id !== undefined)
  // A temporary chat has no title.
  if (chat?.temporary_until) return
  if (status !== 'completed' || !isFirst || !chat?.abilities.write || !question || !isTitleOfQuestion(chat.title, question.content)) return
  await runInOneTab(`title.${chatId}`, async () => {
    const { chat: named } = await call(setChatTitle, { params: { id: chatId }, body: { content: question.content } })
    await changeChat(queryClient, chatId, (known) => ({ ...known, title: named.title }))
  }).catch(() => undefined)
}

/** Returns whether a title is the beginning of the question, which the service gives to a new chat. */
function isTitleOfQuestion(title: string | null, question: string): boolean {
  return title === null || question.trim().replaceAll(/\s+/g, ' ').startsWith(title.replace(/…$/, ''))
}

/** Runs the task in one of the tabs that show the chat. Web Locks are missing without TLS; then every tab runs it. */
async function runInOneTab(name: string, task: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return task()
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? task() : undefined))
}
