import { logout } from '@heddle/contracts/auth/auth'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { dropAllKeptFiles } from '#entities/chat/kept-files.ts'
import { dropAllDraftCopies } from '#entities/workflow/draft-copies.ts'
import { call } from '#shared/api/client.ts'
import { clearSession, readSession } from '#shared/api/session-storage.ts'
import { holdSignIn } from './login-methods.ts'

/** Ends the session on the service and in this browser, here also when the service is unreachable. */
export function useLogout(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    const { refreshToken } = readSession()
    try {
      if (refreshToken) await call(logout, { body: { refresh_token: refreshToken } })
    } catch {
      // Signing out always succeeds in this browser; the token expires by itself.
    } finally {
      holdSignIn()
      clearSession()
      queryClient.clear()
      void dropAllKeptFiles()
      void dropAllDraftCopies()
    }
  }, [queryClient])
}
