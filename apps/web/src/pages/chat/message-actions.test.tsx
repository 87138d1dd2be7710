// The actions of messages, on the complete chat page.
import type { Chat } from '@heddle/contracts/chat/chat'
import type { Message } from '@heddle/contracts/message/message'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { questionId, replyId } from '#testing/scripted-port.ts'
import { respond, failToFetch, refuse } from '#testing/serve.ts'
import { id } from '#testing/wire.ts'
import { file, openChat, press, buildQuestion, buildReply, source } from '#testing/open-chat.tsx'

// Pages and the panel are loaded on first use.

const sibling = { index: 1, count: 3, previous_id: id(31), next_id: id(32) }

describe('the buttons at a message', () => {
  test('of a shared chat only copy and show the sources', async () => {
    await openChat({ messages: [buildQuestion({ siblings: sibling }), buildReply({ status: 'stopped' })], isMine: false })
    expect(await screen.findByRole('button', { name: 'Show data source' })).toBeVisible()
    expect(screen.getAllByRole('button', { name: 'Copy text' })).toHaveLength(2)
    for (const name of ['Regenerate', 'Continue', 'Good response', 'Bad response', 'Edit question', 'Next version'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  })

  test('regenerate the reply with the chosen model', async () => {
    const { user, body } = await openChat({ messages: [buildQuestion(), buildReply()] })
    await press(user, 'Regenerate')
    await waitFor(async () => expect(await body('/regenerate')).toMatchObject({ version: 4, response_language: 'en' }))
  })

  test('continue only the last reply, when it was stopped', async () => {
    const first = buildReply({ id: id(41), status: 'stopped' })
    const second = buildQuestion({ id: id(42), index: 2 })
    const last = buildReply({ id: id(43), index: 3, status: 'interrupted' })
    const { user, sent } = await openChat({ messages: [buildQuestion(), first, second, last] })
    await press(user, 'Continue')
    await waitFor(() => expect(sent(`/${last.id}/continue`)).toHaveLength(1))
  })

  test('flip to the next version', async () => {
    const { user, body } = await openChat({ messages: [buildQuestion(), buildReply({ siblings: sibling })] })
    expect(await screen.findByText('2/3')).toBeVisible()
    await press(user, 'Next version')
    await waitFor(async () => expect(await body('/branch')).toEqual({ message_id: sibling.next_id, version: 4 }))
  })

  test('explain why they are disabled, and stay focusable', async () => {
    const { user, sent } = await openChat({
      messages: [buildQuestion(), buildReply({ siblings: { index: 0, count: 2, previous_id: null, next_id: id(32) } })],
    })
    const previous = await screen.findByRole('button', { name: 'Previous version' })
    expect(previous).toHaveAccessibleDescription('No more versions')
    await user.click(previous)
    expect(sent('/branch')).toHaveLength(0)
    expect(previous).toHaveFocus()
  })
})

test('a reply names the model that answered, and the one in whose place it did', async () => {
  const fallback = { asked: 'gpt-4o', answered: 'llama' }
  const step = { node_id: 'llm', type: 'llm', title: '', status: 'finished', ms: 1_000, fallback } as const
  const answered = buildReply({ steps: [step], model: { id: null, name: 'llama' } })
  const { user } = await openChat({ messages: [buildQuestion(), answered] })
  const title = 'Answered by llama'
  expect(await screen.findByTitle(title)).toHaveTextContent('llama instead of gpt-4o')
  await press(user, 'Show thought process')
  await waitFor(() => expect(screen.getAllByText('gpt-4o', { selector: '[translate=no]' })).toHaveLength(2))
  expect(screen.getByRole('list', { name: '' })).toHaveTextContent('llama instead of gpt-4o')
})

describe('editing a question', () => {
  const open = async (fields: Partial<Message> = {}) => {
    const view = await openChat({ messages: [buildQuestion(fields), buildReply()] })
    await press(view.user, 'Edit question')
    return { ...view, field: await screen.findByRole('textbox', { name: 'Edit your question' }) }
  }

  test('sends the edited text with the remaining files', async () => {
    const files = [
      { ...file, size: 2_000, findings: [] },
      { ...file, id: id(23), name: 'other.csv', size: 10, findings: [] },
    ]
    const { user, field, body } = await open({ files })
    expect(field).toHaveFocus()
    await user.clear(field)
    await user.type(field, 'And silk?')
    await press(user, 'Remove “other.csv”')
    await user.type(field, '{Enter}')
    await waitFor(async () =>
      expect(await body(`/message/${questionId}`)).toMatchObject({ content: 'And silk?', file_ids: [file.id], version: 4 }),
    )
  })

  test('may send the same text again', async () => {
    const { user, body } = await open()
    await user.click(within(screen.getByRole('form', { name: 'Edit your question' })).getByRole('button', { name: 'Send' }))
    await waitFor(async () => expect(await body(`/message/${questionId}`)).toMatchObject({ content: 'Why does wool shrink?' }))
  })

  test('is canceled by Escape, and the question is unchanged', async () => {
    const { user, field } = await open()
    await user.type(field, ' Really?{Escape}')
    expect(await screen.findByText('Why does wool shrink?')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit question' })).toHaveFocus())
    await press(user, 'Edit question')
    expect(await screen.findByRole('textbox', { name: 'Edit your question' })).toHaveValue('Why does wool shrink?')
  })

  test('stays open when Escape discards a composed word, which Safari reports after the composition', async () => {
    const { field } = await open()
    fireEvent.keyDown(field, { key: 'Escape', keyCode: 229 })
    expect(field).toBeVisible()
    fireEvent.keyDown(field, { key: 'Escape' })
    await waitFor(() => expect(field).not.toBeInTheDocument())
  })

  test('keeps a text that was refused', async () => {
    const { user, field } = await open()
    await user.clear(field)
    await user.type(field, 'In other words{Enter}')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Edit your question' })).toHaveValue('In other words'))
    expect(screen.getByRole('textbox', { name: 'Edit your question' })).toHaveFocus()
  })
})

describe('feedback', () => {
  test.each([
    { status: 'stopped', content: '' },
    { status: 'interrupted', content: '' },
    { status: 'failed', content: 'Half a' },
  ] as const)('is not asked for when a reply is $status with the text "$content"', async (ended) => {
    await openChat({ messages: [buildQuestion(), buildReply(ended)] })
    expect(await screen.findByRole('button', { name: 'Regenerate' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /response$/ })).toBeNull()
  })

  const given = (rating: 'good' | 'bad', reason: string | null = null) =>
    respond({ feedback: { rating, reason, include_conversation: false, is_dealt_with: false } })

  test('good is sent immediately, acknowledged, and can be removed', async () => {
    const { user, body, sent } = await openChat({ messages: [buildQuestion(), buildReply()], responses: { feedback: () => given('good') } })
    await press(user, 'Good response')
    expect(await screen.findByText('Thank you for your feedback!')).toBeVisible()
    expect(await body('/feedback')).toEqual({ rating: 'good', message_index: 1 })
    const good = screen.getByRole('button', { name: 'Good response' })
    expect(good).toHaveAttribute('aria-pressed', 'true')
    await press(user, 'Undo')
    await waitFor(() => expect(good).toHaveAttribute('aria-pressed', 'false'))
    expect(good).toHaveFocus()
    await waitFor(() => expect(sent('/feedback').at(-1)?.method).toBe('DELETE'))
  })

  test('bad asks for the reason, and includes the conversation only when that is checked', async () => {
    const { user, body } = await openChat({ messages: [buildQuestion(), buildReply()], responses: { feedback: () => given('bad') } })
    await press(user, 'Bad response')
    const reason = await screen.findByRole('textbox', { name: 'Reason' })
    expect(reason).toHaveFocus()
    expect(screen.getByRole('checkbox', { name: 'Include this chat' })).not.toBeChecked()
    await press(user, 'Not correct')
    await press(user, 'Missing sources')
    await user.type(reason, 'Wool felts.')
    await press(user, 'Submit')
    expect(await screen.findByText('Thank you for your feedback!')).toBeVisible()
    const said = { rating: 'bad', message_index: 1, reason: 'Not correct, Missing sources\nWool felts.', include_conversation: false }
    expect(await body('/feedback')).toEqual(said)
    expect(screen.queryByRole('textbox', { name: 'Reason' })).not.toBeInTheDocument()
  })

  test('that was given before is shown, and a second press removes it', async () => {
    const feedback = { rating: 'bad' as const, reason: 'Wrong', include_conversation: false, is_dealt_with: false }
    const { user, sent } = await openChat({ messages: [buildQuestion(), buildReply({ feedback })] })
    const bad = await screen.findByRole('button', { name: 'Bad response' })
    expect(bad).toHaveAttribute('aria-pressed', 'true')
    await user.click(bad)
    await waitFor(() => expect(bad).toHaveAttribute('aria-pressed', 'false'))
    await waitFor(() => expect(sent('/feedback').map(({ method }) => method)).toEqual(['DELETE']))
  })

  test('is sent again without a reason when the reason is removed', async () => {
    const { user, sent } = await openChat({ messages: [buildQuestion(), buildReply()], responses: { feedback: () => given('bad') } })
    await press(user, 'Bad response')
    const reason = await screen.findByRole('textbox', { name: 'Reason' })
    await user.type(reason, 'Wool')
    await user.clear(reason)
    await press(user, 'Submit')
    await screen.findByText('Thank you for your feedback!')
    expect(await sent('/feedback').at(-1)?.json()).toMatchObject({ rating: 'bad', reason: '' })
  })

  test('that was dealt with is told at the reply, and the question can be asked again', async () => {
    const feedback = { rating: 'bad' as const, reason: 'Wrong', include_conversation: false, is_dealt_with: true }
    const { user, sent } = await openChat({ messages: [buildQuestion(), buildReply({ feedback })] })
    expect(await screen.findByText('Your feedback was taken up.')).toBeVisible()
    await press(user, 'Ask again')
    await waitFor(() => expect(sent('/regenerate')).toHaveLength(1))
  })

  test('that could not be submitted is reported and keeps the text', async () => {
    let isReachable = true
    const feedback = () => (isReachable ? given('bad') : refuse(500, 'CHAT_FEEDBACK_FAILED'))
    const { user } = await openChat({ messages: [buildQuestion(), buildReply()], responses: { feedback } })
    await press(user, 'Bad response')
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Wool felts.')
    isReachable = false
    await press(user, 'Submit')
    expect(await screen.findByText(/Your feedback couldn’t be submitted/)).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Wool felts.')
  })
})

describe('the data sources', () => {
  const cited = [buildQuestion(), buildReply({ sources: [source] })]
  const page = { number: 1, label: null, text: '| fibre | shrinkage |\n| --- | --- |\n| silk | 5 |\n| wool | 40 |' }
  const panel = () => screen.findByRole('dialog', { name: 'Data sources' })

  test('open at the pressed number, with the file at the passage; a number without a source is text', async () => {
    const { user } = await openChat({ messages: cited, responses: { pages: () => respond({ pages: [page] }) } })
    expect(await screen.findByText(/, not \[2\]\./)).toBeVisible()
    await press(user, 'Source 1: fibres.csv')
    const preview = await within(await panel()).findByRole('group', { name: 'Preview of the source file' })
    expect(within(preview).getByRole('row', { name: 'wool 40' })).toHaveAttribute('data-cited')
    expect(within(preview).getByRole('row', { name: 'silk 5' })).not.toHaveAttribute('data-cited')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Source 1: fibres.csv' })).toHaveFocus()
  })

  test('open at the passage also when the file is known already', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    onTestFinished(() => scrolled.mockRestore())
    const { user } = await openChat({ messages: cited, responses: { pages: () => respond({ pages: [page] }) } })
    for (const _ of ['first', 'again']) {
      scrolled.mockClear()
      await press(user, 'Source 1: fibres.csv')
      const row = await within(await within(await panel()).findByRole('group', { name: 'Preview of the source file' })).findByRole('row', {
        name: 'wool 40',
      })
      await waitFor(() => expect(scrolled.mock.contexts.at(-1)).toBe(row))
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    }
  })

  test('without a file open at the passage, and close again', async () => {
    const text = { ...source, title: 'wool.txt', passage: 'Wool felts.', file: { ...file, name: 'wool.txt', media_type: 'text/plain' } }
    const { user } = await openChat({
      messages: [buildQuestion(), buildReply({ sources: [text] })],
      responses: {
        sources: () => respond({ sources: [text] }),
        pages: () => respond({ pages: [{ number: 1, label: null, text: 'Silk does not. Wool felts. Cotton creases.' }] }),
      },
    })
    await press(user, 'Source 1: wool.txt')
    expect(await within(await panel()).findByText('Wool felts.', { selector: 'mark' })).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Source 1: wool.txt' })).toHaveFocus()
  })

  test('are numbered by first use, in the text, in the panel and in the copied text', async () => {
    const sources = [
      { ...source, number: 4 },
      { ...source, id: id(24), number: 2, title: 'wool.txt' },
    ]
    const { user } = await openChat({
      messages: [buildQuestion(), buildReply({ content: 'Scales [4], and felting [2][4].', sources })],
      responses: { sources: () => respond({ sources }) },
    })
    const numbers = await screen.findAllByRole('button', { name: /^Source \d/ })
    expect(numbers.map(({ textContent }) => textContent)).toEqual(['1', '2', '1'])
    await user.click(screen.getAllByRole('button', { name: 'Copy text' }).at(-1) ?? document.body)
    await expect(navigator.clipboard.readText()).resolves.toBe('Scales [1], and felting [2][1].')
    await press(user, 'Source 2: wool.txt')
    const cards = await within(await panel()).findAllByRole('listitem')
    expect(cards.map((card) => within(card).getByRole('heading', { level: 3 }).textContent)).toEqual(['1fibres.csv', '2wool.txt'])
    expect(within(await panel()).getByRole('button', { name: /wool\.txt/ })).toHaveAttribute('aria-expanded', 'true')
  })

  test('are copied as HTML too, as any page draws them: formulas as written, code without its label, citations as numbers', async () => {
    const content = 'It **「felts」**a [4]: $x^2$.\n\n```js\nfelt()\n```\n\n| a |\n|---|\n| b |\n\nSee[^1].\n\n[^1]: A note.'
    const sources = [{ ...source, number: 4 }]
    const { user } = await openChat({
      messages: [buildQuestion(), buildReply({ content, sources })],
      responses: { sources: () => respond({ sources }) },
    })
    await screen.findByText((_, element) => element?.classList.contains('katex') === true)
    await user.click(screen.getAllByRole('button', { name: 'Copy text' }).at(-1) ?? document.body)
    const [item] = await navigator.clipboard.read()
    const html = await (await item?.getType('text/html'))?.text()
    expect(html).toBe(
      '<p>It <strong>「felts」</strong>a [1]: $x^2$.</p><pre><code>felt()</code></pre>' +
        '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>' +
        '<p>See<sup>1</sup>.</p><ol><li><p>A note.</p></li></ol>',
    )
    await expect(navigator.clipboard.readText()).resolves.toBe(content.replace('[4]', '[1]'))
  })

  test('that are Markdown are rendered in the passage and in the file', async () => {
    const markdown = {
      ...source,
      title: 'wool.md',
      passage: '**Wool** felts.',
      file: { ...file, name: 'wool.md', media_type: 'text/markdown' },
    }
    const { user } = await openChat({
      messages: [buildQuestion(), buildReply({ sources: [markdown] })],
      responses: {
        sources: () => respond({ sources: [markdown] }),
        pages: () => respond({ pages: [{ number: 1, label: null, text: '# Fibres\n\n**Wool** felts.\n\nCotton *creases*.' }] }),
      },
    })
    await press(user, 'Source 1: wool.md')
    const preview = await within(await panel()).findByRole('group', { name: 'Preview of the source file' })
    expect(within(preview).getByRole('heading', { name: 'Fibres' })).toBeVisible()
    expect(preview.querySelector('[data-cited]')).toHaveTextContent(/^Wool felts\.$/)
    expect(within(await panel()).getAllByText('Wool', { selector: 'strong' })).toHaveLength(2)
  })

  test('are reported as missing for a reply without any', async () => {
    const { user } = await openChat({ messages: [buildQuestion(), buildReply()], responses: { sources: () => respond({ sources: [] }) } })
    await press(user, 'Show data source')
    expect(await within(await panel()).findByText('No source data')).toBeVisible()
    expect(screen.getByText('This response did not use any reference materials')).toBeVisible()
  })

  test('that could not be loaded can be retried', async () => {
    let isReachable = false
    const sources = () => (isReachable ? respond({ sources: [source] }) : failToFetch())
    const { user } = await openChat({ messages: [buildQuestion(), buildReply()], responses: { sources } })
    await press(user, 'Show data source')
    expect(await screen.findByText(/The sources could not be loaded. Please try again later./)).toBeVisible()
    isReachable = true
    await press(user, 'Try again')
    expect(await within(await panel()).findByRole('row', { name: 'wool 40' })).toBeVisible()
  })

  test('without a name or a file show only the passage', async () => {
    const gone = { ...source, title: null, file: null, page: 3 }
    const { user } = await openChat({
      messages: [buildQuestion(), buildReply({ sources: [gone] })],
      responses: { sources: () => respond({ sources: [gone] }) },
    })
    await press(user, 'Source 1: Unnamed source, page 3')
    expect(await within(await panel()).findByText(/This file is no longer available/)).toBeVisible()
    expect(screen.getByRole('row', { name: 'wool 40' })).toBeVisible()
    expect(screen.getByText(/protected by their owners’ copyright/)).toBeVisible()
  })

  test('of a shared chat show no file', async () => {
    const { user, sent } = await openChat({ messages: cited, isMine: false })
    await press(user, 'Source 1: fibres.csv')
    expect(await within(await panel()).findByText(/only the owner can open the files/)).toBeVisible()
    expect(sent('/page/query')).toHaveLength(0)
  })

  test('are linked in a rendered text without rendering it again', async () => {
    const { queryClient } = await openChat({ messages: [buildQuestion(), buildReply()] })
    const text = await screen.findByText(/Because of its scales/)
    queryClient.setQueriesData<Chat>(
      { queryKey: ['chats', 'detail'] },
      (chat) => chat && { ...chat, messages: [buildQuestion(), buildReply({ sources: [source] })] },
    )
    expect(await screen.findByRole('button', { name: 'Source 1: fibres.csv' })).toBeVisible()
    expect(screen.getByText(/Because of its scales/)).toBe(text)
  })
})

test('a file of a question opens beside the chat; an image is shown from the fetched bytes', async () => {
  const image = { id: file.id, name: 'loom.png', media_type: 'image/png', size: 1_200_000, findings: [] }
  const created = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:loom')
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const { user } = await openChat({
    messages: [buildQuestion({ files: [image] }), buildReply()],
    responses: { file: () => new Response('png') },
  })
  await press(user, 'Preview file “loom.png”, 1.2 MB')
  expect(await screen.findByRole('img', { name: 'loom.png' })).toHaveAttribute('src', 'blob:loom')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(revoked).toHaveBeenCalledWith('blob:loom'))
  created.mockRestore()
  revoked.mockRestore()
})

test('a reply names the files that were not read for it', async () => {
  const notices: Message['notices'] = [
    { code: 'files_cut', used_tokens: 6_000, total_tokens: 90_000 },
    { code: 'images_not_seen', count: 2 },
    { code: 'language_repaired' },
  ]
  await openChat({ messages: [buildQuestion(), buildReply({ id: replyId, notices })] })
  expect(await screen.findByText('The files were too long. Only 6,000 of 90,000 tokens were read.')).toBeVisible()
  expect(screen.getByText('This model cannot read images, so 2 images were ignored.')).toBeVisible()
  expect(screen.getByText('The model first answered in another language, so the reply was generated again.')).toBeVisible()
})
