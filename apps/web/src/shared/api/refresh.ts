// One refresh at a time, in this tab and across tabs: a refresh token is valid for one rotation, and reuse ends the session.
import { refreshToken } from '@heddle/contracts/auth/auth'
import { ApiError, readApiError } from './errors.ts'
import { send } from './request.ts'
import { clearSession, readSession, storeSession } from './session-storage.ts'

let running: Promise<string> | undefined

/** Returns an access token newer than `usedToken`. Clears the session and throws an ApiError of status 401 when the refresh is refused. */
export function refreshAccessToken(usedToken: string | null): Promise<string> {
  running ??= runAcrossTabs(() => rotate(usedToken)).finally(() => {
    running = undefined
  })
  return running
}

// Web Locks exist only in secure contexts; over plain HTTP on an intranet the server's ten seconds of grace for the previous token have
// to suffice.
function runAcrossTabs(task: () => Promise<string>): Promise<string> {
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
    // A service that is down or busy does not end the session.
    if (error.status < 500 && error.status !== 429) clearSession()
    throw error
  }
  const tokens = refreshToken.schema.response[200].parse(await response.json())
  storeSession(tokens)
  return tokens.access_token
}
