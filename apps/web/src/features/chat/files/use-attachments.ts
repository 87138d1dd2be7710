import type { Chat } from '@heddle/contracts/chat/chat'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#entities/system/config.queries.ts'
import { acceptedFiles, sortFiles } from '#entities/document/accept.ts'
import { type AttachmentStore, getAttachmentStore, type AttachmentUploads } from './attachments.ts'
import { mayRepeat, splitRepeated } from './repeated-files.ts'
import { deleteChatFiles, readChatFile, uploadAttachments } from './upload-file.ts'

export type Attachments = Omit<AttachmentUploads, 'replaced'> & {
  /** The uploaded files, which are sent with the next message. */
  readonly ready: Chat['unsent_files']
  /** Whether the expert accepts files; null while that is not known. */
  readonly acceptsFiles: boolean | null
  /** Why no file can be added; null when one can. */
  readonly blockedReason: string | null
  /** Why the message cannot be sent with these files; null when it can. */
  readonly problem: string | null
  readonly isFull: boolean
  /** The number of replaced files that can be restored. */
  readonly replaced: number
  readonly add: (files: readonly File[]) => void
  /** Replaces the files, if at least one is accepted. */
  readonly replace: (files: readonly File[]) => void
  readonly undoReplace: () => void
  readonly remove: (file: { key: number } | { id: string }) => void
  readonly retry: () => void
  readonly dismissSelection: () => void
}

type AttachmentsOptions = { scope: string; chat: Pick<Chat, 'id' | 'unsent_files'> | null; acceptsFiles: boolean | null }

/**
 * Returns the files of the next message. Before the chat exists they wait for the first message, which creates it; afterwards they are
 * uploaded as soon as they are chosen.
 */
export function useAttachments({ scope, chat, acceptsFiles }: AttachmentsOptions): Attachments {
  const queryClient = useQueryClient()
  const store = getAttachmentStore(scope)
  const chatId = chat?.id ?? null
  const upload = useCallback(() => void (chatId !== null && uploadAttachments(queryClient, chatId, store)), [queryClient, chatId, store])
  return useFileChoice({
    store,
    files: chat?.unsent_files ?? [],
    upload,
    deleteFiles: (ids) => chat && deleteChatFiles(queryClient, chat.id, ids),
    readFile: (id) => readChatFile(chatId ?? '', id),
    acceptsFiles,
  })
}

type FileChoiceOptions = {
  readonly store: AttachmentStore
  /** Those that are uploaded. */
  readonly files: Chat['unsent_files']
  /** Uploads what waits in the store, where there is something to upload it into. */
  readonly upload: () => void
  readonly deleteFiles: (ids: readonly string[]) => void
  /** Reads an uploaded file again, to find one that is chosen twice. */
  readonly readFile?: (id: string) => Promise<Blob>
  /** Null while it is not known. */
  readonly acceptsFiles: boolean | null
}

/** Returns the chosen files of a store, and what is done with them. */
export function useFileChoice({ store, files, upload, deleteFiles, readFile, acceptsFiles }: FileChoiceOptions): Attachments {
  const { t } = useTranslation('chat')
  const { limits } = useConfig()
  const uploads = useSyncExternalStore(store.subscribe, store.getUploads)
  const { attachments, replaced } = uploads
  const ready = files.filter(({ id }) => !replaced?.fileIds.includes(id))
  const readyIds = ready.map(({ id }) => id)
  const isFull = attachments.length + ready.length >= limits.files_per_upload

  const isWaiting = attachments.some(({ state }) => state === 'waiting')
  // Both files that were just chosen and those kept over a reload.
  useEffect(() => {
    if (isWaiting) upload()
  }, [upload, isWaiting])

  const sort = (chosen: readonly File[], room: number) =>
    sortFiles(chosen, { accept: acceptedFiles, bytes: limits.max_file_mb * 1024 * 1024, room })

  async function addNew(chosen: readonly File[]) {
    const uploaded = readFile ? ready.map(({ id, size }) => ({ size, read: () => readFile(id) })) : []
    const attached = [...uploaded, ...attachments.map(({ file }) => ({ size: file.size, read: async () => file }))]
    const { fresh, repeated } = mayRepeat(chosen, attached) ? await splitRepeated(chosen, attached) : { fresh: chosen, repeated: [] }
    const { valid, rejected } = sort(fresh, Math.max(0, limits.files_per_upload - attachments.length - ready.length))
    if (valid.length > 0) deleteFiles(store.dropReplaced())
    store.add(
      valid,
      rejected,
      repeated.map(({ name }) => name),
    )
  }

  function findProblem() {
    if (acceptsFiles === false && attachments.length + ready.length > 0) return t('files.notRead')
    if (attachments.some(({ state }) => state === 'uploading')) return t('files.problem.uploading')
    if (attachments.some(({ state }) => state === 'failed' || state === 'refused')) return t('files.problem.failed')
    // Two tabs may add files concurrently.
    if (attachments.length + ready.length > limits.files_per_upload) return t('files.problem.tooMany', { count: limits.files_per_upload })
    return null
  }

  return {
    ...uploads,
    ready,
    isFull,
    acceptsFiles,
    blockedReason: acceptsFiles === false ? t('files.notRead') : acceptsFiles === null ? t('composer.chooseFirst') : null,
    problem: findProblem(),
    replaced: replaced ? replaced.attachments.length + replaced.fileIds.length : 0,
    add: (chosen) => void addNew(chosen),
    replace(chosen) {
      const { valid, rejected } = sort(chosen, limits.files_per_upload)
      if (valid.length > 0) {
        deleteFiles(store.dropReplaced())
        store.setAside(readyIds)
      }
      store.add(valid, rejected)
    },
    undoReplace() {
      deleteFiles(readyIds)
      store.restoreReplaced()
    },
    remove(file) {
      if ('id' in file) deleteFiles([file.id])
      else store.remove(file.key)
    },
    retry: upload,
    dismissSelection() {
      deleteFiles(store.dropReplaced())
      store.dismissSelection()
    },
  }
}
