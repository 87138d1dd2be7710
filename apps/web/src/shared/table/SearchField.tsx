import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type SearchFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & { label: string; value: string; onChange: (keyword: string) => void }

/** A search that follows the typing with a short delay, and waits while a word is being composed. */
export function SearchField({ label, value, onChange, ...rest }: SearchFieldProps) {
  const { t } = useTranslation('table')
  const [typed, setTyped] = useState(value)
  const [applied, setApplied] = useState(value)
  const apply = useDebouncedCallback(onChange, 300)

  // The address has changed by other means: back, or a cleared filter.
  if (value !== applied) {
    setApplied(value)
    if (value !== typed.trim()) setTyped(value)
  }

  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        typed && (
          <CloseButton
            size="sm"
            aria-label={t('clearSearch')}
            onClick={() => {
              setTyped('')
              onChange('')
            }}
          />
        )
      }
      {...rest}
      value={typed}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        if (!(event.nativeEvent as InputEvent).isComposing) apply(next.trim())
      }}
      onCompositionEnd={(event) => apply(event.currentTarget.value.trim())}
    />
  )
}
