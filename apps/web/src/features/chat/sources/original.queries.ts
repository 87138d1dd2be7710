import type { MessageSource } from '@heddle/contracts/message/message'
import { type CitedOriginal, getCitedContent, getCitedPage } from '@heddle/contracts/citation/cited-original'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import type { PagePosition, ReadableDocument } from '#entities/document/document.queries.ts'
import { call, sendSignedIn } from '#shared/api/client.ts'

/** The ids of a source of a message of a chat. */
export type CitedKey = { readonly id: string; readonly messageId: string; readonly sourceId: MessageSource['id'] }

const createKey = ({ id, messageId, sourceId }: CitedKey) => [...chatQueries.all, 'original', id, messageId, sourceId] as const

export const originalQueries = {
  /** A page of the original of a cited passage, with where the passage stands on it. */
  page: (cited: CitedKey, { page, at }: PagePosition) =>
    queryOptions({
      queryKey: [...createKey(cited), 'place', page, at],
      queryFn: ({ signal }) => call(getCitedPage, { params: { ...cited, page }, query: { at }, signal }),
      meta: { silent: true },
    }),
}

/** The original of a cited passage, for the preview. */
export const toOriginalDocument = (
  queryClient: QueryClient,
  cited: CitedKey,
  { name, media_type: mediaType }: CitedOriginal,
): ReadableDocument => ({
  key: createKey(cited),
  name,
  mediaType,
  fetchContent: (options) => sendSignedIn(getCitedContent, { params: cited, ...options }, '*/*'),
  readPage: async (position) => {
    const { page } = await queryClient.ensureQueryData(originalQueries.page(cited, position))
    return { page, hasNext: page.number < page.page_count }
  },
})
