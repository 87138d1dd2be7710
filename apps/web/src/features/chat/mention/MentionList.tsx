import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { CommandList } from '../command/CommandList.tsx'

type MentionListProps = {
  field: RefObject<HTMLTextAreaElement | null>
  query: string
  onChoose: (assistant: Assistant) => void
  onClose: () => void
}

/** The experts to choose from, by their names in any language. */
export function MentionList({ query, ...props }: MentionListProps) {
  const { t } = useTranslation('command')
  const localized = useLocalized()
  const [keyword] = useDebouncedValue(query.trim(), 120)
  const { data, error, isPending } = useInfiniteQuery({
    ...assistantQueries.list({ scope: 'all', keyword }),
    placeholderData: (before) => before,
  })
  return (
    <CommandList
      {...props}
      query={query}
      title={t('expert.title')}
      found={{ rows: data?.pages[0]?.assistants ?? [], error, isPending }}
      describe={({ name, description }) => ({ name: localized(name), description: localized(description) })}
      empty={t('expert.none')}
      formatCount={(count) => t('expert.count', { count })}
      pagePath={paths.assistants()}
    />
  )
}
