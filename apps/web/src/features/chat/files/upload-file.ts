import { deleteChatFile, getChatFile, uploadChatFiles, type UploadResult, uploadTestFiles } from '@heddle/contracts/chat/chat-file'
import type { Chat } from '@heddle/contracts/chat/chat'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { call, sendSignedIn } from '#shared/api/client.ts'
import { ApiError } from '#shared/api/errors.ts'
import { notifyError } from '#shared/notify/describe-error.ts'
import { type AttachmentStore, FileRefusedError, getAttachmentStore, type UploadFile } from './attachments.ts'

type Sent = { readonly form: FormData; readonly onSent: (share: number) => void; readonly signal: AbortSignal }

/** One file a call, so that each has its own progress and result. */
const uploadBy =
  (send: (sent: Sent) => Promise<{ results: readonly UploadResult[] }>): UploadFile =>
  async (file, onSent, signal) => {
    const form = new FormData()
    form.append('files', file)
    const { results } = await send({ form, onSent, signal }).catch((error: unknown) => {
      // A refusal of the service is final.
      throw error instanceof ApiError && error.status < 500 && error.status !== 429 ? new FileRefusedError(error.code) : error
    })
    const [result] = results
    if (result?.state === 'ready') return result
    throw new FileRefusedError(result?.error.code ?? 'CHAT_FILE_UPLOAD_FAILED')
  }

export const uploadTestFile = uploadBy((sent) => call(uploadTestFiles, sent))

/** `change` must be idempotent. */
async function changeUnsent(
  queryClient: QueryClient,
  chatId: string,
  change: (files: Chat['unsent_files']) => Chat['unsent_files'],
): Promise<void> {
  const { queryKey } = chatQueries.detail(chatId)
  const apply = () => queryClient.setQueryData<Chat>(queryKey, (chat) => chat && { ...chat, unsent_files: change(chat.unsent_files) })
  apply()
  // A read in flight would restore the old state, and so does its cancellation.
  await queryClient.cancelQueries({ queryKey, exact: true })
  apply()
}

/** Uploads the files of a store into its chat. Resolves when every file has been uploaded or has failed. */
export function uploadAttachments(queryClient: QueryClient, chatId: string, store: AttachmentStore): Promise<void> {
  const upload = uploadBy((sent) => call(uploadChatFiles, { params: { id: chatId }, ...sent }))
  return store.upload(upload, ({ id, name, media_type, size, findings }) =>
    changeUnsent(queryClient, chatId, (files) => [...files.filter((known) => known.id !== id), { id, name, media_type, size, findings }]),
  )
}

/** Reads the content of an uploaded file. */
export const readChatFile = async (chatId: string, fileId: string): Promise<Blob> =>
  (await sendSignedIn(getChatFile, { params: { id: chatId, fileId } }, '*/*')).blob()

/** Removes the files from the composer; returns their ids, which are sent with the message. */
export function takeFilesToSend(queryClient: QueryClient, chatId: string, scope: string): string[] {
  const store = getAttachmentStore(scope)
  deleteChatFiles(queryClient, chatId, store.dropReplaced())
  store.dismissSelection()
  const files = queryClient.getQueryData<Chat>(chatQueries.detail(chatId).queryKey)?.unsent_files ?? []
  void changeUnsent(queryClient, chatId, () => [])
  return files.map(({ id }) => id)
}

/** Deletes files of the chat optimistically; the chat is read again when that fails. */
export function deleteChatFiles(queryClient: QueryClient, chatId: string, fileIds: readonly string[]): void {
  void changeUnsent(queryClient, chatId, (files) => files.filter(({ id }) => !fileIds.includes(id)))
  for (const fileId of fileIds)
    call(deleteChatFile, { params: { id: chatId, fileId } }).catch((error: unknown) => {
      notifyError(i18next.getFixedT(null, 'errors'), error)
      void queryClient.invalidateQueries({ queryKey: chatQueries.detail(chatId).queryKey })
    })
}
