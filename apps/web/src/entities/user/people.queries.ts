import { queryUsers } from '@heddle/contracts/user/user'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

export const peopleQueries = {
  /** The users to choose from, by keyword. */
  list: (keyword: string) =>
    queryOptions({
      queryKey: ['people', keyword],
      queryFn: async ({ signal }) => (await call(queryUsers, { body: { page_size: 20, ...(keyword && { keyword }) }, signal })).users,
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
}
