import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { startI18n } from '#i18n/i18n.ts'
import { theme } from '#shared/theme/theme.ts'
import { SnackbarHost } from '#shared/ui/states/SnackbarHost.tsx'

/** Renders in English with all providers of a page; `path` is the current address. */
export async function renderWithApp(
  ui: ReactNode,
  {
    path = '/',
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  }: { path?: string; queryClient?: QueryClient } = {},
) {
  if (!i18next.isInitialized) await startI18n()
  await i18next.changeLanguage('en')
  await i18next.loadNamespaces([
    'common',
    'errors',
    'history',
    'shell',
    'auth',
    'assistant',
    'builder',
    'help',
    'home',
    'import',
    'factor',
    'find',
    'folder',
    'instruction',
    'temporary',
    'form',
    'settings',
    'overview',
    'table',
    'usage',
    'tour',
    'user',
    'group',
    'audit',
    'chat',
    'dataset',
    'debug',
    'evaluation',
    'testing',
    'document',
    'limit',
    'manage',
    'markdown',
    'model',
    'palette',
    'prompt',
    'reading',
    'ready',
    'workflow',
  ])
  const router = createMemoryRouter([{ path: '*', element: ui }], { initialEntries: [path] })
  const view = render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <SnackbarHost />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const user = userEvent.setup()

  /** Puts a text into a field in one step: the page is rendered for each letter that is typed. */
  async function fill(field: Element, text: string) {
    await user.click(field)
    await user.paste(text)
  }

  return { ...view, queryClient, router, user, fill }
}
