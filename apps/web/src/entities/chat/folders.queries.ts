// The folders of the user's chats: one query, in the order of the drawer.
import { type ChatFolder, queryChatFolders } from '@heddle/contracts/chat/folder'
import { limits } from '@heddle/contracts/limits'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

const folderKey = ['chat-folders'] as const

export const foldersQuery = queryOptions({
  queryKey: folderKey,
  queryFn: async ({ signal }) => {
    const folders: ChatFolder[] = []
    let page_token: string | undefined
    do {
      const page = await call(queryChatFolders, { body: page_token ? { page_token } : { page_size: limits.maxPageSize }, signal })
      folders.push(...page.folders)
      page_token = page.next_page_token
    } while (page_token !== undefined)
    return folders
  },
  staleTime: 60_000,
  // The drawer shows its chats without them.
  meta: { silent: true },
})

/** Reads the folders again: the numbers of their chats have changed. */
export const refetchFolders = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: folderKey })

/** Returns the folder of a chat, once the folders are known. */
export function useFolder(id: string | null): ChatFolder | undefined {
  const { data } = useQuery({ ...foldersQuery, enabled: id !== null })
  return data?.find((folder) => folder.id === id)
}

/** Returns the folders, each with those in it; none while they are unknown. */
export const nestFolders = (folders: readonly ChatFolder[]): { folder: ChatFolder; inner: ChatFolder[] }[] =>
  folders
    .filter(({ parent_id }) => parent_id === null)
    .map((folder) => ({ folder, inner: folders.filter(({ parent_id }) => parent_id === folder.id) }))
