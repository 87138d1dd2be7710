// Things of the wire for tests, complete and plausible; a test says only what it is about.
import type { ChatProfile, ChatSummary } from '@heddle/contracts/chat'

export const id = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`

export const aChatSummary = (given: Partial<ChatSummary> = {}): ChatSummary => ({
  id: id(1),
  title: 'Colour fastness of wool',
  explicitly_public: false,
  is_generating: false,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
  abilities: { write: true, share: true, delete: true },
  ...given,
})

export const aChatProfile = (given: Partial<ChatProfile> = {}): ChatProfile => ({
  ...aChatSummary(),
  conversation_id: id(2),
  version: 1,
  owner: { id: id(3), name: { default: 'Member' } },
  assistant: null,
  model: null,
  response_language: 'en',
  request_limit: 50,
  remaining_requests: 49,
  ...given,
})
