import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionQueries, useSession } from '#entities/session/session.queries.ts'
import { clearSession, storeSession } from '#shared/api/session-storage.ts'
import { aSession } from '#testing/wire.ts'
import { leaveWhenSessionEnds } from './session-end.ts'

// React tells of every crash there.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

function Page() {
  const { user } = useSession()
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {user.role} {count}
    </button>
  )
}

test('the page of a session that ends stays until the sign-in is loaded, and its data goes then', async () => {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queryClient.setQueryData(sessionQueries.me().queryKey, aSession())
  queryClient.setQueryData(['config'], {})
  let showLogin = () => {}
  const loaded = new Promise<{ element: string }>((resolve) => (showLogin = () => resolve({ element: 'Sign in' })))
  const router = createMemoryRouter([
    { path: '/', element: <Page />, errorElement: 'Something went wrong' },
    { path: '/login', lazy: () => loaded },
  ])
  leaveWhenSessionEnds(router, queryClient)
  render(
    <QueryClientProvider client={queryClient}>
      <Suspense fallback="Loading">
        <RouterProvider router={router} />
      </Suspense>
    </QueryClientProvider>,
  )

  clearSession()
  await userEvent.click(screen.getByRole('button'))
  expect(screen.getByRole('button')).toHaveTextContent(/1$/)

  showLogin()
  expect(await screen.findByText('Sign in')).toBeVisible()
  await vi.waitFor(() => expect(queryClient.getQueryData(sessionQueries.me().queryKey)).toBeUndefined())
  expect(queryClient.getQueryData(['config'])).toBeDefined()
})
