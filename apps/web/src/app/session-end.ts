import type { QueryClient } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router'
import { onSessionChange } from '#shared/api/session-storage.ts'
import { paths } from '#shared/paths.ts'

const publicPath = /^\/(?:login|secretlogin|logout)(?:\/|$)/

/** Redirects to the sign-in when the session ends, in this tab or another, and back when another tab signs in. */
export function leaveWhenSessionEnds(router: ReturnType<typeof createBrowserRouter>, queryClient: QueryClient): void {
  onSessionChange((signedIn) => {
    const { pathname, search } = router.state.location
    if (signedIn === !publicPath.test(pathname)) return
    if (signedIn) {
      queryClient.clear()
      return void router.navigate(paths.home(), { replace: true })
    }
    const wanted = pathname + search
    void router.navigate(paths.login(wanted === paths.home() ? {} : { next: wanted }), { replace: true })
  })
}
