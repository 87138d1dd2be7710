import type { FixedCondition } from '@heddle/contracts/dataset/fixed-plan'
import type { PlanOperator } from '@heddle/contracts/dataset/plan'
import { limits } from '@heddle/contracts/limits'
import { isNumeric, type QueryColumn } from '@heddle/table/query-table'
import { Group, MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'

type Value = FixedCondition['value']
type Single = string | number

type ValueInputProps = {
  column: QueryColumn
  op: PlanOperator
  value: Value
  error: string | undefined
  onChange: (value: Value) => void
}

/** A fixed value by the type of its column: one, the two ends of a range, or several. */
export function ValueInput({ column, op, value, error, onChange }: ValueInputProps) {
  const { t } = useTranslation('query')
  const localized = useLocalized()
  const { type, choices = [] } = column
  const label = t('form.value')
  const shared = { label, error }
  if (op === 'is_null' || type === 'boolean') {
    const [yes, no] = op === 'is_null' ? (['form.missing', 'form.present'] as const) : (['form.yes', 'form.no'] as const)
    return (
      <Select
        {...shared}
        data={[
          { value: 'true', label: t(yes) },
          { value: 'false', label: t(no) },
        ]}
        value={typeof value === 'boolean' ? String(value) : null}
        allowDeselect={false}
        onChange={(next) => onChange(next === 'true')}
      />
    )
  }
  const values = Array.isArray(value) ? value : []
  if (type === 'choice' && op !== 'contains') {
    const data = choices.map((choice) => ({ value: choice.value, label: choice.name ? localized(choice.name) : choice.value }))
    if (op === 'in')
      return (
        <MultiSelect
          {...shared}
          data={data}
          value={values.map(String)}
          maxValues={limits.planListValues}
          searchable
          onChange={(next) => onChange(next.length > 0 ? next : undefined)}
        />
      )
    return (
      <Select
        {...shared}
        data={data}
        value={typeof value === 'string' ? value : null}
        searchable
        onChange={(next) => onChange(next ?? undefined)}
      />
    )
  }
  if (op === 'in')
    return (
      <TagsInput
        {...shared}
        description={t('form.valuesHint')}
        value={values.map(String)}
        maxTags={limits.planListValues}
        onChange={(next) => onChange(toList(next, isNumeric(type)))}
      />
    )
  if (op !== 'between')
    return (
      <SingleInput
        {...shared}
        type={type}
        value={Array.isArray(value) || typeof value === 'boolean' ? undefined : value}
        onChange={onChange}
      />
    )
  const [from, to] = values
  /** An end that is not written yet is the other one, since a range has two. */
  const set = (low: Single | undefined, high: Single | undefined) => {
    const [first, second] = [low ?? high, high ?? low]
    onChange(first === undefined || second === undefined ? undefined : [first, second])
  }
  return (
    <Group grow align="start" gap="xs">
      <SingleInput label={t('form.from')} error={error} type={type} value={from} onChange={(next) => set(next, to)} />
      <SingleInput label={t('form.to')} error={error !== undefined} type={type} value={to} onChange={(next) => set(from, next)} />
    </Group>
  )
}

function toList(written: readonly string[], isNumber: boolean): Value {
  const values = isNumber ? written.map(Number).filter((each) => Number.isFinite(each)) : [...written]
  return values.length > 0 ? values : undefined
}

type SingleInputProps = {
  label: string
  error: string | boolean | undefined
  type: QueryColumn['type']
  value: Single | undefined
  onChange: (value: Single | undefined) => void
}

function SingleInput({ type, value, onChange, ...shared }: SingleInputProps) {
  if (isNumeric(type))
    return (
      <NumberInput
        {...shared}
        value={value ?? ''}
        allowDecimal={type === 'number'}
        onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
      />
    )
  return (
    <TextInput
      {...shared}
      type={type === 'date' ? 'date' : 'text'}
      maxLength={limits.planTextCharacters}
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  )
}
