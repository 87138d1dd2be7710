import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { Suspense, use } from 'react'
import { expect, test } from 'vitest'
import { useMe } from '#entities/session/session.queries.ts'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { answer, serve } from '#testing/serve.ts'
import { aSession } from '#testing/wire.ts'
import { useBrand } from './use-brand.ts'

test('a part of the page that waits is not rendered again and again because it reads the session', async () => {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  serve(() => answer(aSession()))
  let code: Promise<string> | null = null
  let renderings = 0

  function Page() {
    useBrand()
    const { data } = useQuery({ queryKey: ['thing'], queryFn: () => Promise.resolve('thing') })
    return data ? <Part /> : null
  }
  function Part() {
    renderings += 1
    const { id } = useMe()
    // What the network takes: time for hundreds of renderings.
    code ??= new Promise((resolve) => setTimeout(() => resolve('code'), 500))
    return `${use(code)} for ${id}`
  }
  await renderWithApp(
    <Suspense>
      <Page />
    </Suspense>,
  )
  expect(await screen.findByText(/code for/)).toBeVisible()
  expect(renderings).toBeLessThan(15)
})
