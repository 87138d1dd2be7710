import type { QueryClient } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router'
import { configQuery } from '#entities/config/config.queries.ts'
import { onSessionChange } from '#shared/api/session-storage.ts'
import { paths } from '#shared/paths.ts'

const publicPath = /^\/(?:login|secretlogin|logout)(?:\/|$)/

/** Takes the user to the sign-in when the session ends, here or in another tab, and back in when another tab signs in. */
export function leaveWhenSessionEnds(router: ReturnType<typeof createBrowserRouter>, queryClient: QueryClient): void {
  onSessionChange((signedIn) => {
    const { pathname, search } = router.state.location
    if (signedIn === !publicPath.test(pathname)) return
    if (signedIn) {
      queryClient.clear()
      return void router.navigate(paths.home(), { replace: true })
    }
    const wanted = pathname + search
    const left = router.navigate(paths.login(wanted === paths.home() ? {} : { next: wanted }), { replace: true })
    // The pages of the session read its data until the sign-in replaces them: without it they would ask for it, and crash.
    void left.then(() => {
      queryClient.removeQueries({ predicate: ({ queryKey: [domain] }) => domain !== configQuery.queryKey[0] })
      queryClient.getMutationCache().clear()
    })
  })
}
