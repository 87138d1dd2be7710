import type { SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocalized } from '#i18n/use-language.ts'
import { useSelectSearch } from '#shared/forms/use-select-search.tsx'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import { peopleQueries } from './people.queries.ts'

type UserSelectProps = {
  label: string
  value: string | undefined
  onChange: (id: string | null) => void
  /** The chosen user's name, if the page has it. */
  chosenName: string | undefined
} & Pick<SelectProps, 'w' | 'required' | 'error'>

/** A select of users, with search on the server. */
export function UserSelect({ label, value, onChange, chosenName, ...rest }: UserSelectProps) {
  const localized = useLocalized()
  const { keyword, isWanted, buildProps } = useSelectSearch(value, chosenName ?? value)
  const { data = [], isFetching } = useQuery({ ...peopleQueries.list(keyword), enabled: isWanted || (value !== undefined && !chosenName) })
  const found = data.map(({ id, name, email, account }) => ({ value: id, label: localized(name) || email || account || id }))
  return <FilterSelect label={label} w={180} {...rest} {...buildProps(found, isFetching, onChange)} />
}
