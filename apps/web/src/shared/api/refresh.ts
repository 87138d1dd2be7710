// One refresh at a time, in this tab and across tabs: a refresh token is good for one rotation, and using an old one ends the session.
import { refreshToken } from '@heddle/contracts/auth'
import { ApiError, readApiError } from './errors.ts'
import { send } from './request.ts'
import { clearSession, readSession, storeSession } from './session-storage.ts'

let running: Promise<string> | undefined

/** An access token newer than `usedToken`. Throws an ApiError of status 401 after clearing the session when there is none to be had. */
export function refreshAccessToken(usedToken: string | null): Promise<string> {
  running ??= acrossTabs(() => rotate(usedToken)).finally(() => {
    running = undefined
  })
  return running
}

// Locks exist only in secure contexts; over plain HTTP on an intranet the server's ten seconds of tolerance for the previous token
// must do.
function acrossTabs(task: () => Promise<string>): Promise<string> {
  const locks = navigator.locks as LockManager | undefined
  return locks ? locks.request('session-refresh', task) : task()
}

async function rotate(usedToken: string | null): Promise<string> {
  const stored = readSession()
  if (stored.accessToken && stored.accessToken !== usedToken) return stored.accessToken
  if (!stored.refreshToken) {
    clearSession()
    throw new ApiError(401, 'AUTH_REQUIRED', 'Sign in first.')
  }
  const response = await send(refreshToken, { body: { refresh_token: stored.refreshToken } }, { accept: 'application/json' })
  if (!response.ok) {
    const error = await readApiError(response)
    // The service being down or busy does not end a session.
    if (error.status < 500 && error.status !== 429) clearSession()
    throw error
  }
  const tokens = refreshToken.schema.response[200].parse(await response.json())
  storeSession(tokens)
  return tokens.access_token
}
