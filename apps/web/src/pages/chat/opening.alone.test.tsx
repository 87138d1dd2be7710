// A chat with replies while the code that formats Markdown is loading.
import { configure, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildQuestion, buildReply, openChat } from '#testing/open-chat.tsx'

// React drops a render that suspends inside an `act` that is not awaited; a key may be pressed while the replies suspend.
configure({ eventWrapper: (dispatch) => dispatch() })

// The network to the chunk of that code: each request for it waits until the test resolves or fails it.
const network = vi.hoisted(() => ({ requests: [] as ((isReachable: boolean) => void)[] }))
vi.mock('#shared/markdown/MarkdownText.tsx', async (load) => {
  const isReachable = await new Promise<boolean>((resolve) => network.requests.push(resolve))
  if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module')
  return load()
})

const messages = [buildQuestion(), buildReply({ content: 'Because of its **scales**.' })]

test('is shown unformatted when the code cannot be loaded, and retries with the next chat only', async () => {
  await openChat({ messages })
  expect(await screen.findByRole('textbox', { name: 'Your message' })).toBeVisible()
  expect(screen.queryByText(/scales/)).not.toBeInTheDocument()
  network.requests[0]?.(false)
  expect(await screen.findByText('Because of its **scales**.')).toBeVisible()
  expect(network.requests).toHaveLength(1)
})

test('is usable meanwhile, and its replies appear complete', async () => {
  const { user } = await openChat({ messages })
  const composer = await screen.findByRole('textbox', { name: 'Your message' })
  await user.type(composer, 'And silk?')
  expect(network.requests).toHaveLength(2)
  expect(screen.queryByText(/scales/)).not.toBeInTheDocument()
  network.requests[1]?.(true)
  expect(await screen.findByText('scales', { selector: 'strong' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Your message' })).toBe(composer)
  expect(composer).toHaveValue('And silk?')
})
