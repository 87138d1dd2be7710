import { importDatasetFile } from '@heddle/contracts/dataset/dataset-file'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { call } from '#shared/api/client.ts'

/** Uploads the file of a dataset. `sent` is the sent share, from 0 to 1. */
export function useImportDatasetFile() {
  const queryClient = useQueryClient()
  const [sent, setSent] = useState(0)
  const running = useRef<AbortController>(null)
  const create = useMutation({
    mutationFn: ({ file, groupId }: { readonly file: File; readonly groupId: string }) => {
      const abort = new AbortController()
      running.current = abort
      setSent(0)
      const form = new FormData()
      form.append('files', file)
      return call(importDatasetFile, { query: { group_id: groupId }, form, onSent: setSent, signal: abort.signal })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: datasetQueries.lists }),
    meta: { silent: true },
  })
  return { create, sent, cancel: () => running.current?.abort() }
}
