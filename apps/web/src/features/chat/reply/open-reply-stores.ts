// The reply store of each chat, outside React: a reply is read on while its chat is not on the screen.
import { continueReply, editMessage, regenerateReply, rejoinReply, sendMessage, stopGeneration } from '@heddle/contracts/reply/reply'
import type { Message } from '@heddle/contracts/message/message'
import { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { announceChatChange } from '#entities/chat/chat-changes.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { modelsKey } from '#entities/model/models.queries.ts'
import { call } from '#shared/api/client.ts'
import { openEventStream } from '#shared/api/event-stream.ts'
import { notify } from '#shared/notify/notify.ts'
import { notifyError } from '#shared/notify/describe-error.ts'
import { toEditScope, forgetSubmission, returnSubmission } from '../draft/drafts.ts'
import { usageLimitKey } from '#entities/usage-limit/usage-limit.queries.ts'
import { nameChat } from './name-chat.ts'
import { changeChat, applyQuestion, applyReply } from './chat-cache.ts'
import { openComparison, putComparedReply } from './comparisons.ts'
import { followPage } from './follow-page.ts'
import { ReplyStore } from './reply-store.ts'
import type { Submission } from './submission.ts'

const stores = new WeakMap<QueryClient, Map<string, ReplyStore>>()

/** Returns the store of a chat; refused text returns to the draft of `scope`. */
export function getReplyStore(queryClient: QueryClient, chatId: string, scope: string): ReplyStore {
  const ofClient = stores.get(queryClient) ?? new Map<string, ReplyStore>()
  stores.set(queryClient, ofClient)
  const store = ofClient.get(chatId) ?? createReplyStore(queryClient, chatId, scope)
  ofClient.set(chatId, store)
  return store
}

function createReplyStore(queryClient: QueryClient, chatId: string, scope: string): ReplyStore {
  const params = { id: chatId }
  const reportError = (error: unknown) => notifyError(i18next.getFixedT(null, 'errors'), error)
  const reread = () => void queryClient.invalidateQueries({ queryKey: chatQueries.detail(chatId).queryKey })
  const rereadUsage = () => void queryClient.invalidateQueries({ queryKey: usageLimitKey })

  const store = new ReplyStore({
    submit: (submission, signal) => open(queryClient, chatId, submission, signal),
    rejoin: (signal) => openEventStream(rejoinReply, ReplyStreamEvent, { params, signal }),
    stop: () =>
      call(stopGeneration, { params }).catch((error: unknown) => {
        reportError(error)
        throw error
      }),
    onAccepted: (event, submission) => {
      const written = submission && findDraftScope(scope, submission)
      if (written) forgetSubmission(written)
      // Other tabs read the chat then, find the running reply, and follow it.
      if (submission) announceChatChange(chatId)
      if (submission) announceReplacedModel(queryClient, submission, event.reply)
      void changeChat(queryClient, chatId, (chat) => applyQuestion(chat, event))
    },
    onTitle: (title) => void changeChat(queryClient, chatId, (chat) => ({ ...chat, title })),
    onDone: (event) => {
      rereadUsage()
      putComparedReply(queryClient, chatId, event.message)
      void changeChat(queryClient, chatId, (chat) => applyReply(chat, event)).then(() => {
        // The chat has gone on from a blind comparison: who made its reply is no longer hidden.
        if (queryClient.getQueryData(chatQueries.detail(chatId).queryKey)?.messages.some(isMadeByHidden)) reread()
        return nameChat(queryClient, chatId, event)
      })
    },
    onRefused: (error, submission) => {
      rereadUsage()
      const written = findDraftScope(scope, submission)
      if (written) returnSubmission(written)
      reportError(error)
      reread()
    },
    onStale: reread,
    requestFrame: (callback) => void requestAnimationFrame(callback),
  })
  // What waits for the network must not be sent in the name of the next account.
  followPage(store, () => {
    const { submission } = store.getStatus()
    const written = submission && findDraftScope(scope, submission)
    if (written) returnSubmission(written)
    store.close()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && store.getStatus().phase !== 'idle') void watchHidden(chatId, store)
  })
  return store
}

/** Loaded when a tab is hidden; without it, the user sees the end of the reply with the tab. */
const watchHidden = (chatId: string, store: ReplyStore) =>
  import('#entities/chat/ready/watch-hidden-reply.ts').then(
    ({ watchHiddenReply }) => watchHiddenReply(chatId, () => store.getStatus().phase),
    () => undefined,
  )

/** Shows that another model answers than the one that was sent, which was disabled meanwhile. */
function announceReplacedModel(queryClient: QueryClient, submission: Submission, { model }: Message) {
  const sentId = 'model' in submission.body ? submission.body.model?.id : undefined
  if (!model || sentId === undefined || model.id === sentId) return
  notify({ message: i18next.getFixedT(null, 'chat')('choice.replaced', { name: model.name }) })
  void queryClient.invalidateQueries({ queryKey: modelsKey })
}

/** Whether a reply before the last one does not say who made it. */
const isMadeByHidden = ({ role, model, comparison_id: comparisonId }: Message, index: number, all: readonly Message[]) =>
  role === 'assistant' && comparisonId !== undefined && model === null && index < all.length - 1

/** Returns the scope of the draft that the submission came from; null without one. */
function findDraftScope(scope: string, submission: Submission): string | null {
  if (submission.kind === 'send' || submission.kind === 'compare') return scope
  return submission.kind === 'edit' ? toEditScope(scope, submission.messageId) : null
}

function open(queryClient: QueryClient, chatId: string, submission: Submission, signal: AbortSignal) {
  if (submission.kind === 'send') {
    return openEventStream(sendMessage, ReplyStreamEvent, { params: { id: chatId }, body: submission.body, signal })
  }
  if (submission.kind === 'compare') return openComparison(queryClient, chatId, submission.body, signal)
  const params = { id: chatId, messageId: submission.messageId }
  switch (submission.kind) {
    case 'edit':
      return openEventStream(editMessage, ReplyStreamEvent, { params, body: submission.body, signal })
    case 'regenerate':
      return openEventStream(regenerateReply, ReplyStreamEvent, { params, body: submission.body, signal })
    case 'continue':
      return openEventStream(continueReply, ReplyStreamEvent, { params, body: submission.body, signal })
  }
}
