import { queryGroups } from '@heddle/contracts/group'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { TablePage } from '../table/table.ts'
import type { EndpointRequest, EndpointResponse } from '@heddle/contracts/endpoint'

type GroupsAsked = EndpointRequest<typeof queryGroups>['body']
export type ListedGroup = EndpointResponse<typeof queryGroups>['groups'][number]

export const groupQueries = {
  all: ['groups'] as const,
  /** One page of the groups that the person may see. */
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
