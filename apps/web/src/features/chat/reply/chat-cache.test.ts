import type { Chat } from '@heddle/contracts/chat/chat'
import type { Message } from '@heddle/contracts/message/message'
import type { ReplyDoneEvent } from '@heddle/contracts/reply/reply-stream'
import { expect, test } from 'vitest'
import { applyReply } from './chat-cache.ts'

test('the feedback on a reply is kept when the reply is continued', () => {
  const feedback = { rating: 'good', reason: null, include_conversation: false, is_dealt_with: false } as const
  const stopped = { id: 'reply', content: 'A loom', status: 'stopped', feedback } as Message
  const done = { message: { ...stopped, content: 'A loom weaves.', status: 'completed', feedback: null } } as ReplyDoneEvent
  const { messages } = applyReply({ messages: [stopped] } as unknown as Chat, done)
  expect(messages).toEqual([{ ...stopped, content: 'A loom weaves.', status: 'completed' }])
})
