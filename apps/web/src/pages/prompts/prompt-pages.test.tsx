import type { Prompt } from '@heddle/contracts/prompt/prompt'
import { screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { buildConfig, buildPrompt, buildSession, id } from '#testing/wire.ts'
import { PromptPage } from './PromptPage.tsx'
import { PromptsPage } from './PromptsPage.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

async function openPage(path: string, { prompt = buildPrompt(), problems }: { prompt?: Prompt; problems?: readonly unknown[] } = {}) {
  const bodies: Record<string, unknown>[] = []
  serve(async (request) => {
    const at = getPath(request)
    if (at.endsWith('/auth/me')) return respond(buildSession())
    if (at.endsWith('/config')) return respond(buildConfig())
    if (at.endsWith('/prompt/query')) return respond({ prompts: (await request.json()).state === 'suggested' ? [prompt] : [] })
    if (at.endsWith('/version/query')) {
      const { name, variables, created_by, created_at } = prompt
      const build = (number: number, text: string) => ({ number, name, text: { default: text }, variables, created_by, created_at })
      return respond({ versions: [build(2, 'Compare cotton and wool.'), build(1, 'Compare cotton and silk.')] })
    }
    if (request.method === 'GET') return respond({ prompt })
    bodies.push((await request.json()) as Record<string, unknown>)
    return problems ? respond({ detail: { code: 'PROMPT_INVALID', message: '', params: { problems } } }, 422) : respond({ prompt })
  })
  const view = await renderWithApp(
    <Suspense>
      <Routes>
        <Route path="/prompt" element={<PromptsPage />} />
        <Route path="/prompt/:id" element={<PromptPage />} />
      </Routes>
    </Suspense>,
    { path },
  )
  return { ...view, bodies }
}

test('a variable of the text is added with one press, and a problem is shown at its field', async () => {
  const { user, bodies } = await openPage('/prompt/create', { problems: [{ path: 'variables/0/default', reason: 'default_invalid' }] })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Compare')
  await user.click(screen.getByRole('textbox', { name: 'Text' }))
  await user.paste('Compare {{fiber}} and {{ Lot }}.')
  await user.click(screen.getByRole('button', { name: 'Add “fiber” from the text' }))
  expect(screen.queryByRole('button', { name: /Lot/ })).toBeNull()
  const variable = screen.getByRole('region', { name: 'fiber' })
  await user.click(screen.getByRole('button', { name: 'Create prompt' }))
  expect(await within(variable).findByText('The default doesn’t fit the type or the choices.')).toBeVisible()
  const described = { key: 'fiber', label: { default: 'fiber' }, type: 'text', required: true }
  expect(bodies).toMatchObject([
    { prompt: { scope: 'mine', text: { default: 'Compare {{fiber}} and {{ Lot }}.' }, variables: [described] } },
  ])
})

test('the library leads an administrator of the group to a suggestion, which is accepted', async () => {
  const prompt = buildPrompt({ scope: 'group', state: 'suggested', abilities: { write: true, accept: true }, revision: 4 })
  const { user, bodies } = await openPage('/prompt', { prompt })
  expect(await screen.findByText(/^1 suggestion is waiting for your decision/)).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Show' }))
  await user.click(await screen.findByRole('link', { name: 'Compare fibers' }))
  expect(await screen.findByText(/^Suggested by Member\./)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByText('The group can now use the prompt')).toBeVisible()
  expect(bodies).toEqual([{ revision: 4, prompt: { state: 'offered' } }])
})

test('a user who cannot change a prompt reads it', async () => {
  await openPage(`/prompt/${id(90)}`, { prompt: buildPrompt({ abilities: { write: false, accept: false } }) })
  expect(await screen.findByText('Compare cotton and wool.')).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('an earlier version shows what changed since, and is restored as an edit', async () => {
  const { user, bodies } = await openPage(`/prompt/${id(90)}?tab=versions`, { prompt: buildPrompt({ version: 2, revision: 7 }) })
  const current = await screen.findByRole('article', { name: 'Version 2' })
  await user.click(within(current).getByRole('button', { name: 'Show changes' }))
  expect((await screen.findByText('silk')).tagName).toBe('DEL')
  expect(within(current).getByText('wool').tagName).toBe('INS')
  await user.click(within(screen.getByRole('article', { name: 'Version 1' })).getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('Version 1 has been restored as a new version')).toBeVisible()
  expect(bodies).toMatchObject([{ revision: 7, prompt: { text: { default: 'Compare cotton and silk.' } } }])
})
