// A hidden tab gives up the stream of its reply, and asks now and then whether the reply has ended, to tell its user.
import { getChat, getChatProfile } from '@heddle/contracts/chat/chat'
import i18next from 'i18next'
import { call } from '#shared/api/client.ts'
import { NetworkError } from '#shared/api/errors.ts'
import { markTitle } from '#shared/ui/title-mark.ts'
import { readReadySetting } from './ready-setting.ts'
import { showNotification } from './show-notification.ts'

const pauseMs = 3_000

type Phase = 'idle' | 'sending' | 'generating'

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pauseMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Returns whether the reply has ended; a service that is gone for a while is asked again. */
async function hasEnded(chatId: string, signal: AbortSignal): Promise<boolean> {
  try {
    return !(await call(getChatProfile, { params: { id: chatId }, signal })).chat.is_generating
  } catch (error) {
    if (error instanceof NetworkError) return false
    throw error
  }
}

async function announce(chatId: string, signal: AbortSignal) {
  const { chat } = await call(getChat, { params: { id: chatId }, signal })
  const status = chat.messages.at(-1)?.status
  // The user has stopped it, in another tab.
  if (signal.aborted || status === 'stopped') return
  markTitle()
  if (readReadySetting() !== 'on') return
  const t = i18next.getFixedT(null, 'chat')
  const name = chat.temporary_until === null ? (chat.title ?? t('page.unnamed')) : t('page.temporary')
  await showNotification(t(status === 'completed' ? 'message.done' : 'message.doneFailed'), name, chatId)
}

async function watch(chatId: string, readPhase: () => Phase, signal: AbortSignal) {
  while (readPhase() !== 'idle') {
    await pause(signal)
    if (signal.aborted) return
    if (readPhase() === 'generating' && (await hasEnded(chatId, signal))) return announce(chatId, signal)
  }
}

/** Tells the user that a reply has ended while the page was hidden, by the title and, where it is turned on, by a notification. */
export function watchHiddenReply(chatId: string, readPhase: () => Phase): void {
  if (!document.hidden) return
  const watching = new AbortController()
  document.addEventListener('visibilitychange', () => watching.abort(), { once: true })
  // The chat is gone, or the session; the page says so when it is seen.
  watch(chatId, readPhase, watching.signal).catch(() => undefined)
}
