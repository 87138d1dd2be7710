import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

type SearchFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & { label: string; value: string; onChange: (keyword: string) => void }

/** A search field that applies the input after a short pause, and not during the composition of a word. */
export function SearchField({ label, value, onChange, ...rest }: SearchFieldProps) {
  const { t } = useTranslation('table')
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [applied, setApplied] = useState(value)
  const applySoon = useDebouncedCallback(apply, 300)
  const field = useRef<HTMLInputElement>(null)

  function apply(keyword: string) {
    setApplied(keyword)
    onChange(keyword)
  }

  // Follows an address that changed elsewhere (back, a cleared filter); otherwise newer input stays.
  if (value !== seen) {
    setSeen(value)
    setApplied(value)
    if (value !== applied) setTyped(value)
  }

  return (
    <TextInput
      ref={field}
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
              apply('')
              field.current?.focus()
            }}
          />
        )
      }
      {...rest}
      value={typed}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        if (!(event.nativeEvent as InputEvent).isComposing) applySoon(next.trim())
      }}
      onCompositionEnd={(event) => applySoon(event.currentTarget.value.trim())}
    />
  )
}
