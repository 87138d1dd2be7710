import type { PromptItem } from '@heddle/contracts/prompt/prompt'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useScopeWords } from '#entities/prompt/use-scope-words.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { CommandList } from '../command/CommandList.tsx'
import { useFoundPrompts } from './use-found-prompts.ts'

type PromptListProps = {
  field: RefObject<HTMLTextAreaElement | null>
  query: string
  onChoose: (prompt: PromptItem) => void
  onClose: () => void
}

/** The prompts to choose from. */
export function PromptList({ query, ...props }: PromptListProps) {
  const { t } = useTranslation('prompt')
  const localized = useLocalized()
  const formatScope = useScopeWords()
  const { prompts: rows, ...state } = useFoundPrompts(query, true)
  return (
    <CommandList
      {...props}
      query={query}
      title={t('title')}
      found={{ rows, ...state }}
      describe={(prompt) => ({ name: localized(prompt.name), note: formatScope(prompt), description: localized(prompt.description) })}
      empty={t(query === '' ? 'empty.title' : 'empty.filtered')}
      formatCount={(count) => t('list.count', { count })}
      pagePath={paths.prompts()}
    />
  )
}
