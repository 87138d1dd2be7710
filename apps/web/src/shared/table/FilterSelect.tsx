import { Select, type SelectProps } from '@mantine/core'

type FilterSelectProps = Omit<SelectProps, 'label' | 'value' | 'onChange'> & {
  label: string
  value: string | null | undefined
  onChange: (value: string | null) => void
}

/** A filter of a table; without a value its name is the placeholder. */
export function FilterSelect({ label, value, onChange, ...rest }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      w={160}
      clearable
      checkIconPosition="right"
      comboboxProps={{ shadow: 'md' }}
      {...rest}
      value={value ?? null}
      onChange={onChange}
    />
  )
}
