import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, use, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionQueries, useSession } from '#entities/auth/session.queries.ts'
import { ApiError } from '#shared/api/errors.ts'
import { clearSession, storeSession } from '#shared/api/session-storage.ts'
import { snackbarStore } from '#shared/notify/notify.ts'
import { buildSession } from '#testing/wire.ts'
import { createQueryClient } from './query-client.ts'
import { leaveWhenSessionEnds } from './session-end.ts'
import { SignedOutPages } from './SignedOutPages.tsx'

// React logs every crash there.
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

test('a session that ends keeps its page and data until the sign-in is shown, and then drops the data', async () => {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionQueries.me().queryKey, buildSession())
  queryClient.setQueryData(['config'], {})
  const code = Promise.withResolvers<{ Component: () => string }>()
  const texts = Promise.withResolvers<string>()
  const router = createMemoryRouter([
    { path: '/', element: <Page />, errorElement: 'Something went wrong' },
    { Component: SignedOutPages, children: [{ path: '/login', lazy: () => code.promise }] },
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
  const queryFn = () => Promise.reject(new ApiError(401, 'AUTH_SESSION_ENDED', 'The session has ended.'))
  await expect(queryClient.fetchQuery({ queryKey: ['chats'], queryFn })).rejects.toThrow('ended')
  expect(snackbarStore.read()).toEqual([])

  code.resolve({ Component: () => use(texts.promise) })
  await expect.poll(() => router.state.location.pathname).toBe('/login')
  expect(screen.getByRole('button')).toBeVisible()
  expect(queryClient.getQueryData(sessionQueries.me().queryKey)).toBeDefined()

  texts.resolve('Sign in')
  expect(await screen.findByText('Sign in')).toBeVisible()
  await expect.poll(() => queryClient.getQueryData(sessionQueries.me().queryKey)).toBeUndefined()
  expect(queryClient.getQueryData(['config'])).toBeDefined()
})
