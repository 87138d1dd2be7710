import type { Model } from '@heddle/contracts/model/chosen-model'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, getPath, refuse, serve } from '#testing/serve.ts'
import { buildChatProfile } from '#testing/wire.ts'
import { Choosers } from './Choosers.tsx'
import { useChoices } from './use-choices.ts'

const chatId = '0195a000-0000-7000-8000-000000000001'
const assistantId = '0195a000-0000-7000-8000-000000000002'
const buildModel = (id: string, name: string, given: Partial<Model> = {}): Model => ({
  id,
  name,
  is_default: false,
  is_demonstration: false,
  reads_images: false,
  ...given,
})
const gpt = buildModel('0195a000-0000-7000-8000-00000000000a', 'gpt-4o', { is_default: true, reads_images: true })
const llama = buildModel('0195a000-0000-7000-8000-00000000000b', 'llama')

const chat = { ...buildChatProfile({ id: chatId, model: gpt }), messages: [], unsent_files: [] }

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

type World = { models?: Model[]; defaults?: { model_id: string | null; response_language: string | null }; isRefused?: boolean }

function serveChoices({ models = [gpt, llama], defaults = { model_id: null, response_language: null }, isRefused = false }: World) {
  return serve((request) => {
    const path = getPath(request)
    if (path === '/api/v1/model') return respond({ models })
    if (path === '/api/v1/preference/user/me')
      return respond({
        user_preference: { user_id: chatId, favorites: { assistant_ids: [] }, chat_defaults: defaults, default_assistant_id: null },
      })
    if (path === '/api/v1/preference/user/me/chat_default') return respond({ chat_defaults: defaults })
    if (isRefused) return refuse(400, 'CHAT_INVALID_MODEL_OBJECT')
    return respond({ chat })
  })
}

function OfNewChat() {
  return <Choosers choices={useChoices(null, assistantId)} />
}

function OfChat() {
  const shown = useQuery({
    ...chatQueries.detail(chatId),
    queryFn: () => chat,
  }).data
  const choices = useChoices(shown ?? null, assistantId)
  return shown ? (
    <>
      <Choosers choices={choices} />
      <output>{JSON.stringify(choices.body)}</output>
    </>
  ) : null
}

const listChanges = (requests: Request[]) =>
  Promise.all(requests.filter(({ method }) => method === 'PUT').map(async (request) => [getPath(request), await request.clone().json()]))

describe('the choosers', () => {
  test('save a choice for the chat and as the default, and show it immediately', async () => {
    const requests = serveChoices({})
    const { user } = await renderWithApp(<OfChat />)
    await user.click(await screen.findByRole('button', { name: 'Language model: gpt-4o' }))
    await user.click(await screen.findByRole('menuitemradio', { name: /llama/ }))
    expect(await screen.findByRole('button', { name: 'Language model: llama' })).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent(llama.id)
    await expect
      .poll(() => listChanges(requests))
      .toEqual([
        [`/api/v1/chat/${chatId}/choice`, { model: { id: llama.id } }],
        ['/api/v1/preference/user/me/chat_default', { model: { id: llama.id } }],
      ])
  })

  test("restore the chat's choice when the new one is refused, and do not save it as the default", async () => {
    const requests = serveChoices({ isRefused: true })
    const { user } = await renderWithApp(<OfChat />)
    await user.click(await screen.findByRole('button', { name: 'Response language: English' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'ไทย' }))
    await expect.poll(async () => (await listChanges(requests)).map(([path]) => path)).toEqual([`/api/v1/chat/${chatId}/choice`])
    expect(await screen.findByRole('button', { name: 'Response language: English' })).toBeVisible()
  })

  test('of a new chat start with the defaults, and change only them', async () => {
    const requests = serveChoices({ defaults: { model_id: llama.id, response_language: 'ja' } })
    const { user } = await renderWithApp(<OfNewChat />)
    expect(await screen.findByRole('button', { name: 'Language model: llama' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Response language: 日本語' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Tiếng Việt' }))
    expect(await screen.findByRole('button', { name: 'Response language: Tiếng Việt' })).toBeVisible()
    await expect
      .poll(async () => await listChanges(requests))
      .toEqual([['/api/v1/preference/user/me/chat_default', { response_language: 'vi' }]])
  })

  test('of a new chat use the default model when the preferred one is not permitted', async () => {
    serveChoices({ models: [gpt], defaults: { model_id: llama.id, response_language: null } })
    await renderWithApp(<OfNewChat />)
    expect(await screen.findByRole('button', { name: 'Language model: gpt-4o' })).toBeVisible()
  })

  test('show which model reads images, and that there is only one', async () => {
    serveChoices({ models: [gpt] })
    const { user } = await renderWithApp(<OfNewChat />)
    await user.click(await screen.findByRole('button', { name: 'Language model: gpt-4o' }))
    expect(await screen.findAllByRole('menuitemradio')).toHaveLength(1)
    expect(screen.getByRole('menuitemradio')).toHaveTextContent('This expert uses only this model · Supports images')
  })

  test('list the models that the assistant permits', async () => {
    const requests = serveChoices({})
    await renderWithApp(<OfNewChat />)
    await screen.findByRole('button', { name: 'Language model: gpt-4o' })
    expect(requests.map(({ url }) => url).find((url) => url.includes('/model'))).toContain(`assistant_id=${assistantId}`)
  })
})
