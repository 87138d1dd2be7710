import { getWorkflow } from '@heddle/contracts/workflow'
import { queryOptions } from '@tanstack/react-query'
import { readDraftCopy } from '#entities/workflow/draft-copies.ts'
import { call } from '#shared/api/client.ts'
import type { DraftCopy } from './saving/draft-saver.ts'

/** The workflow, and the draft that an earlier visit could not save. Read at each visit: the builder itself knows what is newer. */
export const builderQuery = (id: string, copyKey: string) =>
  queryOptions({
    queryKey: ['builder', id],
    queryFn: async ({ signal }) => {
      const [{ workflow }, copy] = await Promise.all([call(getWorkflow, { params: { id }, signal }), readDraftCopy(copyKey)])
      return { workflow, copy: copy as DraftCopy | null }
    },
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { silent: true },
  })
