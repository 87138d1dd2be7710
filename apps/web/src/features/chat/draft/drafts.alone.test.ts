import type { Chat } from '@heddle/contracts/chat/chat'
import { Id } from '@heddle/contracts/wire'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildMessage } from '#testing/scripted-port.ts'

type Drafts = typeof import('./drafts.ts')

// A reload is a fresh module over the same storage.
let drafts: Drafts
async function reload() {
  vi.resetModules()
  drafts = await import('./drafts.ts')
}

const scope = 'draft.user.chat'
const buildChat = (version: number, ...questions: string[]) =>
  ({ version, messages: questions.map((content) => buildMessage({ role: 'user', content })) }) as Chat

beforeEach(async () => {
  localStorage.clear()
  await reload()
})

describe('a draft', () => {
  test('survives a reload, by user and chat', async () => {
    drafts.writeDraft(drafts.toDraftScope('a', null), 'half a thou')
    await reload()
    expect(drafts.draftStore.text(drafts.toDraftScope('a', null))).toBe('half a thou')
    expect(drafts.draftStore.text(drafts.toDraftScope('b', null))).toBe('')
  })

  test('is removed when it is emptied', () => {
    drafts.writeDraft(scope, 'x')
    drafts.writeDraft(scope, '')
    expect(localStorage.length).toBe(0)
  })

  test('is dropped after a month', async () => {
    drafts.writeDraft(scope, 'x')
    vi.useFakeTimers({ now: Date.now() + 31 * 24 * 60 * 60 * 1_000 })
    drafts.dropOldDrafts()
    vi.useRealTimers()
    expect(localStorage.length).toBe(0)
  })

  test('is ignored when it is malformed', async () => {
    localStorage.setItem(scope, '{"text":')
    expect(drafts.draftStore.text(scope)).toBe('')
  })
})

describe('a sent message', () => {
  test('leaves the composer and is removed when accepted', () => {
    drafts.writeDraft(scope, ' Why? ')
    expect(Id.safeParse(drafts.submitDraft(scope, 'Why?', 0).client_message_id).success).toBe(true)
    expect(drafts.draftStore.text(scope)).toBe('')
    drafts.forgetSubmission(scope)
    expect(localStorage.length).toBe(0)
  })

  test('returns before newer input, and keeps its id while its text is unchanged', () => {
    drafts.writeDraft(scope, 'Why?')
    const first = drafts.submitDraft(scope, 'Why?', 0)
    drafts.returnSubmission(scope)
    expect(drafts.draftStore.text(scope)).toBe('Why?')
    expect(drafts.submitDraft(scope, 'Why?', 0)).toEqual(first)
    drafts.writeDraft(scope, 'And how?')
    drafts.returnSubmission(scope)
    expect(drafts.draftStore.text(scope)).toBe('Why?\n\nAnd how?')
    expect(drafts.submitDraft(scope, 'Why?\n\nAnd how?', 0)).not.toEqual(first)
  })

  test('takes who answers along: one or several, and returns with them', async () => {
    const expert = { id: '01890000-0000-7000-8000-000000000009', name: { default: 'Dyer' } }
    const comparison = { is_blind: true, candidates: [1, 2].map(() => ({ assistant: expert, model: null })) }
    drafts.nameAssistant(scope, expert)
    drafts.compareIn(scope, comparison)
    expect(drafts.draftStore.assistant(scope)).toBeNull()
    const first = drafts.submitDraft(scope, 'Why?', 2)
    expect(drafts.draftStore.comparison(scope)).toBeNull()
    await reload()
    drafts.returnSubmission(scope)
    expect(drafts.draftStore.comparison(scope)).toEqual(comparison)
    drafts.nameAssistant(scope, expert)
    expect(drafts.draftStore.comparison(scope)).toBeNull()
    expect(drafts.submitDraft(scope, 'Why?', 2).client_message_id).not.toBe(first.client_message_id)
  })

  test('returns after a reload when the chat does not have it', async () => {
    drafts.submitDraft(scope, 'Why?', 2)
    await reload()
    drafts.reconcileDrafts(scope, buildChat(2, 'Earlier'))
    expect(drafts.draftStore.text(scope)).toBe('Why?')
  })

  test('does not return when the chat has it', async () => {
    drafts.submitDraft(scope, 'Why?', 2)
    await reload()
    drafts.reconcileDrafts(scope, buildChat(3, 'Earlier', 'Why?'))
    expect(drafts.draftStore.text(scope)).toBe('')
  })

  test('leaves the composer again when the chat turns out to have it', () => {
    drafts.submitDraft(scope, 'Why?', 2)
    drafts.returnSubmission(scope)
    drafts.reconcileDrafts(scope, buildChat(3, 'Why?'))
    expect(drafts.draftStore.text(scope)).toBe('')
    expect(localStorage.length).toBe(0)
  })

  test('keeps the input when it is a recommended question', () => {
    drafts.writeDraft(scope, 'my own words')
    drafts.submitDraft(scope, 'A recommended question', 0)
    expect(drafts.draftStore.text(scope)).toBe('my own words')
  })
})

describe('an edited question that was in flight during a reload', () => {
  const edit = `${scope}.question`
  beforeEach(async () => {
    drafts.writeWithout(edit, 'Why now?', ['01890000-0000-7000-8000-000000000009'])
    drafts.submitDraft(edit, 'Why now?', 2)
    await reload()
  })

  test('returns with its removed files when the chat does not have it', () => {
    drafts.reconcileDrafts(scope, buildChat(2, 'Why?'))
    expect(drafts.draftStore.text(edit)).toBe('Why now?')
    expect(drafts.draftStore.without(edit)).toHaveLength(1)
  })

  test('is removed when the chat has it', () => {
    drafts.reconcileDrafts(scope, buildChat(3, 'Why now?'))
    expect(localStorage.length).toBe(0)
  })

  test('is kept when it is of another chat', () => {
    drafts.reconcileDrafts('draft.user.cha', buildChat(2, 'Why?'))
    expect(drafts.draftStore.text(edit)).toBe('')
  })
})
