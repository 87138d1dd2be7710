import type { RunStreamEvent } from '@heddle/contracts/trial/workflow-run'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildAssistantDetail, buildAssistantWorkflow, buildSession, id } from '#testing/wire.ts'
import { EditAssistantPage } from './EditAssistantPage.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const assistant = buildAssistantDetail({
  configuration: { workflow: buildAssistantWorkflow(), user_prompt: 'Speak of looms.', usage: { chats: 0, last_used_at: null } },
})

const encode = (events: readonly RunStreamEvent[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

const createStream = (...events: readonly RunStreamEvent[]) =>
  new Response(encode(events), { headers: { 'content-type': 'text/event-stream' } })

const buildDone = (text: string): RunStreamEvent => ({
  type: 'done',
  run_id: id(30),
  outcome: 'completed',
  text,
  notices: [],
  error: null,
  usage: { input_tokens: 1, output_tokens: 1, reasoning_tokens: 0, estimated: false },
  cost: null,
  ms: 10,
  first_token_ms: 5,
  model: 'gpt-4o',
})

async function open(onTry: (count: number) => Response) {
  let count = 0
  const requests = serve((request) => {
    const path = getPath(request)
    if (path.endsWith('/assistant/try')) return onTry((count += 1))
    if (path.endsWith(`/assistant/${assistant.id}`)) return respond({ assistant })
    if (path.endsWith('/model'))
      return respond({ models: [{ id: id(9), name: 'gpt-4o', is_default: true, is_demonstration: false, reads_images: false }] })
    return respond(buildSession())
  })
  const page = (
    <Routes>
      <Route path="/assistant/:id" element={<EditAssistantPage />} />
    </Routes>
  )
  const view = await renderWithApp(page, { path: `/assistant/${assistant.id}` })
  const tried = () =>
    Promise.all(requests.filter((request) => getPath(request).endsWith('/assistant/try')).map((one) => one.clone().json()))
  return { ...view, requests, tried }
}

test('the unsaved expert answers, with the earlier turns, until the trial starts again', async () => {
  const { user, requests, tried } = await open((count) =>
    createStream({ type: 'run', run_id: id(30) }, { type: 'delta', text: 'It ' }, buildDone(`It lifts ${count}.`)),
  )
  const prompt = await screen.findByRole('textbox', { name: 'Usage instructions' })
  await user.clear(prompt)
  await user.type(prompt, 'Be short.')
  await user.click(screen.getByRole('button', { name: /What is a heddle/ }))
  expect(await screen.findByText('It lifts 1.')).toBeVisible()
  expect(screen.getByTitle('Answered by gpt-4o')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Your message' }), 'Why?{Enter}')
  expect(await screen.findByText('It lifts 2.')).toBeVisible()
  const subject = { id: assistant.id, user_prompt: 'Be short.' }
  expect(await tried()).toMatchObject([
    { assistant: subject, question: 'What is a heddle?', history: [], model: { id: id(9) }, response_language: 'en' },
    {
      assistant: subject,
      question: 'Why?',
      history: [
        { role: 'user', content: 'What is a heddle?' },
        { role: 'assistant', content: 'It lifts 1.' },
      ],
    },
  ])
  await user.click(screen.getByRole('button', { name: 'Start over' }))
  expect(screen.queryByText('It lifts 1.')).toBeNull()
  expect(screen.getByRole('button', { name: /What is a heddle/ })).toBeVisible()
  expect(requests.filter(({ method, url }) => method !== 'GET' && !url.endsWith('/assistant/try'))).toEqual([])
})

test('a refused question says why, and stopping keeps what was said', async () => {
  const { user } = await open((count) => {
    if (count === 1) return refuse(429, 'USAGE_LIMIT_REACHED')
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(encode([{ type: 'delta', text: 'Half a' }]))),
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  await user.type(await screen.findByRole('textbox', { name: 'Your message' }), 'Why?{Enter}')
  expect(await screen.findByText(/USAGE_LIMIT_REACHED/)).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Your message' }), 'Why?{Enter}')
  expect(await screen.findByText('Half a')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Stop generating' }))
  expect(await screen.findByText('You stopped this reply.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeVisible())
  expect(screen.getByText('Half a')).toBeVisible()
})
