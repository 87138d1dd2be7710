import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type JsonInputProps = {
  label: string
  /** Undefined when the input is empty. */
  value: unknown
  hint?: string
  error: string | undefined
  onChange: (value: unknown) => void
}

const print = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2))

/** A list or an object as JSON. The text is kept while it is neither, and the value follows as soon as it is. */
export function JsonInput({ label, value, hint, error, onChange }: JsonInputProps) {
  const { t } = useTranslation('builder')
  const [typed, setTyped] = useState({ text: print(value), value })
  // An undo or another editor has changed the value.
  if (JSON.stringify(typed.value) !== JSON.stringify(value)) setTyped({ text: print(value), value })

  return (
    <Textarea
      label={label}
      description={hint}
      value={typed.text}
      autosize
      minRows={2}
      maxRows={20}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      error={parse(typed.text) ? error : t('form.invalidJson')}
      onChange={(event) => {
        const text = event.currentTarget.value
        const parsed = parse(text)
        setTyped({ text, value: parsed ? parsed.value : value })
        if (parsed) onChange(parsed.value)
      }}
    />
  )
}

/** Returns the value of a text, undefined for an empty one; null when it is no list and no object. */
function parse(text: string): { value: unknown } | null {
  if (text.trim() === '') return { value: undefined }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { value } : null
  } catch {
    return null
  }
}
