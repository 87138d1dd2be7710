import type { QueryClient } from '@tanstack/react-query'
import { createBrowserRouter, type LoaderFunctionArgs, redirect, type RouteObject } from 'react-router'
import { RouteErrorPage } from '#pages/crash/RouteErrorPage.tsx'
import { paths } from '#shared/paths.ts'
import { isSignedIn } from '#shared/session/session-storage.ts'
import { sessionQueries } from '#shared/session/session.queries.ts'
import { PageLoader } from '#shared/ui/PageLoader.tsx'
import { leaveWhenSessionEnds } from './session-end.ts'

/** Lets only the signed-in through, and remembers where the others wanted to go. */
function requireSession(queryClient: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    const { pathname, search } = new URL(request.url)
    const wanted = pathname + search
    const toLogin = () => redirect(paths.login(wanted === paths.home() ? {} : { next: wanted }))
    if (!isSignedIn()) throw toLogin()
    try {
      await queryClient.ensureQueryData(sessionQueries.me())
    } catch (error) {
      if (!isSignedIn()) throw toLogin()
      throw error
    }
    return null
  }
}

export function appRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      errorElement: <RouteErrorPage />,
      hydrateFallbackElement: <PageLoader />,
      children: [
        { path: '/login', lazy: async () => ({ Component: (await import('#pages/login/LoginPage.tsx')).LoginPage }) },
        { path: '/login/sso/:product', lazy: async () => ({ Component: (await import('#pages/login/LoginPage.tsx')).LoginPage }) },
        { path: '/secretlogin', lazy: async () => ({ Component: (await import('#pages/login/SecretLoginPage.tsx')).SecretLoginPage }) },
        { path: '/logout', lazy: async () => ({ Component: (await import('#pages/logout/LogoutPage.tsx')).LogoutPage }) },
        {
          id: 'shell',
          loader: requireSession(queryClient),
          // The user is read once; moving between pages does not ask again.
          shouldRevalidate: () => false,
          lazy: async () => ({ Component: (await import('./shell/AppShell.tsx')).AppShell }),
          children: [
            {
              errorElement: <RouteErrorPage />,
              children: [
                { path: '/', lazy: async () => ({ Component: (await import('#pages/home/HomePage.tsx')).HomePage }) },
                { path: '/chat/search', lazy: async () => ({ Component: (await import('#pages/history/HistoryPage.tsx')).HistoryPage }) },
                { path: '/chat/:id?', lazy: async () => ({ Component: (await import('#pages/chat/ChatPage.tsx')).ChatPage }) },
                {
                  path: '/chat/:id/view',
                  lazy: async () => ({ Component: (await import('#pages/chat/SharedChatPage.tsx')).SharedChatPage }),
                },
                {
                  path: '/assistant',
                  lazy: async () => ({ Component: (await import('#pages/assistants/AssistantsPage.tsx')).AssistantsPage }),
                },
                { path: '*', lazy: async () => ({ Component: (await import('#pages/not-found/NotFoundPage.tsx')).NotFoundPage }) },
              ],
            },
          ],
        },
      ],
    },
  ]
}

export function createAppRouter(queryClient: QueryClient) {
  const router = createBrowserRouter(appRoutes(queryClient))
  leaveWhenSessionEnds(router, queryClient)
  return router
}
