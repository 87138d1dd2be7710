import type { PromptItem } from '@heddle/contracts/prompt/prompt'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { promptQueries } from '#entities/prompt/prompts.queries.ts'

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

const hasName = ({ name }: PromptItem, query: string) =>
  Object.values(name).some((text) => text !== undefined && fold(text).includes(query))

/**
 * Returns the prompts whose name has the query in any language, the last used first. They are found in the cached list, and by the server
 * too where that has only some of them.
 */
export function useFoundPrompts(query: string, isOpen: boolean) {
  const folded = fold(query.trim())
  const { data: known, error, isPending } = useQuery({ ...promptQueries.usable(''), enabled: isOpen })
  const hasMore = known?.next_page_token !== undefined
  const [keyword] = useDebouncedValue(folded, 120)
  const { data: more } = useQuery({ ...promptQueries.usable(keyword), enabled: isOpen && hasMore && keyword !== '' })
  const prompts = useMemo(() => {
    const matching = (known?.rows ?? []).filter((prompt) => hasName(prompt, folded))
    if (!more || folded === '' || keyword !== folded) return matching
    const ids = new Set(matching.map(({ id }) => id))
    return [...matching, ...more.rows.filter(({ id }) => !ids.has(id))]
  }, [known, more, folded, keyword])
  return { prompts, error, isPending }
}
