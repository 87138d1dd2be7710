import type { QueryClient } from '@tanstack/react-query'
import i18next, { type FlatNamespace } from 'i18next'
import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, redirect, type RouteObject } from 'react-router'
import { sessionQueries } from '#entities/session/session.queries.ts'
import { fromTag, languageToShow, toTag } from '#i18n/language.ts'
import { RouteErrorPage } from '#pages/crash/RouteErrorPage.tsx'
import { isSignedIn } from '#shared/api/session-storage.ts'
import { paths } from '#shared/paths.ts'
import { PageLoader } from '#shared/ui/PageLoader.tsx'
import { choosePasswordFirst, nextOf } from './password-first.ts'
import { leaveWhenSessionEnds } from './session-end.ts'

/**
 * Lets only the signed-in through, and remembers where the others wanted to go; so it does with those who have to choose a
 * password first. Who has chosen no language in this browser gets that of the profile.
 */
function requireSession(queryClient: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    const { pathname, search } = new URL(request.url)
    const wanted = nextOf(pathname + search)
    const toLogin = () => redirect(paths.login(pathname === paths.password() ? {} : wanted))
    if (!isSignedIn()) throw toLogin()
    try {
      const { user, tenant } = await queryClient.ensureQueryData(sessionQueries.me())
      const language = languageToShow(tenant, user.language)
      if (fromTag(i18next.language) !== language) await i18next.changeLanguage(toTag(language))
      if (user.must_change_password && pathname !== paths.password()) throw redirect(paths.password(wanted))
    } catch (error) {
      if (!isSignedIn()) throw toLogin()
      throw error
    }
    return null
  }
}

/** A page with its words, loaded together, so that it never appears in parts. */
function page(load: () => Promise<ComponentType>, ...namespaces: FlatNamespace[]) {
  return async () => {
    const [Component] = await Promise.all([load(), i18next.loadNamespaces(namespaces)])
    return { Component }
  }
}

const settingsRoutes: RouteObject[] = [
  { path: '/settings/me', lazy: page(async () => (await import('#pages/settings/MePage.tsx')).MePage, 'settings') },
  { path: '/settings/group', lazy: page(async () => (await import('#pages/settings/GroupsPage.tsx')).GroupsPage, 'group', 'table') },
  { path: '/settings/group/:id', lazy: page(async () => (await import('#pages/settings/GroupPage.tsx')).GroupPage, 'group', 'table') },
  { path: '/settings/user', lazy: page(async () => (await import('#pages/settings/UsersPage.tsx')).UsersPage, 'user', 'group', 'table') },
  { path: '/settings/user/:id', lazy: page(async () => (await import('#pages/settings/UserPage.tsx')).UserPage, 'user', 'group', 'table') },
  { path: '/settings/tenant', lazy: page(async () => (await import('#pages/settings/TenantsPage.tsx')).TenantsPage, 'tenant') },
  { path: '/settings/tenant/:id', lazy: page(async () => (await import('#pages/settings/TenantPage.tsx')).TenantPage, 'tenant') },
  {
    path: '/settings/feedback',
    lazy: page(async () => (await import('#pages/settings/FeedbackPage.tsx')).FeedbackPage, 'feedback', 'table'),
  },
  {
    path: '/settings/limit',
    lazy: page(async () => (await import('#pages/settings/LimitsPage.tsx')).LimitsPage, 'limit', 'table', 'form'),
  },
  { path: '/settings/audit', lazy: page(async () => (await import('#pages/settings/AuditPage.tsx')).AuditPage, 'audit', 'table') },
]

function appRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      errorElement: <RouteErrorPage />,
      hydrateFallbackElement: <PageLoader />,
      children: [
        { path: '/login', lazy: page(async () => (await import('#pages/login/LoginPage.tsx')).LoginPage, 'auth') },
        { path: '/login/sso/:product', lazy: page(async () => (await import('#pages/login/LoginPage.tsx')).LoginPage, 'auth') },
        { path: '/secretlogin', lazy: page(async () => (await import('#pages/login/SecretLoginPage.tsx')).SecretLoginPage, 'auth') },
        { path: '/logout', lazy: page(async () => (await import('#pages/logout/LogoutPage.tsx')).LogoutPage, 'auth') },
        {
          path: '/password',
          loader: requireSession(queryClient),
          lazy: page(async () => (await import('#pages/password/PasswordPage.tsx')).PasswordPage, 'settings', 'form', 'auth', 'shell'),
        },
        {
          id: 'shell',
          loader: requireSession(queryClient),
          // The user is read once; moving between pages does not ask again.
          shouldRevalidate: () => false,
          lazy: page(async () => (await import('./shell/AppShell.tsx')).AppShell, 'shell', 'history'),
          children: [
            {
              errorElement: <RouteErrorPage />,
              children: [
                { path: '/', lazy: page(async () => (await import('#pages/home/HomePage.tsx')).HomePage, 'home', 'assistant', 'history') },
                {
                  path: '/chat/search',
                  lazy: page(async () => (await import('#pages/history/HistoryPage.tsx')).HistoryPage, 'history', 'table'),
                },
                { path: '/chat/:id?', lazy: page(async () => (await import('#pages/chat/ChatPage.tsx')).ChatPage, 'chat', 'assistant') },
                {
                  path: '/chat/:id/view',
                  lazy: page(async () => (await import('#pages/chat/SharedChatPage.tsx')).SharedChatPage, 'chat'),
                },
                {
                  path: '/assistant',
                  lazy: page(async () => (await import('#pages/assistants/AssistantsPage.tsx')).AssistantsPage, 'assistant'),
                },
                { path: '/settings', loader: () => redirect(paths.me()) },
                {
                  lazy: page(async () => (await import('#pages/settings/SettingsLayout.tsx')).SettingsLayout, 'settings', 'form'),
                  children: settingsRoutes,
                },
                { path: '*', lazy: page(async () => (await import('#pages/not-found/NotFoundPage.tsx')).NotFoundPage) },
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
  choosePasswordFirst(router, queryClient)
  return router
}
