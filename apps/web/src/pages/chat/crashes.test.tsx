// A crash in a part of the chat page removes that part only, never the chat. A failing browser API causes it.
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { id } from '#testing/wire.ts'
import { file, openChat, press, buildQuestion, buildReply, source } from '#testing/open-chat.tsx'

// Pages and the panel are loaded on first use.

const crashed = 'This part couldn’t be shown. The rest of the page still works.'
const fail = () => {
  throw new Error('The browser failed')
}

// React logs every crash there.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

/** Expects that the messages are shown, and that the next one can be written. */
async function expectUsable(user: Awaited<ReturnType<typeof openChat>>['user']) {
  expect(screen.getByText(/Because of its scales/)).toBeVisible()
  const composer = screen.getByRole('textbox', { name: 'Your message' })
  await user.type(composer, 'And silk?')
  expect(composer).toHaveValue('And silk?')
}

test('in the panel is reported, and the panel can be retried and closed', async () => {
  const { user } = await openChat({ messages: [buildQuestion(), buildReply({ sources: [source] })] })
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(fail)
  await press(user, 'Source 1: fibres.csv')
  const panel = await screen.findByRole('dialog', { name: 'Data sources' })
  expect(await within(panel).findByRole('alert')).toHaveTextContent(crashed)
  scroll.mockRestore()
  await press(user, 'Try again')
  expect(await within(panel).findByRole('button', { name: /fibres\.csv/ })).toBeVisible()
  expect(within(panel).queryByRole('alert')).not.toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await expectUsable(user)
})

test('while the panel closes removes it, and it opens again', async () => {
  const image = { id: file.id, name: 'loom.png', media_type: 'image/png', size: 1_200_000, findings: [] }
  const { user } = await openChat({
    messages: [buildQuestion({ files: [image] }), buildReply()],
    responses: { file: () => new Response('png') },
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:loom')
  // Of this image only: a download of another test is forgotten seconds after it.
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => (url === 'blob:loom' ? fail() : undefined))
  await press(user, 'Preview file “loom.png”, 1.2 MB')
  await screen.findByRole('img', { name: 'loom.png' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await expectUsable(user)
  await press(user, 'Preview file “loom.png”, 1.2 MB')
  expect(await screen.findByRole('img', { name: 'loom.png' })).toBeVisible()
})

test('in a message keeps the other messages', async () => {
  const broken = { ...file, size: 2_000, findings: [] }
  const format = vi.spyOn(Intl, 'NumberFormat').mockImplementation(fail)
  const { user } = await openChat({ messages: [buildQuestion({ id: id(51), files: [broken] }), buildReply()] })
  expect(await screen.findByRole('alert')).toHaveTextContent(crashed)
  await expectUsable(user)
  format.mockRestore()
  await press(user, 'Try again')
  expect(await screen.findByRole('button', { name: 'Preview file “fibres.csv”, 2 kB' })).toBeVisible()
})
