import type { SetUp } from '@heddle/contracts/system/system'
import type { UserRole } from '@heddle/contracts/roles'
import { screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { useMe } from '#entities/auth/session.queries.ts'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { buildSession } from '#testing/wire.ts'
import { SetUpNext } from './SetUpNext.tsx'

beforeEach(() => localStorage.removeItem('heddle.set-up-hidden'))
beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

/** Renders the steps for a role, above the user's name. */
async function open(role: UserRole, given: Partial<SetUp> = {}) {
  const set_up: SetUp = { model: false, workflow: false, assistant: false, knowledge: false, people: false, limits: false, ...given }
  const requests = serve((request) => respond(getPath(request).endsWith('/set-up') ? { set_up } : buildSession({ role })))
  const view = await renderWithApp(
    <Suspense>
      <SetUpNext />
      <UserName />
    </Suspense>,
  )
  await screen.findByText('Member')
  const isAsked = () => requests.some((request) => getPath(request).endsWith('/set-up'))
  return { ...view, isAsked }
}

function UserName() {
  const { name } = useMe()
  return <p>{name.default}</p>
}

const done: SetUp = { model: true, workflow: true, assistant: true, knowledge: true, people: true, limits: true }

const findSteps = async () => within(await screen.findByRole('region', { name: 'Next steps' })).getAllByRole('link')

test('an administrator is shown what is still to be set up, in its order', async () => {
  await open('A')
  const steps = await findSteps()
  expect(steps.map((step) => step.getAttribute('href'))).toEqual([
    '/settings/model',
    '/knowledge/collection/create',
    '/workflow/create',
    '/assistant/create',
    '/settings/user',
    '/settings/limit',
  ])
  expect(steps[0]).toHaveTextContent('Connect a model server')
})

test('a step that is done is gone', async () => {
  await open('A', { ...done, workflow: false })
  expect(await findSteps()).toEqual([screen.getByRole('link', { name: /Publish a workflow/ })])
})

test('nothing is shown when all is done', async () => {
  const { queryClient } = await open('A', done)
  await waitFor(() => expect(queryClient.getQueryData(['set-up'])).toBeDefined())
  expect(screen.queryByRole('region')).toBeNull()
})

test('what an institute may do without is hidden when it wants to', async () => {
  const { user } = await open('A', { ...done, knowledge: false, limits: false })
  expect(await findSteps()).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.queryByRole('region')).toBeNull()
})

test('what an expert needs is not hidden', async () => {
  await open('A', { ...done, model: false, limits: false })
  expect(await findSteps()).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Hide' })).toBeNull()
})

test('a member is shown nothing, and nothing is requested', async () => {
  const { isAsked } = await open('U')
  expect(isAsked()).toBe(false)
  expect(screen.queryByRole('region')).toBeNull()
})
