// A long chat, of which only the messages near the viewport are read and rendered.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refuse, respond } from '#testing/serve.ts'
import { id } from '#testing/wire.ts'
import { file, openChat, press, buildQuestion, buildReply } from '#testing/open-chat.tsx'

/** Every row is 100 px high, and six rows fill the viewport. */
beforeEach(() => {
  const spies = [
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600),
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600),
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 700, 100)),
  ]
  return () => spies.forEach((spy) => spy.mockRestore())
})

const turns = 40
const messages = Array.from({ length: turns }, (_, turn) => [
  buildQuestion({
    id: id(1_000 + 2 * turn),
    index: 2 * turn,
    content: `Question ${turn}`,
    files: turn === 0 ? [{ ...file, size: 10, findings: [] }] : [],
  }),
  buildReply({ id: id(1_001 + 2 * turn), index: 2 * turn + 1, content: `Reply ${turn}` }),
]).flat()

type Options = { isMine?: boolean; pages?: () => Response | undefined }

async function openLongChat({ isMine = true, pages }: Options = {}) {
  const responses = { feedback: () => respond({ feedback: given }), messages: pages }
  const view = await openChat({ messages, isMine, responses })
  const thread = await screen.findByRole('log')
  await screen.findAllByRole('listitem')
  await screen.findByText(isMine ? `Reply ${turns - 1}` : 'Reply 0')
  const scrollTo = (top: number) => {
    thread.scrollTop = top
    fireEvent.scroll(thread)
  }
  const goToStart = async () => {
    scrollTo(0)
    await screen.findByText('Question 0')
  }
  const goAway = async (words: string) => {
    scrollTo(4_000)
    await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument())
  }
  return { ...view, thread, scrollTo, goToStart, goAway }
}
const given = { rating: 'bad', reason: null, include_conversation: false, is_dealt_with: false }

describe('the messages before the last page', () => {
  test('are read when the reader comes near, and not before', async () => {
    const { sent, goToStart } = await openLongChat()
    expect(sent('/message')).toHaveLength(0)
    await goToStart()
    expect(sent('/message').length).toBeLessThan(3)
    expect(screen.getByText('Question 0').closest('[role=listitem]')).toHaveAttribute('aria-setsize', String(2 * turns))
  })

  test('that cannot be read say why, and are read again on request', async () => {
    let isReachable = false
    const { user, thread, scrollTo } = await openLongChat({ pages: () => (isReachable ? undefined : refuse(500, 'UNKNOWN')) })
    scrollTo(0)
    expect(await screen.findByText(/The messages could not be loaded\./)).toBeVisible()
    expect(thread.querySelectorAll('[aria-hidden] > .mantine-Skeleton-root').length).toBeGreaterThan(0)
    isReachable = true
    await press(user, 'Try again')
    expect(await screen.findByText('Question 0')).toBeVisible()
    expect(screen.queryByText(/The messages could not be loaded/)).not.toBeInTheDocument()
  })

  test('are read around the one that the address names', async () => {
    const { sent } = await openChat({ messages, target: messages[10]?.id })
    await waitFor(() => expect(sent('/message')).not.toHaveLength(0))
    expect(new URL(sent('/message')[0]?.url ?? '').searchParams.get('around')).toBe(messages[10]?.id)
    expect(sent('/branch')).toHaveLength(0)
  })

  test('are read before the chat is printed', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue()
    const { user, thread } = await openLongChat()
    await user.keyboard('{Control>}p{/Control}')
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    fireEvent(window, new Event('beforeprint'))
    expect(thread.querySelectorAll('[data-message]')).toHaveLength(2 * turns)
    print.mockRestore()
  })

  test('are missing on a print from the menu, which says so and reads them', async () => {
    const { thread } = await openLongChat()
    fireEvent(window, new Event('beforeprint'))
    expect(await screen.findByText(/Only part of this chat was printed/)).toBeVisible()
    // The rows of a print show what is read meanwhile.
    await waitFor(() => expect(thread.querySelectorAll('[data-message]')).toHaveLength(2 * turns))
    fireEvent(window, new Event('afterprint'))
    fireEvent(window, new Event('beforeprint'))
    expect(thread.querySelectorAll('[data-message]')).toHaveLength(2 * turns)
  })

  test('leave the rows at the scroll position on the screen', async () => {
    const { thread, scrollTo } = await openLongChat()
    scrollTo(7_400)
    fireEvent(window, new Event('beforeprint'))
    // On paper nothing scrolls, and the browser restores the position without an event.
    scrollTo(0)
    thread.scrollTop = 7_400
    fireEvent(window, new Event('afterprint'))
    expect(thread.querySelector('[data-message]')).toBeInTheDocument()
    expect(thread.querySelector('[aria-posinset="1"]')).not.toBeInTheDocument()
  })
})

describe('unsaved input at a message outside the viewport', () => {
  test('is kept for the reason of a rating', async () => {
    const { user, thread, scrollTo, goToStart, goAway } = await openLongChat()
    await goToStart()
    const [bad] = await screen.findAllByRole('button', { name: 'Bad response' })
    await user.click(bad!)
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Wool felts.')
    await press(user, 'Not correct')
    thread.focus()
    await goAway('Question 0')
    expect(screen.queryByRole('textbox', { name: 'Reason' })).not.toBeInTheDocument()
    scrollTo(0)
    expect(await screen.findByRole('textbox', { name: 'Reason' })).toHaveValue('Wool felts.')
    expect(screen.getByRole('button', { name: 'Not correct' })).toHaveAttribute('aria-pressed', 'true')
    expect(thread).toHaveFocus()
  })

  test('is kept for an edited question and its remaining files', async () => {
    const { user, thread, scrollTo, goToStart, goAway, body } = await openLongChat()
    await goToStart()
    const [edit] = await screen.findAllByRole('button', { name: 'Edit question' })
    await user.click(edit!)
    await press(user, 'Remove “fibres.csv”')
    const field = await screen.findByRole('textbox', { name: 'Edit your question' })
    await user.type(field, ', again')
    thread.focus()
    await goAway('Reply 0')
    scrollTo(0)
    const again = await screen.findByRole('textbox', { name: 'Edit your question' })
    expect(again).toHaveValue('Question 0, again')
    expect(thread).toHaveFocus()
    await user.type(again, '{Enter}')
    await waitFor(async () => expect(await body(`/message/${messages[0]?.id}`)).toMatchObject({ file_ids: [] }))
  })
})

describe('selecting everything', () => {
  test.each([
    ['its owner', true, /To get all of it, choose “Export as Markdown” in the chat menu/],
    ['a reader', false, /To get all of it, print it or save it as a PDF/],
  ])('shows %s once where to find the complete text', async (_, isMine, hint) => {
    const { user, thread } = await openLongChat({ isMine })
    thread.focus()
    await user.keyboard('{Control>}a{/Control}')
    expect(await screen.findByText(hint)).toBeVisible()
    await user.keyboard('{Control>}a{/Control}')
    expect(screen.getAllByText(hint)).toHaveLength(1)
  })

  test('in the composer shows no hint', async () => {
    const { user } = await openLongChat()
    await user.type(screen.getByRole('textbox', { name: 'Your message' }), 'words{Control>}a{/Control}')
    expect(screen.queryByText(/This is a long chat/)).not.toBeInTheDocument()
  })
})
