import type { Chat } from '@heddle/contracts/chat'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#shared/config/config.queries.ts'
import { acceptedFiles, sortFiles } from './accept.ts'
import { getAttachmentStore, type Uploads } from './attachments.ts'
import { uploadAttachments, useDeleteChatFile } from './upload-file.ts'

export type Attachments = Uploads & {
  /** What has arrived and goes with the next message. */
  readonly ready: Chat['unsent_files']
  /** Why no file can be taken; null when one can. */
  readonly blockedReason: string | null
  /** Why no message can be sent while the files are as they are. */
  readonly problem: string | null
  readonly isFull: boolean
  readonly add: (files: readonly File[]) => void
  readonly remove: (file: { key: number } | { id: string }) => void
  readonly retry: () => void
  readonly dismissSelection: () => void
}

type Place = { scope: string; chat: Pick<Chat, 'id' | 'unsent_files'> | null; acceptsFiles: boolean | null }

/**
 * The files of the next message. Before the chat exists they wait for the first message, which makes it; afterwards they are
 * uploaded as soon as they are chosen.
 */
export function useAttachments({ scope, chat, acceptsFiles }: Place): Attachments {
  const { t } = useTranslation('chat')
  const { limits } = useConfig()
  const queryClient = useQueryClient()
  const store = getAttachmentStore(scope)
  const uploads = useSyncExternalStore(store.subscribe, store.getUploads)
  const deleteFile = useDeleteChatFile(chat?.id ?? '')
  const ready = chat?.unsent_files ?? []
  const { attachments } = uploads
  const isFull = attachments.length + ready.length >= limits.files_per_upload

  const upload = () => chat && void uploadAttachments(queryClient, chat.id, store)

  function problemOf() {
    if (attachments.some(({ state }) => state === 'uploading')) return t('files.problem.uploading')
    if (attachments.some(({ state }) => state === 'failed' || state === 'refused')) return t('files.problem.failed')
    // Two tabs may have added some at once.
    if (attachments.length + ready.length > limits.files_per_upload) return t('files.problem.tooMany', { count: limits.files_per_upload })
    return null
  }

  return {
    ...uploads,
    ready,
    isFull,
    blockedReason: acceptsFiles === false ? t('files.notRead') : acceptsFiles === null ? t('composer.chooseFirst') : null,
    problem: problemOf(),
    add(files) {
      const room = isFull ? limits.files_per_upload : limits.files_per_upload - attachments.length - ready.length
      const { valid, rejected } = sortFiles(files, { accept: acceptedFiles, bytes: limits.max_file_mb * 1024 * 1024, room })
      // What is chosen when there is no more room takes the place of what was there, if it can.
      if (isFull && valid.length > 0) {
        store.clear()
        for (const { id } of ready) deleteFile.mutate(id)
      }
      store.add(valid, rejected)
      upload()
    },
    remove(file) {
      if ('id' in file) deleteFile.mutate(file.id)
      else store.remove(file.key)
    },
    retry: () => void upload(),
    dismissSelection: () => store.dismissSelection(),
  }
}
