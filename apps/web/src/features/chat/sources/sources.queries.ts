import { getMessageSources } from '@heddle/contracts/reply/reply'
import { queryOptions } from '@tanstack/react-query'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { call } from '#shared/api/client.ts'

export const citedSourceQueries = {
  /** The sources of a reply, with the files that still exist. */
  ofMessage: (chatId: string, messageId: string) =>
    queryOptions({
      queryKey: [...chatQueries.all, 'sources', chatId, messageId],
      queryFn: async ({ signal }) => (await call(getMessageSources, { params: { id: chatId, messageId }, signal })).sources,
      meta: { silent: true },
    }),
}
