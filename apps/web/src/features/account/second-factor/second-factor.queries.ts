// The user's own second factors and recovery codes.
import {
  acknowledgeFactorReset,
  beginPasskeyEnrolment,
  beginTotpEnrolment,
  deleteSecondFactor,
  finishPasskeyEnrolment,
  finishTotpEnrolment,
  getSecondFactors,
  renameSecondFactor,
  replaceRecoveryCodes,
} from '@heddle/contracts/auth/second-factor'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { createPasskey } from '#entities/auth/second-factor/passkeys.ts'
import { sessionQueries } from '#entities/auth/session.queries.ts'
import { call } from '#shared/api/client.ts'
import { mySessions } from '../me.queries.ts'

export const factorsQuery = queryOptions({
  queryKey: ['session', 'second-factor'],
  queryFn: ({ signal }) => call(getSecondFactors, { signal }),
  meta: { silent: true },
})

/** Reads again what a factor that was added or removed changes: the list, the sessions that ended, and what is asked of the user. */
const refresh = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: mySessions().queryKey }),
    queryClient.invalidateQueries({ queryKey: sessionQueries.me().queryKey }),
  ])

/** A mutation whose error its dialog shows. */
function useFactorChange<Given, Result>(change: (given: Given) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => refresh(queryClient), meta: { silent: true } })
}

export const useBeginAuthenticator = () => useMutation({ mutationFn: () => call(beginTotpEnrolment), meta: { silent: true } })

export const useFinishAuthenticator = () =>
  useFactorChange((body: { challenge_id: string; totp: string; name: string }) => call(finishTotpEnrolment, { body }))

export const useAddPasskey = () =>
  useFactorChange(async (name: string) => {
    const { challenge_id: id, options } = await call(beginPasskeyEnrolment)
    return call(finishPasskeyEnrolment, { body: { challenge_id: id, passkey: await createPasskey(options), name } })
  })

export const useRenameFactor = (id: string) =>
  useFactorChange((name: string) => call(renameSecondFactor, { params: { id }, body: { name } }))

export const useDeleteFactor = (id: string) => useFactorChange(() => call(deleteSecondFactor, { params: { id } }))

export const useReplaceRecoveryCodes = () => useFactorChange(() => call(replaceRecoveryCodes))

export function useAcknowledgeReset() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(acknowledgeFactorReset),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionQueries.me().queryKey }),
  })
}
