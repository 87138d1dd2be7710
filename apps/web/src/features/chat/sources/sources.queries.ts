import { getMessageSources } from '@heddle/contracts/chat'
import { getChatFile, queryChatFilePages } from '@heddle/contracts/chat-file'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { call, sendSignedIn } from '#shared/api/client.ts'

export const sourceQueries = {
  /** What a reply cites, with the files that are still there. */
  ofMessage: (chatId: string, messageId: string) =>
    queryOptions({
      queryKey: [...chatQueries.all, 'sources', chatId, messageId],
      queryFn: async ({ signal }) => (await call(getMessageSources, { params: { id: chatId, messageId }, signal })).sources,
      meta: { silent: true },
    }),
  /** A file as it was uploaded. It never changes, and is let go soon after it was last looked at. */
  file: (chatId: string, fileId: string) =>
    queryOptions({
      queryKey: [...chatQueries.all, 'file', chatId, fileId],
      queryFn: async ({ signal }) => (await sendSignedIn(getChatFile, { params: { id: chatId, fileId }, signal }, '*/*')).blob(),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      meta: { silent: true },
    }),
  /** One page of what was read of a file, and whether there is another after it. */
  filePage: (chatId: string, fileId: string, number: number) =>
    queryOptions({
      queryKey: [...chatQueries.all, 'file-page', chatId, fileId, number],
      queryFn: async ({ signal }) => {
        const { pages, next_page_token } = await call(queryChatFilePages, {
          params: { id: chatId, fileId },
          body: { from: number, page_size: 1 },
          signal,
        })
        return { page: pages[0] ?? null, hasNext: next_page_token !== undefined }
      },
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
}
