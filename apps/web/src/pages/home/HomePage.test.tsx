import { screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildSession, id } from '#testing/wire.ts'
import { HomePage } from './HomePage.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const set_up = { model: true, workflow: false, assistant: true, knowledge: true, people: true, limits: true }
const preference = {
  user_id: id(3),
  favorites: { assistant_ids: [] },
  chat_defaults: { model_id: null, response_language: null },
  default_assistant_id: null,
}

/** Opens an administrator's home, with the given response to what is to be set up. */
async function open(setUp: Promise<Response>) {
  serve((request) => {
    const path = getPath(request)
    if (path.endsWith('/auth/me')) return respond(buildSession({ role: 'A' }))
    if (path.endsWith('/set-up')) return setUp
    if (path.endsWith('/preference/user/me')) return respond({ user_preference: preference })
    if (path.endsWith('/assistant/query')) return respond({ assistants: [], abilities: { create: true } })
    return refuse(404, 'NOT_FOUND')
  })
  await renderWithApp(
    <Suspense>
      <HomePage />
    </Suspense>,
  )
  return screen.findByText('No experts available yet')
}

test('nothing is shown below the welcome until it is known what comes first, so that nothing is pushed about', async () => {
  const setUp = Promise.withResolvers<Response>()
  const experts = await open(setUp.promise)
  expect(screen.getByRole('link', { name: 'Start a new chat' })).toBeVisible()
  expect(experts).not.toBeVisible()
  setUp.resolve(respond({ set_up }))
  expect(await screen.findByRole('link', { name: /Publish a workflow/ })).toBeVisible()
  expect(experts).toBeVisible()
})

test('the rest is shown when it cannot be known', async () => {
  const experts = await open(Promise.resolve(refuse(503, 'SERVICE_UNAVAILABLE')))
  await waitFor(() => expect(experts).toBeVisible())
})
