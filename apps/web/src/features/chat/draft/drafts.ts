// Unsent text in browser storage, by user and chat, so that neither a reload nor a refused message loses it. A sent message stays here
// until the service accepts it.
import type { Chat } from '@heddle/contracts/chat/chat'
import { limits } from '@heddle/contracts/limits'
import { Id, LocalizedText } from '@heddle/contracts/wire'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { keepFiles } from '#entities/chat/kept-files.ts'
import { pageScopes } from '#entities/chat/page-scopes.ts'
import { createEvent } from '#shared/external-store.ts'
import { createMessageId } from './message-id.ts'

/** The expert that a question goes to instead of the chat's. */
const NamedAssistant = z.object({ id: Id, name: LocalizedText, accepts_files: z.boolean().default(true) })
export type NamedAssistant = z.infer<typeof NamedAssistant>

/** Those that a question goes to for a comparison; without a model, the server chooses. */
const DraftComparison = z.object({
  candidates: z
    .array(z.object({ assistant: NamedAssistant.omit({ accepts_files: true }), model: z.object({ id: Id, name: z.string() }).nullable() }))
    .min(2)
    .max(limits.comparedReplies),
  is_blind: z.boolean(),
})
export type DraftComparison = z.infer<typeof DraftComparison>

/** Who answers instead of the chat's expert: another one, or several beside each other. */
const Addressee = z.object({ assistant: NamedAssistant.optional(), comparison: DraftComparison.optional() })
type Addressee = z.infer<typeof Addressee>

const Submission = Addressee.extend({
  client_message_id: Id,
  content: z.string(),
  version: z.int(),
  /** Back in the composer: the same text is sent with the same id, in case the first message did arrive. */
  isReturned: z.boolean(),
})
const Draft = Addressee.extend({
  text: z.string(),
  savedAt: z.number(),
  submission: Submission.optional(),
  /** Of an edited question: the ids of its removed files. */
  without: z.array(Id).optional(),
})
type Draft = z.infer<typeof Draft>

const prefix = 'draft.'
const maxAgeMs = 30 * 24 * 60 * 60 * 1_000
const emptyDraft: Draft = { text: '', savedAt: 0 }

const drafts = new Map<string, Draft>()
const changed = createEvent()

/** Returns the scope of a user's draft in a chat; `null` is the chat that does not exist yet. */
export const toDraftScope = (userId: string, chatId: string | null): string => `${toUserPrefix(userId)}${chatId ?? 'new'}`

/** Returns the prefix of all scopes of a user. */
export const toUserPrefix = (userId: string): string => `${prefix}${userId}.`

/** Returns the scope of a question that is edited. */
export const toEditScope = (chatScope: string, messageId: string): string => `${chatScope}.${messageId}`

export const draftStore = {
  subscribe: changed.subscribe,
  text: (scope: string): string => read(scope).text,
  assistant: (scope: string): NamedAssistant | null => read(scope).assistant ?? null,
  comparison: (scope: string): DraftComparison | null => read(scope).comparison ?? null,
  /** Returns the removed files of an edited question. */
  without: (scope: string): readonly string[] => read(scope).without ?? [],
}

export function writeDraft(scope: string, text: string): void {
  write(scope, { ...read(scope), text })
}

/** Stores the text and the removed files of an edited question. */
export function writeWithout(scope: string, text: string, without: string[]): void {
  write(scope, { ...read(scope), text, without })
}

export function nameAssistant(scope: string, assistant: z.input<typeof NamedAssistant> | null): void {
  write(scope, { ...read(scope), comparison: undefined, assistant: assistant ? NamedAssistant.parse(assistant) : undefined })
}

/** Lets the question be answered by several beside each other, in place of a named expert. */
export function compareIn(scope: string, comparison: DraftComparison | null): void {
  write(scope, { ...read(scope), assistant: undefined, comparison: comparison ?? undefined })
}

export function dropDraft(scope: string): void {
  write(scope, emptyDraft)
}

/** Holds a draft, with those of its edited questions, in the memory of this page, or stores it again as any other. */
export function holdDraft(scope: string, isHeld: boolean): void {
  if (pageScopes.has(scope) === isHeld) return
  pageScopes.set(scope, isHeld)
  const held = [...drafts].filter(([key]) => key === scope || key.startsWith(toEditScope(scope, '')))
  for (const [key, draft] of held) write(key, draft)
  if (isHeld) void keepFiles(scope, [])
}

