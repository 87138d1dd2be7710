// The tokens in browser storage, under the names of the specification, and the listeners of their changes.
import type { TokenPair } from '@heddle/contracts/auth/auth'
import { createEvent } from '../external-store.ts'

const keys = { access: 'access_token', refresh: 'refresh_token', expires: 'expires_in' } as const

export type StoredSession = { accessToken: string | null; refreshToken: string | null }

const changed = createEvent<[isSignedIn: boolean]>()

export function readSession(): StoredSession {
  return { accessToken: localStorage.getItem(keys.access), refreshToken: localStorage.getItem(keys.refresh) }
}

export function isSignedIn(): boolean {
  const { accessToken, refreshToken } = readSession()
  return accessToken !== null || refreshToken !== null
}

export function storeSession(tokens: TokenPair): void {
  localStorage.setItem(keys.access, tokens.access_token)
  localStorage.setItem(keys.refresh, tokens.refresh_token)
  localStorage.setItem(keys.expires, String(tokens.expires_in))
}

/** Removes the tokens and notifies the listeners, once for repeated calls. */
export function clearSession(): void {
  const wasSignedIn = isSignedIn()
  for (const key of Object.values(keys)) localStorage.removeItem(key)
  if (wasSignedIn) changed.emit(false)
}

/** Calls the listener when the session ends, in this tab or another, and when another tab signs in. Returns the function that unsubscribes. */
export const onSessionChange = changed.subscribe

// A page that the Back button restores from the browser's cache has missed what happened meanwhile.
let wasSignedIn = false
window.addEventListener('pagehide', () => {
  wasSignedIn = isSignedIn()
})
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && isSignedIn() !== wasSignedIn) changed.emit(isSignedIn())
})

// Another tab wrote the refresh token; a null key means that it cleared the storage.
window.addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== keys.refresh) return
  if (event.newValue === null) changed.emit(false)
  else if (event.oldValue === null) changed.emit(true)
})
