import { queryGroups } from '@heddle/contracts/group/group'
import { queryOptions } from '@tanstack/react-query'
import type { EndpointRequest, EndpointResponse } from '@heddle/contracts/endpoint'
import { call } from '#shared/api/client.ts'
import type { TablePage } from '#shared/table/table.ts'

type GroupsAsked = EndpointRequest<typeof queryGroups>['body']
export type ListedGroup = EndpointResponse<typeof queryGroups>['groups'][number]

export const groupQueries = {
  all: ['groups'] as const,
  /** One page of the groups that the user may see. */
  list: (asked: GroupsAsked) =>
    queryOptions({
      queryKey: [...groupQueries.all, 'list', asked],
      queryFn: async ({ signal }): Promise<TablePage<ListedGroup>> => {
        const { groups, ...page } = await call(queryGroups, { body: asked, signal })
        return { rows: groups, ...page }
      },
      meta: { silent: true },
    }),
}
