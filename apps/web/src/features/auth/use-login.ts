import { login } from '@heddle/contracts/auth'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { clearSession, storeSession } from '#shared/session/session-storage.ts'
import { sessionQueries } from '#shared/session/session.queries.ts'

export type Credentials = EndpointRequest<typeof login>['body']

/** Signs in: forgets whoever was here before, keeps the tokens, and reads the user. */
export function useLogin() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      const tokens = await call(login, { body: credentials })
      clearSession()
      queryClient.clear()
      storeSession(tokens)
      await queryClient.fetchQuery(sessionQueries.me())
    },
  })
}
