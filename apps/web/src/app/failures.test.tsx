// A failed call names the failed action first and the cause after it (specification, section 8, "Other messages").
import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { useFavoriteIds, useReplaceFavoriteAssistants } from '#features/assistant/favorites.queries.ts'
import { AssistantsPage } from '#pages/assistants/AssistantsPage.tsx'
import { NewChatPage } from '#pages/chat/NewChatPage.tsx'
import { HistoryPage } from '#pages/history/HistoryPage.tsx'
import { HomePage } from '#pages/home/HomePage.tsx'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, getPath, refuse, serve } from '#testing/serve.ts'
import { buildAssistant, buildSession, id } from '#testing/wire.ts'
import { createQueryClient } from './query-client.ts'
import { SideMenu } from './shell/SideMenu.tsx'

// Pages are loaded on first use.

const assistant = buildAssistant()
const preference = {
  user_id: id(3),
  favorites: { assistant_ids: [id(6), id(7)] },
  chat_defaults: { model_id: null, response_language: null },
  default_assistant_id: null,
}
const forbidden = 'You do not have permission to access this resource.'

/** Lists no favorites, and more other experts than fit the first page. */
async function listExperts(request: Request) {
  const { scope, page_token } = await request.json()
  if (page_token) return refuse(403, 'FORBIDDEN')
  const abilities = { create: false }
  return respond(scope === 'others' ? { assistants: [assistant], abilities, next_page_token: 'next' } : { assistants: [], abilities })
}

/** Serves the application, except for the requests that `refused` answers. */
function serveApp(refused: (request: Request) => Response | Promise<Response> | undefined) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  return serve((request) => {
    const refusal = refused(request)
    if (refusal) return refusal
    const path = getPath(request)
    if (path.endsWith('/auth/me')) return respond(buildSession())
    if (path.endsWith('/preference/user/me')) return respond({ user_preference: preference })
    if (path.endsWith('/assistant/query')) return listExperts(request)
    if (path.endsWith(`/assistant/${assistant.id}`)) return respond({ assistant: { ...assistant, configuration: null } })
    if (path.endsWith('/model')) return respond({ models: [] })
    return refuse(404, 'NOT_FOUND')
  })
}

const render = (ui: ReactNode, path?: string) => renderWithApp(ui, { path, queryClient: createQueryClient() })

test('a favorite that cannot be toggled is reported', async () => {
  serveApp((request) => (getPath(request).endsWith('/favorite/assistant') ? refuse(403, 'FORBIDDEN') : undefined))
  const { user } = await render(<AssistantsPage />)
  await user.click(await screen.findByRole('button', { name: 'Add “Textile guide” to my favorites' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Error (FORBIDDEN 403)')
  expect(alert).toHaveTextContent(`Your favorites could not be changed. ${forbidden}`)
})

test('an order of favorites that cannot be saved is reported and reverted', async () => {
  const refusal = Promise.withResolvers<Response>()
  serveApp((request) => (request.method === 'PUT' ? refusal.promise : undefined))
  function Order() {
    const ids = useFavoriteIds({ read: true })
    const replace = useReplaceFavoriteAssistants()
    return <button onClick={() => replace.mutate([id(7), id(6)])}>{ids?.join(' ')}</button>
  }
  const { user } = await render(<Order />)
  await user.click(await screen.findByRole('button', { name: `${id(6)} ${id(7)}` }))
  expect(await screen.findByRole('button', { name: `${id(7)} ${id(6)}` })).toBeVisible()
  refusal.resolve(refuse(403, 'FORBIDDEN'))
  expect(await screen.findByRole('alert')).toHaveTextContent(`The order of your favorites could not be updated. ${forbidden}`)
  expect(screen.getByRole('button', { name: `${id(6)} ${id(7)}` })).toBeVisible()
})

test('experts that cannot be loaded are reported once for both lists, with code and status, and one click retries both', async () => {
  let isRefused = true
  serveApp((request) => (isRefused && getPath(request).endsWith('/assistant/query') ? refuse(403, 'FORBIDDEN') : undefined))
  const { user } = await render(<AssistantsPage />)
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(`The experts could not be loaded. ${forbidden}`))
  await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument())
  expect(screen.getByRole('alert')).toHaveTextContent('Error (FORBIDDEN 403)')
  isRefused = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Textile guide' })).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test.each(['/', '/chat/search', '/assistant'])('a history that cannot be loaded is reported once at %s', async (path) => {
  const requests = serveApp((request) => (getPath(request).endsWith('/chat/query') ? refuse(403, 'FORBIDDEN') : undefined))
  await render(
    <>
      <SideMenu isRail={false} onToggle={() => {}} />
      <Routes>
        <Route path="/" element={<HomePage />} />
        <Route path="/chat/search" element={<HistoryPage />} />
        <Route path="/assistant" element={<AssistantsPage />} />
      </Routes>
    </>,
    path,
  )
  await waitFor(() => expect(requests.some((request) => getPath(request).endsWith('/chat/query'))).toBe(true))
  await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument())
  expect(await screen.findByRole('alert')).toHaveTextContent(`Error (FORBIDDEN 403)${forbidden}`)
})

test('a next page of experts that cannot be loaded keeps the earlier ones and can be retried', async () => {
  const requests = serveApp(() => undefined)
  const { user } = await render(<AssistantsPage />)
  await user.click(await screen.findByRole('button', { name: 'Load more' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(`More experts could not be loaded. ${forbidden}`)
  expect(screen.getByRole('link', { name: 'Textile guide' })).toBeVisible()
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(async () => {
    const lists = requests.filter((request) => getPath(request).endsWith('/assistant/query'))
    const asked = await Promise.all(lists.map((request) => request.clone().json()))
    expect(asked.filter(({ page_token }) => page_token === 'next')).toHaveLength(2)
  })
})

test('a chat that cannot be created is reported', async () => {
  serveApp((request) => (request.method === 'POST' && getPath(request).endsWith('/chat') ? refuse(403, 'FORBIDDEN') : undefined))
  const { user } = await render(
    <Routes>
      <Route path="/chat" element={<NewChatPage />} />
    </Routes>,
    `/chat?assistant=${assistant.id}`,
  )
  await user.click(await screen.findByRole('button', { name: /What is a heddle/ }))
  expect(await screen.findByText(`The chat could not be created. Please try again later. ${forbidden}`)).toBeVisible()
})
