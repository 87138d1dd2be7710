import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { Suspense, use } from 'react'
import { expect, test } from 'vitest'
import { useMe } from '#entities/session/session.queries.ts'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, serve } from '#testing/serve.ts'
import { buildSession } from '#testing/wire.ts'
import { useBrand } from './use-brand.ts'

/** Resolves after so many turns of the event loop that a loop of renders has had hundreds of chances. */
async function loadSlowly() {
  for (let turn = 0; turn < 300; turn += 1) await new Promise((resolve) => setTimeout(resolve))
  return 'code'
}

test('a suspended component that reads the session is not rendered in a loop', async () => {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  serve(() => respond(buildSession()))
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
    code ??= loadSlowly()
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
