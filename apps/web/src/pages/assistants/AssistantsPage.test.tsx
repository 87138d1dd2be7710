import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { buildSession } from '#testing/wire.ts'
import { AssistantsPage } from './AssistantsPage.tsx'

test('what is above the experts comes with them, so that nothing moves under a finger', async () => {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const answers = new Map<string, (response: Response) => void>()
  serve(async (request) => {
    if (!getPath(request).endsWith('/assistant/query')) return respond(buildSession())
    const { scope } = (await request.json()) as { scope: string }
    return new Promise((resolve) => answers.set(scope, resolve))
  })
  const answer = (scope: string) => answers.get(scope)?.(respond({ assistants: [], abilities: { create: true } }))

  await renderWithApp(<AssistantsPage />)
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  expect(screen.getAllByRole('status')).toHaveLength(1)
  expect(screen.queryByRole('searchbox')).toBeNull()
  await waitFor(() => expect(answers.size).toBe(2))
  answer('others')
  answer('favorites')
  expect(await screen.findByRole('searchbox')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Create expert' })).toBeVisible()
  expect(screen.queryByRole('status')).toBeNull()
})

test('who may use no expert and make none is told so, and offered nothing', async () => {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  serve((request) =>
    getPath(request).endsWith('/assistant/query') ? respond({ assistants: [], abilities: { create: false } }) : respond(buildSession()),
  )
  await renderWithApp(<AssistantsPage />)
  expect(await screen.findByText('No other experts')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Create expert' })).toBeNull()
})
