import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'

type AssistantSelectProps = {
  label: string
  value: string | undefined
  onChange: (id: string | null) => void
  /** The chosen expert's name, if the page has it. */
  chosenName: string | undefined
}

/** A filter by expert, with search on the server. */
export function AssistantSelect({ label, value, onChange, chosenName }: AssistantSelectProps) {
  const { t } = useTranslation('table')
  const localized = useLocalized()
  const [typed, setTyped] = useState('')
  const [isWanted, setIsWanted] = useState(false)
  const chosen = value === undefined ? null : { value, label: chosenName ?? value }
  const [keyword] = useDebouncedValue(typed === chosen?.label ? '' : typed.trim(), 250)
  const { data, isFetching } = useInfiniteQuery({ ...assistantQueries.list({ scope: 'all', keyword }), enabled: isWanted })
  const options = (data?.pages ?? []).flatMap(({ assistants }) => assistants.map(({ id, name }) => ({ value: id, label: localized(name) })))
  const isListed = options.some((option) => option.value === value)
  return (
    <FilterSelect
      label={label}
      searchable
      nothingFoundMessage={isFetching ? t('searching') : t('nothingFound')}
      data={chosen && !isListed ? [chosen, ...options] : options}
      // The server has searched already.
      filter={({ options: all }) => all}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setIsWanted(true)}
      onChange={onChange}
    />
  )
}
