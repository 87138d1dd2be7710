import type { EndpointRequest } from '@heddle/contracts/endpoint'
import {
  createGroup,
  deleteGroup,
  findGroupCandidate,
  getGroup,
  getGroupAssets,
  type Group,
  type GroupMember,
  putGroupMember,
  queryGroupMembers,
  removeGroupMember,
  updateGroup,
} from '@heddle/contracts/group/group'
import type { MembershipRole } from '@heddle/contracts/roles'
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { groupQueries } from '#entities/group/groups.queries.ts'
import { sessionQueries } from '#entities/auth/session.queries.ts'
import { call } from '#shared/api/client.ts'
import type { TablePage } from '#shared/table/table.ts'

const createGroupKey = (id: string) => [...groupQueries.all, 'one', id] as const

export const oneGroupQueries = {
  profile: (id: string) =>
    queryOptions({
      queryKey: [...createGroupKey(id), 'profile'],
      queryFn: async ({ signal }) => (await call(getGroup, { params: { id }, signal })).group,
      meta: { silent: true },
    }),
  assets: (id: string) =>
    queryOptions({
      queryKey: [...createGroupKey(id), 'assets'],
      queryFn: async ({ signal }) => (await call(getGroupAssets, { params: { id }, signal })).assets,
      meta: { silent: true },
    }),
  members: (id: string, asked: EndpointRequest<typeof queryGroupMembers>['body']) =>
    queryOptions({
      queryKey: [...createGroupKey(id), 'members', asked],
      queryFn: async ({ signal }): Promise<TablePage<GroupMember>> => {
        const { members, ...page } = await call(queryGroupMembers, { params: { id }, body: asked, signal })
        return { rows: members, ...page }
      },
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  /** The users who could become members. */
  candidates: (id: string, keyword: string) =>
    queryOptions({
      queryKey: [...createGroupKey(id), 'candidates', keyword],
      queryFn: async ({ signal }) => (await call(findGroupCandidate, { params: { id }, body: { keyword, page_size: 20 }, signal })).users,
      meta: { silent: true },
    }),
}

/** Caches the group of a response, and invalidates the lists of groups and members. */
function cacheGroup(queryClient: QueryClient, group: Group) {
  queryClient.setQueryData(oneGroupQueries.profile(group.id).queryKey, group)
  return queryClient.invalidateQueries({ queryKey: groupQueries.all })
}

type NewGroup = EndpointRequest<typeof createGroup>['body']['group']
type Details = EndpointRequest<typeof updateGroup>['body']['group']

export function useCreateGroup() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (group: NewGroup) => (await call(createGroup, { body: { group } })).group,
    onSuccess: (group) => cacheGroup(queryClient, group),
    meta: { silent: true },
  })
}

export function useUpdateGroup(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (group: Details) => (await call(updateGroup, { params: { id }, body: { group } })).group,
    onSuccess: (group) => cacheGroup(queryClient, group),
    meta: { silent: true },
  })
}

export function useDeleteGroup(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (moveTo: string | undefined) => call(deleteGroup, { params: { id }, query: { move_to: moveTo } }),
    onSuccess: async () => {
      queryClient.removeQueries({ queryKey: createGroupKey(id) })
      await queryClient.invalidateQueries({ queryKey: groupQueries.all })
      // The user's own memberships change too.
      await queryClient.invalidateQueries({ queryKey: sessionQueries.me().queryKey })
    },
    meta: { silent: true },
  })
}

/** Changes a membership, and invalidates the group's member count and the user's own rights. */
function useMembershipChange<Given extends { userId: string }>(change: (given: Given) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (_, { userId }) => {
      await queryClient.invalidateQueries({ queryKey: groupQueries.all })
      const me = queryClient.getQueryData(sessionQueries.me().queryKey)?.user
      if (me?.id === userId) await queryClient.invalidateQueries({ queryKey: sessionQueries.me().queryKey })
    },
  })
}

export const usePutGroupMember = (id: string) =>
  useMembershipChange(({ userId, role }: { userId: string; role: MembershipRole }) =>
    call(putGroupMember, { params: { id, userId }, body: { role } }),
  )

export const useRemoveGroupMember = (id: string) =>
  useMembershipChange(({ userId }: { userId: string }) => call(removeGroupMember, { params: { id, userId } }))
