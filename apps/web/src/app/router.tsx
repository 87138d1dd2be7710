import type { Permission } from '@heddle/contracts/permissions'
import type { QueryClient } from '@tanstack/react-query'
import i18next, { type FlatNamespace } from 'i18next'
import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, redirect, replace, type RouteObject, useParams, useRouteError } from 'react-router'
import { sessionQueries, usePermission } from '#entities/auth/session.queries.ts'
import { resolveWantedPage } from '#entities/auth/wanted-page.ts'
import { fromTag, resolveLanguage, toTag } from '#i18n/language.ts'
import { CrashPage } from '#pages/crash/CrashPage.tsx'
import { NotAllowedPage } from '#pages/not-allowed/NotAllowedPage.tsx'
import { type SettingsPage, settingsPages } from '#pages/settings/settings-pages.ts'
import { isSignedIn } from '#shared/api/session-storage.ts'
import { paths, toNextSearch } from '#shared/paths.ts'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'
import { choosePasswordFirst } from './password-first.ts'
import { leaveWhenSessionEnds } from './session-end.ts'
import { SignedOutPages } from './SignedOutPages.tsx'
import type { HelpHandle } from './shell/HelpLink.tsx'
import { type ShellPage, shellPages } from './shell/shell-pages.ts'

/**
 * Returns a loader that redirects to the sign-in, or to the choice of a password where one is required, and remembers the requested
 * page. Switches to the profile's language when none was chosen in this browser.
 */
function requireSession(queryClient: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    const { pathname, search } = new URL(request.url)
    const wanted = toNextSearch(pathname + search)
    const toLogin = () => redirect(paths.login(pathname === paths.password() ? {} : wanted))
    if (!isSignedIn()) throw toLogin()
    try {
      const { user, tenant } = await queryClient.ensureQueryData(sessionQueries.me())
      const language = resolveLanguage(tenant, user.language)
      if (fromTag(i18next.language) !== language) await i18next.changeLanguage(toTag(language))
      if (user.must_change_password && pathname !== paths.password()) throw redirect(paths.password(wanted))
    } catch (error) {
      if (!isSignedIn()) throw toLogin()
      throw error
    }
    return null
  }
}

/**
 * Leads a user who is signed in past the sign-in, also one who comes back from a provider: another tab has signed in meanwhile, and a
 * second session would take the first one's place under the pages of that tab.
 */
function skipSignIn({ request }: LoaderFunctionArgs) {
  if (isSignedIn()) throw replace(resolveWantedPage(new URL(request.url).searchParams))
  return null
}

/** Returns a loader of a page and its texts together, so that the page never appears in parts. */
function createPageLoader(load: () => Promise<ComponentType>, ...namespaces: FlatNamespace[]) {
  return async () => {
    const [Component] = await Promise.all([load(), i18next.loadNamespaces(namespaces)])
    return { Component }
  }
}

/** Returns the page, or for a user without the permission the word that it is not allowed. */
function guardPage(Page: ComponentType, permission: Permission): ComponentType {
  return function GuardedPage() {
    return usePermission(permission) ? <Page /> : <NotAllowedPage />
  }
}

/** Returns the page as another one for each entity: what is open on it, as a dialog, goes with it. */
function keyByParams(Page: ComponentType): ComponentType {
  return function KeyedPage() {
    return <Page key={Object.values(useParams()).join(' ')} />
  }
}

const toShellRoute = ({ path, load, namespaces, permission, help, helpOfAdministrators }: ShellPage): RouteObject => ({
  path,
  handle: { help, helpOfAdministrators } satisfies HelpHandle,
  lazy: createPageLoader(
    async () => {
      const Page = keyByParams(await load())
      return permission ? guardPage(Page, permission) : Page
    },
    ...namespaces,
  ),
})

/** Whether a page of the settings is open to the user is decided in their layout. */
const toSettingsRoute = ({ path, load, namespaces, help }: SettingsPage): RouteObject => ({
  path,
  handle: { help } satisfies HelpHandle,
  lazy: createPageLoader(async () => keyByParams(await load()), ...namespaces),
})

const loginPage = createPageLoader(async () => (await import('#pages/login/LoginPage.tsx')).LoginPage, 'auth')

function RouteError() {
  return <CrashPage error={useRouteError()} />
}

function createRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      errorElement: <RouteError />,
      hydrateFallbackElement: <PageLoader />,
      children: [
        {
          Component: SignedOutPages,
          children: [
            { path: '/login', loader: skipSignIn, lazy: loginPage },
            { path: '/login/sso/:product', loader: skipSignIn, lazy: loginPage },
            {
              path: '/secretlogin',
              loader: skipSignIn,
              lazy: createPageLoader(async () => (await import('#pages/login/SecretLoginPage.tsx')).SecretLoginPage, 'auth'),
            },
            { path: '/logout', lazy: createPageLoader(async () => (await import('#pages/logout/LogoutPage.tsx')).LogoutPage, 'auth') },
          ],
        },
        {
          path: '/password',
          loader: requireSession(queryClient),
          lazy: createPageLoader(
            async () => (await import('#pages/password/PasswordPage.tsx')).PasswordPage,
            'settings',
            'form',
            'auth',
            'shell',
          ),
        },
        {
          id: 'shell',
          loader: requireSession(queryClient),
          // The user is read once; navigation does not read it again.
          shouldRevalidate: () => false,
          lazy: createPageLoader(async () => (await import('./shell/AppShell.tsx')).AppShell, 'shell', 'history'),
          children: [
            {
              errorElement: <RouteError />,
              children: [
                ...shellPages.map(toShellRoute),
                { path: paths.usage(), loader: () => redirect(paths.ownUsage()) },
                { path: '/settings', loader: () => redirect(paths.me()) },
                {
                  lazy: createPageLoader(
                    async () => (await import('#pages/settings/SettingsLayout.tsx')).SettingsLayout,
                    'settings',
                    'form',
                  ),
                  children: settingsPages.map(toSettingsRoute),
                },
                { path: '*', lazy: createPageLoader(async () => (await import('#pages/not-found/NotFoundPage.tsx')).NotFoundPage) },
              ],
            },
          ],
        },
      ],
    },
  ]
}

export function createAppRouter(queryClient: QueryClient) {
  const router = createBrowserRouter(createRoutes(queryClient))
  leaveWhenSessionEnds(router, queryClient)
  choosePasswordFirst(router, queryClient)
  return router
}
