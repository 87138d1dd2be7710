import { uploadSources } from '@heddle/contracts/collection/source'
import { limits } from '@heddle/contracts/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { acceptedFiles, sortFiles } from '#entities/document/accept.ts'
import { progressIntervalMs } from '#entities/collection/collections.queries.ts'
import { call } from '#shared/api/client.ts'
import { refetchSources } from '../source/source-edit.queries.ts'
import { findFolder } from './file-folders.ts'
import { getUploadQueue, type SendFile } from './upload-queue.ts'

/** Documents, and zips of them. */
export const acceptedUploads = [...acceptedFiles, '.zip']

/** One file a call, so that each has its own progress and result. */
const sendInto =
  (collectionId: string): SendFile =>
  async (file, { allowsDuplicate, onSent, signal }) => {
    const form = new FormData()
    // Chromium would send the path of a file in a chosen folder as its name.
    form.append('files', file, file.name)
    const folder = findFolder(file)?.slice(0, limits.folderCharacters)
    const query = { ...(allowsDuplicate && { allow_duplicate: 'true' }), ...(folder && { folder }) }
    return (await call(uploadSources, { params: { id: collectionId }, query, form, onSent, signal })).results
  }

export type UploadState = ReturnType<typeof useUploads>

/** Returns the uploads into a collection and what is done with them. */
export function useUploads(collectionId: string) {
  const queue = getUploadQueue(collectionId, sendInto(collectionId))
  const state = useSyncExternalStore(queue.subscribe, queue.getUploads)
  return {
    ...state,
    isActive: state.uploads.some((upload) => upload.state !== 'failed'),
    add: (files: readonly File[]) => {
      const { valid, rejected } = sortFiles(files, {
        accept: acceptedUploads,
        bytes: limits.sourceFileBytes,
        room: limits.sourcesPerCollection,
      })
      queue.add(valid, rejected)
    },
    retry: queue.retry.bind(queue),
    remove: queue.remove.bind(queue),
    dismiss: queue.dismiss.bind(queue),
  }
}

/** Shows what is uploaded in the table of the sources, soon after it has arrived. */
export function useRefetchWhileUploading(collectionId: string, isActive: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isActive) return
    const refetch = () => void refetchSources(queryClient, collectionId)
    const timer = setInterval(refetch, progressIntervalMs)
    return () => {
      clearInterval(timer)
      refetch()
    }
  }, [queryClient, collectionId, isActive])
}
