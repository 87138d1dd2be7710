import type { PaletteGroup } from './palette-row.ts'
import { hasWords } from './palette-row.ts'
import { useActions, usePages } from './use-commands.ts'
import { useFoundAssistants, useFoundChats, useFoundPromptRows } from './use-found.tsx'

/** Returns what the palette lists: by the typed query what the page knows, and by the keyword, which follows it, what the service finds. */
export function useGroups(query: string, keyword: string) {
  const actions = useActions().filter(({ name, isRare = false }) => (query === '' ? !isRare : hasWords(name, query)))
  const pages = usePages().filter(({ name }) => hasWords(name, query))
  const chats = useFoundChats(keyword)
  const assistants = useFoundAssistants(keyword)
  const prompts = useFoundPromptRows(keyword)
  const groups: PaletteGroup[] =
    query === ''
      ? [
          { id: 'action', rows: actions },
          { id: 'chat', rows: chats.rows },
          { id: 'page', rows: pages },
        ]
      : [
          { id: 'action', rows: actions },
          { id: 'page', rows: pages },
          { id: 'assistant', rows: assistants.rows },
          { id: 'prompt', rows: prompts.rows },
          { id: 'chat', rows: chats.rows },
        ]
  const all = [chats, assistants, prompts]
  return {
    groups: groups.filter(({ rows }) => rows.length > 0),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    isPending: query !== keyword || all.some(({ isPending }) => isPending),
  }
}
