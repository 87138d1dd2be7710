import { Select, type SelectProps } from '@mantine/core'

type FilterSelectProps = Omit<SelectProps, 'label' | 'onChange' | 'value'> & {
  label: string
  value: string | undefined
  onChange: (value: string | null) => void
}

/** One filter of a table; empty means no filter, and its name then stands in the field. */
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
