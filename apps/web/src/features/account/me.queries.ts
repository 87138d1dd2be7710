// The user's own profile, personal instructions and sessions.
import { endSession, querySessions, updatePassword } from '@heddle/contracts/auth/auth'
import type { EndpointRequest, EndpointResponse } from '@heddle/contracts/endpoint'
import { setPersonalInstructions } from '@heddle/contracts/preference/preference'
import { updateUserEmail, updateUserProfile, type User } from '@heddle/contracts/user/user'
import { infiniteQueryOptions, type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionQueries } from '#entities/auth/session.queries.ts'
import { instructionsQuery } from '#entities/preference/preference.queries.ts'
import { call } from '#shared/api/client.ts'

const cacheMe = (queryClient: QueryClient, user: User) =>
  queryClient.setQueryData(sessionQueries.me().queryKey, (session) => session && { ...session, user })

export function useUpdateProfile(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (user: EndpointRequest<typeof updateUserProfile>['body']['user']) =>
      call(updateUserProfile, { params: { id }, body: { user } }),
    onSuccess: ({ user }) => cacheMe(queryClient, user),
    meta: { silent: true },
  })
}

export function useUpdateEmail(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof updateUserEmail>['body']) => call(updateUserEmail, { params: { id }, body }),
    onSuccess: ({ user }) => cacheMe(queryClient, user),
    meta: { silent: true },
  })
}

/** Changes the user's own password, which ends every other session, and reads the user again: `must_change_password` is reset. */
export function useUpdatePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: EndpointRequest<typeof updatePassword>['body']) => {
      await call(updatePassword, { body })
      await Promise.all([
        queryClient.fetchQuery({ ...sessionQueries.me(), staleTime: 0 }),
        queryClient.invalidateQueries({ queryKey: mySessions().queryKey }),
      ])
    },
    meta: { silent: true },
  })
}

export function useSetInstructions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: EndpointRequest<typeof setPersonalInstructions>['body']) =>
      (await call(setPersonalInstructions, { body })).instructions,
    onSuccess: (instructions) => queryClient.setQueryData(instructionsQuery.queryKey, instructions),
    meta: { silent: true },
  })
}

const pageSize = 10

export const mySessions = () =>
  infiniteQueryOptions({
    queryKey: ['session', 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(querySessions, { body: pageParam ? { page_token: pageParam } : { page_size: pageSize }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_page_token,
    meta: { silent: true },
  })

const removeSession = <P>({ pages, pageParams }: InfiniteData<EndpointResponse<typeof querySessions>, P>, id: string) => ({
  pageParams,
  pages: pages.map((page) => ({ ...page, sessions: page.sessions.filter((session) => session.id !== id) })),
})

export function useEndSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onSuccess: (_answer, id) => queryClient.setQueryData(mySessions().queryKey, (data) => data && removeSession(data, id)),
    // The session may have ended already.
    onError: () => queryClient.invalidateQueries({ queryKey: mySessions().queryKey }),
  })
}
