import { beginOidcLogin, externalLogin, finishOidcLogin, login, type SignInResult, type TokenPair } from '@heddle/contracts/auth/auth'
import type { SignInChallenge } from '@heddle/contracts/auth/challenge'
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
export function useBeginSession() {
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

/** How a first step ended: signed in, or with the challenge of a second step. `next` is known of a provider. */
export type SignInEnd = { readonly next?: string | null } & (
  | { readonly challenge?: undefined }
  | { readonly challenge: SignInChallenge; readonly method: string }
)

/** Returns a function that begins the session of a sign-in which has ended, or passes on the challenge of one that has not. */
function useEndFirstStep() {
  const beginSession = useBeginSession()
  return useCallback(
    async (method: string, result: SignInResult): Promise<SignInEnd> => {
      if ('challenge' in result) return { challenge: result.challenge, method }
      await beginSession(method, result)
      return {}
    },
    [beginSession],
  )
}

const requestSignIn = ({ key, type }: FormMethod, { name, password }: Credentials): Promise<SignInResult> => {
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
  const endFirstStep = useEndFirstStep()
  return useMutation({
    mutationFn: async (credentials: Credentials) => endFirstStep(method.key, await requestSignIn(method, credentials)),
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

/** Finishes a sign-in, or its first step, with the provider's parameters; the path to open is in the result. */
export function useFinishOidcLogin(product: string) {
  const endFirstStep = useEndFirstStep()
  return useCallback(
    async (parameters: Record<string, string>): Promise<SignInEnd> => {
      const { next, ...result } = await call(finishOidcLogin, { params: { product }, body: { parameters } })
      return { ...(await endFirstStep(product, result)), next }
    },
    [endFirstStep, product],
  )
}
