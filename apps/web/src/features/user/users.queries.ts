import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { queryUserGroups } from '@heddle/contracts/group/group'
import type { UserRole } from '@heddle/contracts/roles'
import { getTenant } from '@heddle/contracts/tenant/tenant'
import {
  createUser,
  deleteUser,
  getUserProfile,
  queryUsers,
  resetPassword,
  resetSecondFactor,
  updateUserEmail,
  updateUserProfile,
  updateUserRole,
  updateUserStatus,
  updateUserStatuses,
  type User,
  type UserStatus,
} from '@heddle/contracts/user/user'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { groupQueries } from '#entities/group/groups.queries.ts'
import { sessionQueries } from '#entities/auth/session.queries.ts'
import { call } from '#shared/api/client.ts'
import type { TablePage } from '#shared/table/table.ts'

export const userQueries = {
  all: ['users'] as const,
  lists: () => [...userQueries.all, 'list'] as const,
  list: (asked: EndpointRequest<typeof queryUsers>['body']) =>
    queryOptions({
      queryKey: [...userQueries.lists(), asked],
      queryFn: async ({ signal }): Promise<TablePage<User>> => {
        const { users, ...page } = await call(queryUsers, { body: asked, signal })
        return { rows: users, ...page }
      },
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  profile: (id: string) =>
    queryOptions({
      queryKey: [...userQueries.all, 'profile', id],
      queryFn: async ({ signal }) => (await call(getUserProfile, { params: { id }, signal })).user,
      meta: { silent: true },
    }),
  groups: (id: string) =>
    infiniteQueryOptions({
      // Below the key of the groups, because every change of a group invalidates this list.
      queryKey: [...groupQueries.all, 'of-user', id],
      queryFn: ({ pageParam, signal }) => call(queryUserGroups, { params: { id }, body: { page_token: pageParam, page_size: 20 }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_page_token,
      meta: { silent: true },
    }),
  /** The days for which the private chats of a deleted user are kept. */
  retentionDays: (tenantId: string) =>
    queryOptions({
      queryKey: [...userQueries.all, 'retention', tenantId],
      queryFn: async ({ signal }) => (await call(getTenant, { params: { id: tenantId }, signal })).tenant.retention_days,
      staleTime: 60_000,
      meta: { silent: true },
    }),
}

/** Caches the user of a response, and invalidates the lists that show it. */
function cacheUser(queryClient: QueryClient, user: User) {
  queryClient.setQueryData(userQueries.profile(user.id).queryKey, user)
  queryClient.setQueryData(sessionQueries.me().queryKey, (session) => (session?.user.id === user.id ? { ...session, user } : session))
  void queryClient.invalidateQueries({ queryKey: userQueries.lists() })
  void queryClient.invalidateQueries({ queryKey: groupQueries.all })
}

/** A mutation that returns the changed user. The caller shows its error. */
function useUserChange<Given>(change: (given: Given) => Promise<{ user: User }>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (given: Given) => (await change(given)).user,
    onSuccess: (user) => cacheUser(queryClient, user),
    meta: { silent: true },
  })
}

type NewUser = EndpointRequest<typeof createUser>['body']
type Profile = EndpointRequest<typeof updateUserProfile>['body']['user']

export const useCreateUser = () => useUserChange((body: NewUser) => call(createUser, { body }))

export const useUpdateUserProfile = (id: string) =>
  useUserChange((user: Profile) => call(updateUserProfile, { params: { id }, body: { user } }))

export const useUpdateUserEmail = (id: string) =>
  useUserChange((body: EndpointRequest<typeof updateUserEmail>['body']) => call(updateUserEmail, { params: { id }, body }))

export const useUpdateUserRole = (id: string) => useUserChange((role: UserRole) => call(updateUserRole, { params: { id }, body: { role } }))

export const useUpdateUserStatus = () =>
  useUserChange(({ id, status }: { id: string; status: UserStatus }) => call(updateUserStatus, { params: { id }, body: { status } }))

export function useUpdateUserStatuses() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof updateUserStatuses>['body']) => call(updateUserStatuses, { body }),
    onSuccess: ({ users }) => users.forEach((user) => cacheUser(queryClient, user)),
    meta: { silent: true },
  })
}

export const useResetSecondFactor = () => useUserChange((id: string) => call(resetSecondFactor, { params: { id } }))

export function useResetPassword(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => call(resetPassword, { params: { id }, body: { password } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: userQueries.profile(id).queryKey }),
    meta: { silent: true },
  })
}

export function useDeleteUser() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteUser, { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: userQueries.profile(id).queryKey })
      void queryClient.invalidateQueries({ queryKey: userQueries.lists() })
      void queryClient.invalidateQueries({ queryKey: groupQueries.all })
    },
    meta: { silent: true },
  })
}

/** Returns a function that invalidates the lists after an import. */
export function useForgetUserLists() {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: userQueries.lists() })
    void queryClient.invalidateQueries({ queryKey: groupQueries.all })
  }
}
