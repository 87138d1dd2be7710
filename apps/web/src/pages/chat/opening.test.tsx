// What a person sees of a chat with replies while the code that formats them is on its way.
import { configure, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openChat, question, reply } from './testing/open-chat.tsx'

// React drops a render that suspends inside an `act` that is not awaited; here a key may be pressed just when the replies suspend.
configure({ eventWrapper: (dispatch) => dispatch() })

// The network between the browser and the chunk of that code: each request for it waits until the test lets it through, or fails.
const network = vi.hoisted(() => ({ requests: [] as ((isReachable: boolean) => void)[] }))
vi.mock('#shared/markdown/MarkdownText.tsx', async (load) => {
  const isReachable = await new Promise<boolean>((resolve) => network.requests.push(resolve))
  if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module')
  return load()
})

const messages = [question(), reply({ content: 'Because of its **scales**.' })]

test('is read as it was written where that can not be had, and asks for it again only with the next chat', async () => {
  await openChat({ messages })
  expect(await screen.findByRole('textbox', { name: 'Your message' })).toBeVisible()
  expect(screen.queryByText(/scales/)).not.toBeInTheDocument()
  network.requests[0]?.(false)
  expect(await screen.findByText('Because of its **scales**.')).toBeVisible()
  expect(network.requests).toHaveLength(1)
})

test('is there to be used meanwhile, and its replies come whole', async () => {
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
