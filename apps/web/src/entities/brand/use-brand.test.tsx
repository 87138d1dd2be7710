import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { Suspense, use } from 'react'
import { expect, test, vi } from 'vitest'
import { useMe } from '#entities/auth/session.queries.ts'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, serve } from '#testing/serve.ts'
import { buildSession } from '#testing/wire.ts'
import { useBrand } from './use-brand.ts'

test('a suspended component that reads the session is not rendered in a loop', async () => {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  serve(() => respond(buildSession()))
  const code = Promise.withResolvers<string>()
  let renderings = 0

  function Page() {
    useBrand()
    const { data } = useQuery({ queryKey: ['thing'], queryFn: () => Promise.resolve('thing') })
    return data ? <Part /> : null
  }
  function Part() {
    renderings += 1
    const { id } = useMe()
    return `${use(code.promise)} for ${id}`
  }
  await renderWithApp(
    <Suspense>
      <Page />
    </Suspense>,
  )
  // It rests while it waits for its code: a loop renders between any two looks.
  let seen = 0
  await vi.waitFor(() => {
    const before = seen
    seen = renderings
    expect(before).toBeGreaterThan(0)
    expect(seen).toBe(before)
  })
  code.resolve('code')
  expect(await screen.findByText(/code for/)).toBeVisible()
  expect(renderings).toBeLessThan(15)
})
