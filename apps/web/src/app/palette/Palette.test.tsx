import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionQueries } from '#entities/auth/session.queries.ts'
import { storeSession } from '#shared/api/session-storage.ts'
import { holdComposedKeys } from '#shared/shortcuts/submit-key.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildAssistant, buildChatSummary, buildConfig, buildPrompt, buildSession, id } from '#testing/wire.ts'
import { Palette } from './Palette.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const found = buildChatSummary({ id: id(1), title: 'Wool' })

function respondTo(request: Request): Response | Promise<Response> {
  const path = getPath(request)
  if (path.endsWith('/config')) return respond(buildConfig())
  if (path.endsWith('/assistant/query'))
    return respond({ assistants: [buildAssistant({ id: id(2), name: { default: 'Wool expert' } })], abilities: { create: false } })
  if (path.endsWith('/prompt/query')) return respond({ prompts: [buildPrompt({ id: id(3), name: { default: 'Wool report' } })] })
  if (path.endsWith('/chat/query')) {
    const match = { message_id: id(9), passage: 'About wool', marks: [[6, 10]], title_marks: [[0, 4]] }
    return request.json().then(({ keywords }) => respond({ chats: [keywords ? { ...found, match } : found] }))
  }
  return refuse(404, 'UNKNOWN')
}

async function openPalette(role: 'U' | 'A' = 'U', session: object = {}) {
  const requests = serve(respondTo)
  const onClose = vi.fn()
  const { queryClient, ...app } = await renderWithApp(<div />)
  queryClient.setQueryData(sessionQueries.me().queryKey, { ...buildSession({ role }), ...session })
  app.unmount()
  const view = await renderWithApp(<Palette isOpen onClose={onClose} />, { queryClient })
  const field = await screen.findByRole('combobox', { name: 'Quick search' })
  return { ...view, field, requests, onClose }
}

const listNames = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('option')
    .map((option) => option.textContent)

describe('the palette', () => {
  test('finds by one field, and opens by the keyboard where a keyword was found', async () => {
    const { user, field, router, onClose } = await openPalette()
    await screen.findByRole('option', { name: 'Wool' })
    await user.type(field, 'wool')
    await screen.findByRole('group', { name: 'Prompts' })
    await waitFor(() => expect(listNames('Experts')).toEqual([expect.stringContaining('Wool expert')]))
    await waitFor(() => expect(listNames('Chats')).toEqual(['WoolAbout wool', 'Search all chats for “wool”']))
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(field).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id)
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('About wool')
    await user.keyboard('{Enter}')
    expect(onClose).toHaveBeenCalledOnce()
    expect(router.state.location).toMatchObject({ pathname: `/chat/${id(1)}`, search: `?message=${id(9)}` })
  })

  test('leaves the keys of an input method to it, and searches when the word is composed', async () => {
    holdComposedKeys(window)
    const { field, requests, onClose } = await openPalette()
    await screen.findByRole('option', { name: 'Wool' })
    fireEvent.compositionStart(field)
    fireEvent.input(field, { target: { value: 'ㄇㄧㄢˊ' }, isComposing: true })
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.input(field, { target: { value: '棉' }, isComposing: true })
    fireEvent.compositionEnd(field, { data: '棉' })
    await screen.findByRole('option', { name: 'Search all chats for “棉”' })
    const bodies = await Promise.all(requests.filter((request) => request.method === 'POST').map((request) => request.clone().text()))
    expect(bodies.filter((body) => body.includes('ㄇ'))).toEqual([])
  })

  test('does not list what the user may not open or do', async () => {
    const { field } = await openPalette('U', { permissions: [], has_debug_views: false, may_have_temporary_chats: false })
    expect(field).toBeInTheDocument()
    expect(listNames('Pages')).not.toEqual(expect.arrayContaining(['Users']))
    const names = [...listNames('Pages'), ...listNames('Actions')].join('\n')
    for (const hidden of ['Knowledge', 'Workflow', 'Audit log', 'Debug views', 'Temporary chat']) expect(names).not.toContain(hidden)
    for (const shown of ['Search Chats', 'My profile', 'Sign out']) expect(names).toContain(shown)
  })

  test('puts a prompt after a slash into the message of a new chat where no message can be written', async () => {
    const { user, field, router } = await openPalette()
    await user.type(field, 'wool r')
    await user.click(await screen.findByRole('option', { name: /Wool report/ }))
    expect(router.state.location.pathname).toBe('/chat')
    expect(Object.values(localStorage).some((draft) => String(draft).includes('"/Wool report"'))).toBe(true)
  })
})
