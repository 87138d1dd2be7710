import { Loader, Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
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
  const { t } = useTranslation('table')
  const localized = useLocalized()
  const [typed, setTyped] = useState('')
  const [isWanted, setIsWanted] = useState(false)
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const shown = chosen?.value === value ? chosen : value ? { value, label: chosenName ?? '' } : null
  // The name of the chosen group in the field is no search text.
  const [keyword] = useDebouncedValue(typed === shown?.label ? '' : typed.trim(), 250)
  const { data, isFetching } = useQuery({
    ...groupQueries.list({ page_size: 50, ...(keyword && { keyword }) }),
    enabled: isWanted || (value !== null && !chosenName),
    placeholderData: keepPreviousData,
  })

  const groups = data?.rows.filter(({ id }) => !without?.includes(id)) ?? []
  const options = groups.map(({ id, name }) => ({ value: id, label: localized(name) }))
  const isListed = options.some((option) => option.value === value)
  return (
    <Select
      searchable
      nothingFoundMessage={isFetching ? t('searching') : t('nothingFound')}
      checkIconPosition="right"
      comboboxProps={{ shadow: 'md' }}
      rightSection={isFetching && isWanted ? <Loader size={14} /> : undefined}
      {...rest}
      data={shown && shown.label && !isListed && keyword === '' ? [shown, ...options] : options}
      // The server has searched already, in every language of the names.
      filter={({ options: all }) => all}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setIsWanted(true)}
      onChange={(next, option) => {
        setChosen(option ? { value: option.value, label: option.label } : null)
        onChange(groups.find(({ id }) => id === next) ?? null)
      }}
    />
  )
}
