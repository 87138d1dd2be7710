import { getToldContext } from '@heddle/contracts/message/told'
import { queryOptions } from '@tanstack/react-query'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { call } from '#shared/api/client.ts'

/** What the model was told for a reply; a reply that is continued was told again. */
export const toldQuery = (chatId: string, messageId: string) =>
  queryOptions({
    queryKey: [...chatQueries.all, 'told', chatId, messageId],
    queryFn: async ({ signal }) => (await call(getToldContext, { params: { id: chatId, messageId }, signal })).told,
    meta: { silent: true },
  })
