import { limits } from '@heddle/contracts/limits'
import { IconMessage, IconPrompt, IconSchool, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { useMe } from '#entities/auth/session.queries.ts'
import { activeChats, flattenChats } from '#entities/chat/chat-lists.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { draftStore, toDraftScope, writeDraft } from '#features/chat/draft/drafts.ts'
import { useFoundPrompts } from '#features/chat/prompt/use-found-prompts.ts'
import { Marked } from '#features/history/Marked.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { insertText } from '#shared/paste-html.ts'
import { paths } from '#shared/paths.ts'
import { runShortcut } from '#shared/shortcuts/shortcuts.ts'
import type { PaletteRow } from './palette-row.ts'

const maxRows = 5

type Found = { rows: readonly PaletteRow[]; error: Error | null; isPending: boolean }

/** Returns the chats with any of the keywords, and the page that lists all of them; without keywords the ones used last. */
export function useFoundChats(keyword: string): Found {
  const { t } = useTranslation('history')
  const { t: tPalette } = useTranslation('palette')
  const navigate = useNavigate()
  const keywords = [...new Set(keyword.split(/\s+/u))].slice(0, limits.searchKeywords).join(' ')
  const { data, error, isPending } = useInfiniteQuery({
    ...chatQueries.list(keywords === '' ? activeChats : { keywords }),
    placeholderData: keepPreviousData,
  })
  const rows = flattenChats(data)
    .slice(0, maxRows)
    .map(({ id, title, match }): PaletteRow => ({
      id,
      icon: IconMessage,
      name: title === null ? t('unnamed') : <Marked text={title} marks={match?.title_marks ?? []} />,
      ...(match && match.message_id !== null && { description: <Marked text={match.passage} marks={match.marks} /> }),
      run: () => void navigate(paths.chat(id, { messageId: match?.message_id ?? undefined })),
    }))
  const all: PaletteRow = {
    id: 'all chats',
    icon: IconSearch,
    name: tPalette('allChats', { keywords: keyword }),
    run: () => void navigate(paths.chatSearch({ keywords: keyword })),
  }
  return { rows: keywords === '' ? rows : [...rows, all], error, isPending }
}

/** Returns the experts with the keyword in their name; one begins a chat. */
export function useFoundAssistants(keyword: string): Found {
  const localized = useLocalized()
  const navigate = useNavigate()
  const { data, error, isLoading } = useInfiniteQuery({
    ...assistantQueries.list({ scope: 'all', keyword }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
  const found = keyword === '' ? [] : (data?.pages[0]?.assistants ?? [])
  const rows = found.slice(0, maxRows).map(({ id, name, description }) => ({
    id,
    icon: IconSchool,
    name: localized(name),
    description: localized(description),
    run: () => void navigate(paths.newChat({ assistantId: id })),
  }))
  return { rows, error, isPending: isLoading }
}

/**
 * Returns the prompts with the query in their name. One is typed after a slash into the composer, that of a new chat on a page without,
 * whose list of prompts then offers it.
 */
export function useFoundPromptRows(query: string): Found {
  const localized = useLocalized()
  const navigate = useNavigate()
  const newChatScope = toDraftScope(useMe().id, null)
  const { prompts, error, isPending } = useFoundPrompts(query, query !== '')
  const found = query === '' ? [] : prompts

  function handleChoose(name: string) {
    if (runShortcut('composer'))
      return void (document.activeElement instanceof HTMLTextAreaElement && typeSlash(document.activeElement, name))
    const draft = draftStore.text(newChatScope)
    writeDraft(newChatScope, draft === '' ? `/${name}` : `${draft}\n/${name}`)
    void navigate(paths.newChat())
  }

  const rows = found.slice(0, maxRows).map(({ id, name, description }) => ({
    id,
    icon: IconPrompt,
    name: localized(name),
    description: localized(description),
    run: () => handleChoose(localized(name)),
  }))
  return { rows, error, isPending: query !== '' && isPending }
}

/** Types a slash at the end of the field, on a line of its own, and then the name: as the list of prompts follows keys. */
function typeSlash(field: HTMLTextAreaElement, name: string) {
  field.setSelectionRange(field.value.length, field.value.length)
  insertText(field, field.value === '' || field.value.endsWith('\n') ? '/' : '\n/')
  insertText(field, name)
}
