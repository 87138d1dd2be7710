import type { QueryClient } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router'
import { onSessionChange } from '#shared/api/session-storage.ts'
import { resolveWantedPage } from '#entities/auth/wanted-page.ts'
import { paths, toNextSearch } from '#shared/paths.ts'

const publicPath = /^\/(?:login|secretlogin|logout)(?:\/|$)/

/** Redirects to the sign-in when the session ends, in this tab or another, and to the wanted page when another tab signs in. */
export function leaveWhenSessionEnds(router: ReturnType<typeof createBrowserRouter>, queryClient: QueryClient): void {
  onSessionChange((signedIn) => {
    const { pathname, search } = router.state.location
    if (signedIn === !publicPath.test(pathname)) return
    if (signedIn) {
      queryClient.clear()
      return void router.navigate(resolveWantedPage(new URLSearchParams(search)), { replace: true })
    }
    void router.navigate(paths.login(toNextSearch(pathname + search)), { replace: true })
  })
}