/** Moves the text into another draft, before what is there. */
export function moveDraft(scope: string, to: string): void {
  const { text } = read(scope)
  if (text.trim() === '') return
  writeDraft(to, prepend(text, read(to).text))
  dropDraft(scope)
}

const toAddressee = ({ assistant, comparison }: Addressee): Addressee => ({ assistant, comparison })

const isSameAddressee = (one: Addressee, other: Addressee) => JSON.stringify(toAddressee(one)) === JSON.stringify(toAddressee(other))

/** Moves the text out of the composer; returns the id to send it with, and the expert that it names. */
export function submitDraft(scope: string, content: string, version: number) {
  const draft = read(scope)
  const { submission, text, assistant, comparison } = draft
  const isSame = submission?.content === content && isSameAddressee(submission, draft)
  const client_message_id = isSame ? submission.client_message_id : createMessageId()
  write(scope, {
    ...draft,
    text: text.trim() === content ? '' : text,
    assistant: undefined,
    comparison: undefined,
    submission: { client_message_id, content, version, isReturned: false, assistant, comparison },
  })
  return { client_message_id, ...(assistant && { assistant_id: assistant.id }) }
}

/** Removes a submission that the chat has. */
export function forgetSubmission(scope: string): void {
  const draft = read(scope)
  write(scope, { text: draft.text, ...toAddressee(draft), savedAt: 0 })
}

/** Returns a refused message to the composer, before newer input. */
export function returnSubmission(scope: string): void {
  const draft = read(scope)
  const { text, submission, without } = draft
  if (!submission || submission.isReturned) return
  write(scope, {
    without,
    ...toAddressee(submission.assistant || submission.comparison ? submission : draft),
    text: prepend(submission.content, text),
    savedAt: 0,
    submission: { ...submission, isReturned: true },
  })
}

/** Compares the drafts with the chat after a reload or a lost response: removes what has arrived, returns the rest. */
export function reconcileDrafts(scope: string, chat: Chat): void {
  for (const own of [scope, ...listStoredScopes().filter((key) => key.startsWith(toEditScope(scope, '')))]) reconcileDraft(own, chat)
}

const prepend = (text: string, draft: string): string => (draft === '' ? text : `${text}\n\n${draft}`)

function reconcileDraft(scope: string, chat: Chat) {
  const draft = read(scope)
  const { text, submission } = draft
  if (!submission) return
  const lastQuestion = chat.messages.findLast((message) => message.role === 'user')
  const hasArrived = chat.version > submission.version && lastQuestion?.content === submission.content
  if (!hasArrived) return returnSubmission(scope)
  const isSent = submission.isReturned && text === submission.content
  write(scope, { text: isSent ? '' : text, ...(isSent ? {} : toAddressee(draft)), savedAt: 0 })
}

function read(scope: string): Draft {
  const known = drafts.get(scope)
  if (known) return known
  const stored = readStored(scope)
  drafts.set(scope, stored)
  return stored
}

function readStored(scope: string): Draft {
  try {
    return Draft.safeParse(JSON.parse(localStorage.getItem(scope) ?? 'null')).data ?? emptyDraft
  } catch {
    return emptyDraft
  }
}

function write(scope: string, draft: Draft) {
  drafts.set(scope, draft)
  try {
    const isEmpty = draft.text === '' && !draft.submission && !draft.assistant && !draft.comparison
    if (isEmpty || pageScopes.has(scope)) localStorage.removeItem(scope)
    else localStorage.setItem(scope, JSON.stringify({ ...draft, savedAt: Date.now() }))
  } catch {
    // Storage is full or forbidden: the draft lasts as long as the page.
  }
  changed.emit()
}

function listStoredScopes(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Removes expired drafts; those of chats deleted elsewhere would stay forever. */
export function dropOldDrafts(): void {
  for (const key of listStoredScopes()) if (readStored(key).savedAt < Date.now() - maxAgeMs) localStorage.removeItem(key)
}

/** Returns the expert that the draft names. */
export const useNamedAssistant = (scope: string): NamedAssistant | null =>
  useSyncExternalStore(draftStore.subscribe, () => draftStore.assistant(scope))

/** Returns the comparison that the draft asks for. */
export const useDraftComparison = (scope: string): DraftComparison | null =>
  useSyncExternalStore(draftStore.subscribe, () => draftStore.comparison(scope))

/** Returns the text of a draft, which survives a reload, and its setter. */
export function useDraft(scope: string): [text: string, setText: (text: string) => void] {
  const text = useSyncExternalStore(draftStore.subscribe, () => draftStore.text(scope))
  return [text, (next) => writeDraft(scope, next)]
}
