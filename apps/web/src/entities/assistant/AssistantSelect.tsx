import { Select, type SelectProps } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useLocalized } from '#i18n/use-language.ts'
import { useSelectSearch } from '#shared/forms/use-select-search.tsx'
import { type AssistantFilter, assistantQueries } from './assistants.queries.ts'

type AssistantSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchValue' | 'onSearchChange'> & {
  scope: AssistantFilter['scope']
  value: string | null
  onChange: (id: string | null) => void
  /** The chosen expert's name, if the page has it. */
  chosenName?: string | undefined
}

/** A select of the experts of a scope, with search on the server. */
export function AssistantSelect({ scope, value, onChange, chosenName, ...rest }: AssistantSelectProps) {
  const localized = useLocalized()
  const { keyword, isWanted, buildProps } = useSelectSearch(value, chosenName ?? value ?? undefined)
  const { data, isFetching } = useInfiniteQuery({
    ...assistantQueries.list({ scope, keyword }),
    enabled: isWanted || (value !== null && !chosenName),
    placeholderData: keepPreviousData,
  })
  const found = (data?.pages ?? []).flatMap(({ assistants }) => assistants.map(({ id, name }) => ({ value: id, label: localized(name) })))
  return <Select {...rest} {...buildProps(found, isFetching, onChange)} />
}
