import { beginOidcLogin, externalLogin, finishOidcLogin, login, type TokenPair } from '@heddle/contracts/auth/auth'
import type { LoginMethod } from '@heddle/contracts/tenant/login-method'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionQueries } from '#entities/auth/session.queries.ts'
import { keepWantedPage } from '#entities/auth/wanted-page.ts'
import { call } from '#shared/api/client.ts'
import { ApiError } from '#shared/api/errors.ts'
import { clearSession, storeSession } from '#shared/api/session-storage.ts'
import { notifyError } from '#shared/notify/describe-error.ts'
import { releaseSignIn, type FormMethod, rememberMethod } from './login-methods.ts'

/** Returns a function that clears the previous user's data, stores the tokens, and reads the user. */
function useBeginSession() {
  const queryClient = useQueryClient()
  return useCallback(
    async (method: string, tokens: TokenPair) => {
      clearSession()
      queryClient.clear()
      storeSession(tokens)
      rememberMethod(method)
      releaseSignIn()
      await queryClient.fetchQuery(sessionQueries.me())
    },
    [queryClient],
  )
}

/** Returns the seconds until a throttled sign-in may be retried; null for any other error. */
export function findRetryAfter(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'AUTH_THROTTLED') return null
  return typeof error.params.retry_after === 'number' ? error.params.retry_after : 60
}

export type Credentials = { readonly name: string; readonly password: string }

const requestTokens = ({ key, type }: FormMethod, { name, password }: Credentials): Promise<TokenPair> => {
  if (type === 'email') return call(login, { body: { email: name, password } })
  if (type === 'account') return call(login, { body: { account: name, password } })
  return call(externalLogin, { params: { product: key }, body: { mem_id: name, mem_password: password } })
}

const wrongNames = { email: null, account: 'wrong_account', member: 'wrong_member_id', ldap: 'wrong_member_id' } as const

/** Replaces the code for wrong credentials by the one whose text names the fields of this form. */
function specifyError(error: unknown, type: FormMethod['type']): unknown {
  const reason = wrongNames[type]
  if (!(error instanceof ApiError) || error.code !== 'AUTH_LOGIN_FAILED' || reason === null) return error
  return new ApiError(error.status, error.code, error.message, { ...error.params, reason }, { cause: error, requestId: error.requestId })
}

/** Signs in with a name and a password. The form itself shows a waiting time. */
export function useSignIn(method: FormMethod) {
  const { t } = useTranslation('errors')
  const beginSession = useBeginSession()
  return useMutation({
    mutationFn: async (credentials: Credentials) => beginSession(method.key, await requestTokens(method, credentials)),
    onError: (error) => findRetryAfter(error) ?? notifyError(t, specifyError(error, method.type)),
    meta: { silent: true },
  })
}

/** Redirects to the provider; pending until the page is left. `instead` replaces the history entry. */
export function useLeaveForProvider({ instead = false }: { instead?: boolean } = {}) {
  const leave = useMutation({
    mutationFn: async ({ method, next }: { method: LoginMethod; next: string }) => {
      const { authorization_url: url } = await call(beginOidcLogin, { params: { product: method.key }, body: { next } })
      releaseSignIn()
      keepWantedPage(next)
      if (instead) window.location.replace(url)
      else window.location.assign(url)
    },
    meta: { silent: instead },
  })
  const { reset } = leave

  // The back button may restore the page from the cache, still pending.
  useEffect(() => {
    const handleShow = (event: PageTransitionEvent) => event.persisted && reset()
    window.addEventListener('pageshow', handleShow)
    return () => window.removeEventListener('pageshow', handleShow)
  }, [reset])

  return { leave: leave.mutate, isLeaving: leave.isPending || leave.isSuccess, error: leave.error, forgetError: reset }
}

/** Finishes a sign-in with the provider's parameters, and returns the path to open. */
export function useFinishOidcLogin(product: string) {
  const beginSession = useBeginSession()
  return useCallback(
    async (parameters: Record<string, string>): Promise<string | null> => {
      const { next, ...tokens } = await call(finishOidcLogin, { params: { product }, body: { parameters } })
      await beginSession(product, tokens)
      return next
    },
    [beginSession, product],
  )
}
