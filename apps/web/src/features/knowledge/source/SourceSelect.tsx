import { Loader, Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sourceQueries } from '#entities/knowledge/sources.queries.ts'

type SourceSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchValue' | 'onSearchChange'> & {
  collectionId: string
  value: string | null
  /** The title of the chosen source, if known; the source may be beyond the first page. */
  chosenTitle: string | undefined
  /** A source that may not be chosen. */
  without?: string
  onChange: (id: string | null) => void
}

/** A select of the sources of a collection, with search on the server. */
export function SourceSelect({ collectionId, value, chosenTitle, without, onChange, ...rest }: SourceSelectProps) {
  const { t } = useTranslation('table')
  const [typed, setTyped] = useState('')
  const [isWanted, setIsWanted] = useState(false)
  const [chosen, setChosen] = useState(value === null ? null : { value, label: chosenTitle ?? '' })
  // The title of the chosen source in the field is no search text.
  const [keyword] = useDebouncedValue(typed === chosen?.label ? '' : typed.trim(), 250)
  const { data, isFetching } = useQuery({
    ...sourceQueries.list(collectionId, { page_size: 50, sort: 'title', direction: 'asc', ...(keyword && { keyword }) }),
    enabled: isWanted,
  })
  const found = data?.rows.filter(({ id }) => id !== without).map(({ id, title }) => ({ value: id, label: title })) ?? []
  const isListed = chosen === null || found.some((option) => option.value === chosen.value)
  return (
    <Select
      searchable
      clearable
      nothingFoundMessage={isFetching ? t('searching') : t('nothingFound')}
      checkIconPosition="right"
      comboboxProps={{ shadow: 'md' }}
      rightSection={isFetching && isWanted ? <Loader size={14} /> : undefined}
      {...rest}
      data={isListed || keyword !== '' ? found : [chosen, ...found]}
      filter={({ options }) => options}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setIsWanted(true)}
      onChange={(id, option) => {
        setChosen(option ? { value: option.value, label: option.label } : null)
        onChange(id)
      }}
    />
  )
}
