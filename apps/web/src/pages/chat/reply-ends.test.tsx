// How a reply ended, on the complete chat page: its sentence, and what its owner can do about it.
import type { ErrorCode } from '@heddle/contracts/errors'
import type { Message, MessageStatus } from '@heddle/contracts/message/message'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { id } from '#testing/wire.ts'
import { buildQuestion, buildReply, openChat } from '#testing/open-chat.tsx'

type End = { status: MessageStatus; code?: ErrorCode; content?: string }

const endWith = ({ status, code, content = 'Half a' }: End, fields: Partial<Message> = {}) =>
  buildReply({ status, content, ...(code && { error: { code, message: code } }), ...fields })

describe('a reply that was not completed', () => {
  test.each<[End, string, string | null]>([
    [{ status: 'interrupted' }, 'The reply was interrupted. The text generated so far has been kept.', 'Continue'],
    [
      { status: 'interrupted', code: 'CHAT_REPLY_INTERRUPTED' },
      'The reply was interrupted. The text generated so far has been kept.',
      'Continue',
    ],
    [{ status: 'interrupted', code: 'MODEL_REPLY_CUT' }, 'The reply was cut off at the model’s limit.', 'Continue'],
    [{ status: 'interrupted', code: 'MODEL_STREAM_BROKEN' }, 'The model server broke off before the reply was finished.', 'Continue'],
    [{ status: 'interrupted', code: 'MODEL_STALLED' }, 'The model stopped sending its reply.', 'Continue'],
    [{ status: 'interrupted', code: 'MODEL_REPLY_TIMEOUT' }, 'The reply took too long.', 'Continue'],
    [{ status: 'stopped' }, 'You stopped this reply.', 'Continue'],
    [
      { status: 'failed', code: 'MODEL_ONLY_THOUGHT', content: '' },
      'Error: The model finished thinking but didn’t write a reply.',
      'Try again',
    ],
    [
      { status: 'failed', code: 'MODEL_THOUGHT_TO_LIMIT', content: '' },
      'Error: The model reached its length limit while still thinking and didn’t write a reply.',
      'Try again',
    ],
    [{ status: 'failed', code: 'MODEL_EMPTY', content: '' }, 'Error: The model sent an empty reply.', 'Try again'],
    [
      { status: 'failed', code: 'MODEL_TOOL_CALL', content: '' },
      'Error: The model tried to use a tool instead of replying, but no tools are available here.',
      'Try again',
    ],
    [{ status: 'failed', code: 'MODEL_CONTENT_FILTERED' }, 'Error: The model server’s content filter stopped the reply.', null],
    [
      { status: 'failed', code: 'MODEL_UNAVAILABLE', content: '' },
      'Error: The model is unavailable or returned an error. Please try again later.',
      null,
    ],
  ])('%j says "%s", and offers %s', async (end, sentence, action) => {
    await openChat({ messages: [buildQuestion(), endWith(end)] })
    expect(await screen.findByText(sentence)).toBeVisible()
    for (const name of ['Continue', 'Try again']) expect(screen.queryAllByRole('button', { name })).toHaveLength(name === action ? 1 : 0)
  })

  test.each([
    ['Continue', endWith({ status: 'interrupted', code: 'MODEL_REPLY_CUT' }), '/continue'],
    ['Try again', endWith({ status: 'failed', code: 'MODEL_ONLY_THOUGHT', content: '' }), '/regenerate'],
  ])('is taken further by "%s", also with the keyboard', async (name, reply, path) => {
    const { user, sent } = await openChat({ messages: [buildQuestion(), reply] })
    const button = await screen.findByRole('button', { name })
    button.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sent(path)).toHaveLength(1))
  })

  test('has its sentence and no button when it is not the last, or shared by someone else', async () => {
    const cut = endWith({ status: 'interrupted', code: 'MODEL_REPLY_CUT' })
    const later = [buildQuestion({ id: id(42), index: 2 }), buildReply({ id: id(43), index: 3 })]
    const { unmount } = await openChat({ messages: [buildQuestion(), cut, ...later] })
    expect(await screen.findByText('The reply was cut off at the model’s limit.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
    unmount()
    await openChat({ messages: [buildQuestion(), cut], isMine: false })
    expect(await screen.findByText('The reply was cut off at the model’s limit.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  })
})

test('the thoughts of a reply without text are open', async () => {
  await openChat({
    messages: [
      buildQuestion(),
      endWith({ status: 'failed', code: 'MODEL_THOUGHT_TO_LIMIT', content: '' }, { reasoning: 'Scales of wool.' }),
    ],
  })
  expect(await screen.findByText('Scales of wool.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Hide thought process' })).toHaveAttribute('aria-expanded', 'true')
})

test('each step that was cut off has its notice', async () => {
  const notices = ['Outline', 'Summary'].map((title) => ({ code: 'step_cut', title }) as const)
  await openChat({ messages: [buildQuestion(), buildReply({ notices })] })
  expect(await screen.findByText('“Outline” was cut off at the model’s limit.')).toBeVisible()
  expect(screen.getByText('“Summary” was cut off at the model’s limit.')).toBeVisible()
})
