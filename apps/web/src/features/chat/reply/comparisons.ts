// Replies that are made beside each other: what the server says of a comparison, in the cache, and a reply store for each of them that is
// not on the shown path, which the store of the chat follows.
import type { Chat } from '@heddle/contracts/chat/chat'
import type { Message } from '@heddle/contracts/message/message'
import { type Comparison, compareReplies, type CompareRepliesBody, followReply, getComparison } from '@heddle/contracts/reply/comparison'
import { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { usageLimitKey } from '#entities/usage-limit/usage-limit.queries.ts'
import { call } from '#shared/api/client.ts'
import { openEventStream } from '#shared/api/event-stream.ts'
import { changeChat } from './chat-cache.ts'
import { toLiveReply } from './live-reply.ts'
import { followPage } from './follow-page.ts'
import { ReplyStore } from './reply-store.ts'

/** Below the key of its chat: what reads the chat again reads this again. */
export const comparisonQuery = (chatId: string, id: string) =>
  queryOptions({
    queryKey: [...chatQueries.detail(chatId).queryKey, 'comparison', id],
    queryFn: async ({ signal }) => (await call(getComparison, { params: { id: chatId, comparisonId: id }, signal })).comparison,
    meta: { silent: true },
  })

const listReplies = ({ candidates }: Comparison) => candidates.flatMap(({ reply }) => reply ?? [])

/** Puts a comparison into the cache, and what is known now of its reply on the shown path into the chat. */
export async function putComparison(queryClient: QueryClient, chatId: string, comparison: Comparison): Promise<void> {
  queryClient.setQueryData(comparisonQuery(chatId, comparison.id).queryKey, comparison)
  const replies = listReplies(comparison)
  await changeChat(queryClient, chatId, (chat) => ({
    ...chat,
    messages: chat.messages.map((known) => replies.find(({ id }) => id === known.id) ?? known),
  }))
}

/** Puts a reply that has ended into the comparison that it is part of. */
export function putComparedReply(queryClient: QueryClient, chatId: string, reply: Message): void {
  if (reply.comparison_id === undefined) return
  queryClient.setQueryData<Comparison>(
    comparisonQuery(chatId, reply.comparison_id).queryKey,
    (known) =>
      known && {
        ...known,
        candidates: known.candidates.map((candidate) => (candidate.reply?.id === reply.id ? { ...candidate, reply } : candidate)),
      },
  )
}

/** Returns whether one of the replies beside this one is being made. */
function hasRunningReply(queryClient: QueryClient, chatId: string, { comparison_id: id = '' }: Message): boolean {
  const comparison = queryClient.getQueryData(comparisonQuery(chatId, id).queryKey)
  return comparison !== undefined && listReplies(comparison).some(({ status }) => status === 'generating')
}

/** Asks for a comparison, and follows its reply on the shown path: the stream is that of a sent message. */
export async function openComparison(queryClient: QueryClient, chatId: string, body: CompareRepliesBody, signal: AbortSignal) {
  const params = { id: chatId }
  const { comparison, user_message, reply, version, title } = await call(compareReplies, { params, body, signal })
  queryClient.setQueryData(comparisonQuery(chatId, comparison.id).queryKey, comparison)
  async function* follow(): AsyncGenerator<ReplyStreamEvent, void, void> {
    const conversation_id = queryClient.getQueryData(chatQueries.detail(chatId).queryKey)?.conversation_id ?? chatId
    yield { type: 'accepted', user_message, reply, version, conversation_id }
    if (title !== null) yield { type: 'title', title }
    yield* await openEventStream(followReply, ReplyStreamEvent, { params: { id: chatId, messageId: reply.id }, signal })
  }
  return follow()
}

const stores = new WeakMap<QueryClient, Map<string, ReplyStore>>()

/** Returns the store of a running reply that is not on the shown path; null when it is not followed. */
export const findComparedStore = (queryClient: QueryClient, replyId: string): ReplyStore | null =>
  stores.get(queryClient)?.get(replyId) ?? null

/** Follows a running reply that is not on the shown path to its end. */
export function followComparedReply(queryClient: QueryClient, chat: Pick<Chat, 'id' | 'version'>, reply: Message): void {
  const ofClient = stores.get(queryClient) ?? new Map<string, ReplyStore>()
  stores.set(queryClient, ofClient)
  if (ofClient.has(reply.id)) return
  const { queryKey } = chatQueries.detail(chat.id)
  const params = { id: chat.id, messageId: reply.id }
  const end = () => {
    leavePage()
    ofClient.delete(reply.id)
  }
  const store = new ReplyStore({
    submit: () => Promise.reject(new Error('A compared reply is asked for with its comparison')),
    rejoin: (signal) => openEventStream(followReply, ReplyStreamEvent, { params, signal }),
    stop: () => Promise.resolve(),
    onAccepted: () => undefined,
    onTitle: () => undefined,
    onRefused: () => undefined,
    onDone: ({ message, version, remaining_requests }) => {
      end()
      putComparedReply(queryClient, chat.id, message)
      void queryClient.invalidateQueries({ queryKey: usageLimitKey })
      void changeChat(queryClient, chat.id, (known) => ({
        ...known,
        remaining_requests,
        version: Math.max(known.version, version),
        is_generating: known.messages.at(-1)?.status === 'generating' || hasRunningReply(queryClient, chat.id, message),
      }))
    },
    onStale: () => {
      end()
      void queryClient.invalidateQueries({ queryKey })
    },
    requestFrame: (callback) => void requestAnimationFrame(callback),
  })
  const leavePage = followPage(store, () => {
    store.close()
    end()
  })
  ofClient.set(reply.id, store)
  store.rejoin(reply.id, toLiveReply(reply), chat.version)
}
