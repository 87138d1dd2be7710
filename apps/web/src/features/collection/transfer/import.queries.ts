import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { importCollection } from '@heddle/contracts/collection/collection-file'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { collectionQueries } from '#entities/collection/collections.queries.ts'
import { modelsKey } from '#entities/model/models.queries.ts'
import { call } from '#shared/api/client.ts'

type Import = { readonly file: File; readonly query: EndpointRequest<typeof importCollection>['query'] }

/** Uploads the file of a collection. `sent` is the sent share, from 0 to 1. */
export function useImportCollection() {
  const queryClient = useQueryClient()
  const [sent, setSent] = useState(0)
  const running = useRef<AbortController>(null)
  const create = useMutation({
    mutationFn: ({ file, query }: Import) => {
      const abort = new AbortController()
      running.current = abort
      setSent(0)
      const form = new FormData()
      form.append('files', file)
      return call(importCollection, { query, form, onSent: setSent, signal: abort.signal })
    },
    // A question is about a model that has gone since the names were read.
    onSuccess: ({ collection }) => queryClient.invalidateQueries({ queryKey: collection ? collectionQueries.lists : modelsKey }),
    meta: { silent: true },
  })
  return { create, sent, cancel: () => running.current?.abort() }
}
