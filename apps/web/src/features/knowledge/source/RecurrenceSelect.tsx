import { Select, type SelectProps } from '@mantine/core'
import { offeredRecurrences } from './recurrence.ts'
import { useSourceWords } from './use-source-words.ts'

/** The value of the choice that fetches a page once. */
const never = ''

type RecurrenceSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  /** Seconds. */
  value: number | null
  onChange: (seconds: number | null) => void
}

export function RecurrenceSelect({ value, onChange, ...rest }: RecurrenceSelectProps) {
  const { formatRecurrence } = useSourceWords()
  const offered = [...new Set([...offeredRecurrences, ...(value === null ? [] : [value])])].toSorted((a, b) => a - b)
  return (
    <Select
      allowDeselect={false}
      checkIconPosition="right"
      comboboxProps={{ shadow: 'md' }}
      {...rest}
      data={[null, ...offered].map((seconds) => ({ value: seconds === null ? never : String(seconds), label: formatRecurrence(seconds) }))}
      value={value === null ? never : String(value)}
      onChange={(seconds) => onChange(seconds ? Number(seconds) : null)}
    />
  )
}
