import { Select, type SelectProps } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocalized } from '#i18n/use-language.ts'
import { useSelectSearch } from '#shared/forms/use-select-search.tsx'
import { groupQueries, type ListedGroup } from './groups.queries.ts'

type GroupSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchValue' | 'onSearchChange'> & {
  value: string | null
  onChange: (group: ListedGroup | null) => void
  /** The name of the chosen group, if known; the group may be beyond the first page. */
  chosenName?: string | undefined
  /** Groups that may not be chosen. */
  without?: readonly string[]
}

/** A select of the groups that the user may see, with search on the server. */
export function GroupSelect({ value, onChange, chosenName, without, ...rest }: GroupSelectProps) {
  const localized = useLocalized()
  const { keyword, isWanted, buildProps } = useSelectSearch(value, chosenName ?? undefined)
  const { data, isFetching } = useQuery({
    ...groupQueries.list({ page_size: 50, ...(keyword && { keyword }) }),
    enabled: isWanted || (value !== null && !chosenName),
    placeholderData: keepPreviousData,
  })

  const groups = data?.rows.filter(({ id }) => !without?.includes(id)) ?? []
  const found = groups.map(({ id, name }) => ({ value: id, label: localized(name) }))
  return <Select {...rest} {...buildProps(found, isFetching, (next) => onChange(groups.find(({ id }) => id === next) ?? null))} />
}
