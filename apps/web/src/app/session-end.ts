import type { QueryClient } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router'
import { onSessionChange } from '#shared/api/session-storage.ts'
import { paths } from '#shared/paths.ts'

const publicPath = /^\/(?:login|secretlogin|logout)(?:\/|$)/

/** Takes the person to the sign-in when the session ends, here or in another tab, and back in when another tab signs in. */
export function leaveWhenSessionEnds(router: ReturnType<typeof createBrowserRouter>, queryClient: QueryClient): void {
  onSessionChange((signedIn) => {
    const { pathname, search } = router.state.location
    if (signedIn === !publicPath.test(pathname)) return
    queryClient.clear()
    const wanted = pathname + search
    void router.navigate(signedIn ? paths.home() : paths.login(wanted === paths.home() ? {} : { next: wanted }), { replace: true })
  })
}
