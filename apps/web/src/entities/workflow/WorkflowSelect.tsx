import { Select, type SelectProps } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocalized } from '#i18n/use-language.ts'
import { useSelectSearch } from '#shared/forms/use-select-search.tsx'
import { workflowChoiceQueries } from './workflow-choice.queries.ts'

type WorkflowSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchValue' | 'onSearchChange'> & {
  value: string | null
  onChange: (id: string | null) => void
}

/** A select of the workflows of the tenant, with search on the server. */
export function WorkflowSelect({ value, onChange, ...rest }: WorkflowSelectProps) {
  const localized = useLocalized()
  const { data: chosen } = useQuery({ ...workflowChoiceQueries.detail(value ?? ''), enabled: value !== null })
  const { keyword, isWanted, buildProps } = useSelectSearch(value, chosen && localized(chosen.name))
  const { data = [], isFetching } = useQuery({
    ...workflowChoiceQueries.list(keyword),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  const found = data.map(({ id, name }) => ({ value: id, label: localized(name) }))
  return <Select {...rest} {...buildProps(found, isFetching, onChange)} />
}
