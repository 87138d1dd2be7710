import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { peopleQueries } from './people.queries.ts'

type UserSelectProps = {
  label: string
  value: string | undefined
  onChange: (id: string | null) => void
  /** The chosen user's name, if the page has it. */
  chosenName: string | undefined
} & Pick<SelectProps, 'w' | 'required' | 'error'>

/** A select of users, with search on the server. */
export function UserSelect({ label, value, onChange, chosenName, w = 180, ...rest }: UserSelectProps) {
  const { t } = useTranslation('table')
  const localized = useLocalized()
  const [typed, setTyped] = useState('')
  const [isWanted, setIsWanted] = useState(false)
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const shown = chosen?.value === value ? chosen : value ? { value, label: chosenName ?? value } : null
  const [keyword] = useDebouncedValue(typed === shown?.label ? '' : typed.trim(), 250)
  const { data, isFetching } = useQuery({ ...peopleQueries.list(keyword), enabled: isWanted })

  const options = (data ?? []).map(({ id, name, email, account }) => ({ value: id, label: localized(name) || email || account || id }))
  const isListed = options.some((option) => option.value === value)
  return (
    <Select
      searchable
      clearable
      aria-label={label}
      placeholder={label}
      w={w}
      {...rest}
      checkIconPosition="right"
      comboboxProps={{ shadow: 'md' }}
      nothingFoundMessage={isFetching ? t('searching') : t('nothingFound')}
      data={shown && !isListed ? [shown, ...options] : options}
      // The server has searched already.
      filter={({ options: all }) => all}
      value={value ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setIsWanted(true)}
      onChange={(next, option) => {
        setChosen(option ? { value: option.value, label: option.label } : null)
        onChange(next)
      }}
    />
  )
}
