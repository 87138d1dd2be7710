import { deleteFolderFile, listFolderFiles, uploadFolderFiles } from '@heddle/contracts/chat/folder-file'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { ApiError } from '#shared/api/errors.ts'

export const folderFilesQuery = (folderId: string) =>
  queryOptions({
    queryKey: ['chat-folder-files', folderId],
    queryFn: async ({ signal }) => (await call(listFolderFiles, { params: { id: folderId }, signal })).files,
    meta: { silent: true },
  })

export type RefusedFile = { readonly name: string; readonly error: ApiError }

/** Puts one file into a folder; returns why it is refused, or null. */
async function uploadFile(folderId: string, file: File): Promise<RefusedFile | null> {
  const form = new FormData()
  form.append('files', file)
  try {
    const { results } = await call(uploadFolderFiles, { params: { id: folderId }, form })
    const [result] = results
    if (result?.state !== 'refused') return null
    const { code, message, params } = result.error
    return { name: file.name, error: new ApiError(0, code, message, params) }
  } catch (error) {
    // What is refused of one file says nothing of the next.
    if (error instanceof ApiError && error.status < 500) return { name: file.name, error }
    throw error
  }
}

/** Puts files into a folder, a request each; returns those that are refused. */
export function useUploadFolderFiles(folderId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (files: readonly File[]) => {
      const refused: RefusedFile[] = []
      for (const file of files) refused.push(...[await uploadFile(folderId, file)].filter((one) => one !== null))
      return refused
    },
    onSettled: () => queryClient.invalidateQueries(folderFilesQuery(folderId)),
    meta: { silent: true },
  })
}

export function useDeleteFolderFile(folderId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (fileId: string) => call(deleteFolderFile, { params: { id: folderId, fileId } }),
    onSettled: () => queryClient.invalidateQueries(folderFilesQuery(folderId)),
    meta: { silent: true },
  })
}
