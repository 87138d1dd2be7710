import type { AssistantDetail } from '@heddle/contracts/assistant/assistant'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildAssistantDetail, buildAssistantWorkflow, buildSession } from '#testing/wire.ts'
import { EditAssistantPage } from './EditAssistantPage.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

function open(
  assistant: AssistantDetail,
  save: () => Response = () => respond({ assistant }),
  read: () => Response = () => respond({ assistant }),
) {
  const requests = serve((request) => {
    if (request.method === 'PUT') return save()
    if (getPath(request).endsWith(`/assistant/${assistant.id}`)) return read()
    return respond(buildSession())
  })
  const page = (
    <Routes>
      <Route path="/assistant/:id" element={<EditAssistantPage />} />
    </Routes>
  )
  return { requests, rendered: renderWithApp(page, { path: `/assistant/${assistant.id}` }) }
}

test('a member who may not open the expert to all is told why', async () => {
  const assistant = buildAssistantDetail({ abilities: { use: true, edit: true, delete: true, make_public: false } })
  await open(assistant).rendered
  const isPublic = await screen.findByRole('switch', { name: /Public/ })
  expect(isPublic).toBeDisabled()
  expect(screen.getByText('Only the group’s administrators can make its experts public.')).toBeVisible()
})

test('instructions that the workflow does not allow are disabled, unless there are some to empty', async () => {
  const configuration = {
    workflow: buildAssistantWorkflow({ allow_user_prompt: false }),
    user_prompt: '',
    usage: { chats: 0, last_used_at: null },
  }
  const { unmount } = await open(buildAssistantDetail({ configuration })).rendered
  const prompt = await screen.findByRole('textbox', { name: 'Usage instructions' })
  expect(prompt).toBeDisabled()
  expect(prompt).toHaveAccessibleDescription('This workflow doesn’t allow usage instructions.')
  unmount()
  await open(buildAssistantDetail({ configuration: { ...configuration, user_prompt: 'Speak of looms.' } })).rendered
  expect(await screen.findByRole('textbox', { name: 'Usage instructions' })).toBeEnabled()
})

test('a reader of the expert sees that it is for others to change', async () => {
  await open(buildAssistantDetail({ configuration: null, abilities: { use: true, edit: false, delete: false, make_public: false } }))
    .rendered
  expect(await screen.findByText('You cannot edit this expert')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('an expert that is not there, or not for the reader, is said to be unknown', async () => {
  await open(buildAssistantDetail(), undefined, () => refuse(404, 'ASSISTANT_NOT_FOUND')).rendered
  expect(await screen.findByRole('heading', { level: 1, name: 'Expert not found' })).toBeVisible()
})

test('questions keep their texts when they are moved, and the preview follows', async () => {
  const recommended_questions = ['Reed', 'Warp'].map((title) => ({
    title: { default: title },
    content: { default: `What is a ${title}?` },
  }))
  const assistant = buildAssistantDetail({ recommended_questions })
  const { requests, rendered } = open(assistant)
  const { user } = await rendered
  await user.click(await screen.findByRole('button', { name: 'Move question 2 up' }))
  expect(screen.getByRole('textbox', { name: 'Title of question 1' })).toHaveValue('Warp')
  expect(screen.getByRole('textbox', { name: 'Text of question 1' })).toHaveValue('What is a Warp?')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true))
  const put = requests.find(({ method }) => method === 'PUT')
  expect(await put?.json()).toMatchObject({ assistant: { recommended_questions: recommended_questions.toReversed(), revision: 0 } })
})

test('a version that another user saved is compared with the own one', async () => {
  const current = buildAssistantDetail({ name: { default: 'Loom guide' }, revision: 1 })
  const mismatch = () => respond({ detail: { code: 'REVISION_MISMATCH', message: '', params: { current } } }, 409)
  const { user } = await open(buildAssistantDetail(), mismatch).rendered
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Reed guide')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'Someone else has changed this' })
  expect(within(dialog).getByText('Reed guide')).toBeVisible()
  expect(within(dialog).getByText('Loom guide')).toBeVisible()
})
