import type { QueryClient } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router'
import { sessionQueries } from '#entities/auth/session.queries.ts'
import { onPasswordRequired } from '#shared/api/client.ts'
import { paths, toNextSearch } from '#shared/paths.ts'

/** Redirects the user to the choice of a password as soon as the service requires it, also in the middle of a session. */
export function choosePasswordFirst(router: ReturnType<typeof createBrowserRouter>, queryClient: QueryClient): void {
  onPasswordRequired(() => {
    const { pathname, search } = router.state.location
    if (pathname === paths.password()) return
    // The cached user does not know yet that a password is required.
    void queryClient.fetchQuery({ ...sessionQueries.me(), staleTime: 0 }).then(({ user }) => {
      if (!user.must_change_password || router.state.location.pathname === paths.password()) return
      void router.navigate(paths.password(toNextSearch(pathname + search)), { replace: true })
    })
  })
}
