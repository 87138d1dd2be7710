import type { ModelKind } from '@heddle/contracts/model/model-endpoint'
import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { modelNamesQuery } from './model-names.queries.ts'

/** The value of the choice of no model: no model has it as its name. */
const none = ''

type ModelNameSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  kind: ModelKind
  value: string | null
  /** What the choice of no model is called. */
  noneLabel: string
  onChange: (name: string | null) => void
}

/** A select of the models of a kind by name, or none. A name that the tenant offers no more stays until it is changed. */
export function ModelNameSelect({ kind, value, noneLabel, onChange, ...rest }: ModelNameSelectProps) {
  const { data: names = [] } = useQuery(modelNamesQuery(kind))
  const known = value === null || names.includes(value) ? names : [...names, value]
  return (
    <Select
      allowDeselect={false}
      checkIconPosition="right"
      comboboxProps={{ shadow: 'md' }}
      {...rest}
      data={[{ value: none, label: noneLabel }, ...known]}
      value={value ?? none}
      onChange={(name) => onChange(name || null)}
    />
  )
}
