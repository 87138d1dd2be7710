import { deleteChatFile, uploadChatFiles } from '@heddle/contracts/chat-file'
import type { Chat } from '@heddle/contracts/chat'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { ApiError } from '#shared/api/errors.ts'
import { chatQueries } from '#shared/chats/chats.queries.ts'
import { type AttachmentStore, FileRefusedError, type UploadFile } from './attachments.ts'

/** One file a call, so that each has its own progress and its own end. */
const uploadInto =
  (chatId: string): UploadFile =>
  async (file, onSent, signal) => {
    const form = new FormData()
    form.append('files', file)
    const { results } = await call(uploadChatFiles, { params: { id: chatId }, form, onSent, signal }).catch((error: unknown) => {
      // What the service says of the file, or of the chat, it will say again.
      throw error instanceof ApiError && error.status < 500 && error.status !== 429 ? new FileRefusedError(error.code) : error
    })
    const [result] = results
    if (result?.state === 'ready') return result
    throw new FileRefusedError(result?.error.code ?? 'CHAT_FILE_UPLOAD_FAILED')
  }

const changeUnsent = (queryClient: QueryClient, chatId: string, change: (files: Chat['unsent_files']) => Chat['unsent_files']) =>
  queryClient.setQueryData<Chat>(
    chatQueries.detail(chatId).queryKey,
    (chat) => chat && { ...chat, unsent_files: change(chat.unsent_files) },
  )

/** Uploads what a store holds into its chat. Resolves when every file has arrived, or said why not. */
export function uploadAttachments(queryClient: QueryClient, chatId: string, store: AttachmentStore): Promise<void> {
  return store.upload(uploadInto(chatId), ({ id, name, media_type, size }) =>
    changeUnsent(queryClient, chatId, (files) => [...files.filter((known) => known.id !== id), { id, name, media_type, size }]),
  )
}

/** Takes the files out of the composer, and answers their ids: they go with the message that is being sent. */
export function takeUnsentFiles(queryClient: QueryClient, chatId: string): string[] {
  const files = queryClient.getQueryData<Chat>(chatQueries.detail(chatId).queryKey)?.unsent_files ?? []
  changeUnsent(queryClient, chatId, () => [])
  return files.map(({ id }) => id)
}

export function useDeleteChatFile(chatId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (fileId: string) => call(deleteChatFile, { params: { id: chatId, fileId } }),
    onMutate: (fileId) => void changeUnsent(queryClient, chatId, (files) => files.filter(({ id }) => id !== fileId)),
    onError: () => queryClient.invalidateQueries({ queryKey: chatQueries.detail(chatId).queryKey }),
  })
}
