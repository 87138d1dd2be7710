import { Loader, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Option = { value: string; label: string }

/** Returns the keyword of a select whose options the server finds, and the properties of it; the chosen option may be none of those found. */
export function useSelectSearch(value: string | null | undefined, chosenName: string | undefined) {
  const { t } = useTranslation('table')
  const [typed, setTyped] = useState('')
  const [isWanted, setIsWanted] = useState(false)
  const [known, setKnown] = useState<Option | null>(null)
  const shown = known?.value === value ? known : value && chosenName ? { value, label: chosenName } : null
  // The name of the chosen option in the field is no search text.
  const [keyword] = useDebouncedValue(typed === shown?.label ? '' : typed.trim(), 250)

  function buildProps(found: readonly Option[], isFetching: boolean, onChange: (value: string | null) => void) {
    const chosen = found.find((option) => option.value === value)
    // A later search may not find it.
    if (chosen && chosen.label !== shown?.label) setKnown(chosen)
    return {
      searchable: true,
      checkIconPosition: 'right',
      comboboxProps: { shadow: 'md' },
      nothingFoundMessage: isFetching ? t('searching') : t('nothingFound'),
      rightSection: isFetching && isWanted ? <Loader size={14} /> : undefined,
      data: shown && keyword === '' && !chosen ? [shown, ...found] : [...found],
      // The server has searched already, in every language of the names.
      filter: ({ options }) => options,
      value: value ?? null,
      searchValue: typed,
      onSearchChange: setTyped,
      onDropdownOpen: () => setIsWanted(true),
      onChange,
    } satisfies SelectProps
  }

  return { keyword, isWanted, buildProps }
}
