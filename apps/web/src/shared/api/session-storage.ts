// The tokens in browser storage, under the names of the specification, and who wants to know when they change.
import type { TokenPair } from '@heddle/contracts/auth'

const keys = { access: 'access_token', refresh: 'refresh_token', expires: 'expires_in' } as const

export type StoredSession = { accessToken: string | null; refreshToken: string | null }

type SessionListener = (isSignedIn: boolean) => void
const listeners = new Set<SessionListener>()

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

/** Forgets the tokens and tells the listeners; clearing twice tells once. */
export function clearSession(): void {
  const wasSignedIn = isSignedIn()
  for (const key of Object.values(keys)) localStorage.removeItem(key)
  if (wasSignedIn) tell(false)
}

/** Calls when the session ends, here or in another tab, and when another tab signs in. Returns how to stop. */
export function onSessionChange(listener: SessionListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(signedIn: boolean) {
  for (const listener of listeners) listener(signedIn)
}

// Another tab wrote the refresh token: a key that is null means that it cleared everything.
window.addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== keys.refresh) return
  if (event.newValue === null) tell(false)
  else if (event.oldValue === null) tell(true)
})
