import { onSessionChange } from '#shared/api/session-storage.ts'
import type { ReplyStore } from './reply-store.ts'

/** Tells a store when the network returns, the tab is hidden or seen, and the session ends. Returns the function that ends that. */
export function followPage(store: ReplyStore, onSessionEnd: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const stopListening = onSessionChange(onSessionEnd)
  window.addEventListener('online', () => store.wake(), { signal })
  store.setHidden(document.hidden)
  document.addEventListener('visibilitychange', () => store.setHidden(document.hidden), { signal })
  return () => {
    listening.abort()
    stopListening()
  }
}
