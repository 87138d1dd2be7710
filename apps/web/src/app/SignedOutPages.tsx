import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { configQuery } from '#entities/system/config.queries.ts'

/** The layout of the pages that need no session. Drops the data of the one that ended, once the pages that read it are gone. */
export function SignedOutPages() {
  const queryClient = useQueryClient()
  useEffect(() => {
    queryClient.removeQueries({ predicate: ({ queryKey: [domain] }) => domain !== configQuery.queryKey[0] })
    queryClient.getMutationCache().clear()
  }, [queryClient])
  return <Outlet />
}
