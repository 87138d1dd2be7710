import type { FixedCondition } from '@heddle/contracts/dataset/fixed-plan'
import type { PlanOperator } from '@heddle/contracts/dataset/plan'
import { operatorsByType } from '@heddle/table/check/check-condition'
import { listConvertible } from '@heddle/table/check/shared-checks'
import { findColumn, isNumeric } from '@heddle/table/query-table'
import { isUnitId, units } from '@heddle/units/units'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type PlanTable, usePlanWords } from './plan-table.ts'
import { ValueInput } from './ValueInput.tsx'

type ConditionFieldsProps = {
  table: PlanTable
  condition: FixedCondition
  errorAt: (field: string) => string | undefined
  onChange: (condition: FixedCondition) => void
}

/** The column of a condition, how it is compared, and its value: a fixed one, or one that the model reads in the question. */
export function ConditionFields({ table, condition, errorAt, onChange }: ConditionFieldsProps) {
  const { t } = useTranslation('query')
  const { listColumns } = usePlanWords(table)
  const { column: ref, op, open, unit } = condition
  const column = findColumn(table, ref)?.column
  const operators = column ? operatorsByType[column.type] : [op]
  const offered = listColumns()
  const convertible = column && isNumeric(column.type) ? listConvertible(column.unit) : []

  function changeColumn(next: string) {
    const type = findColumn(table, next)?.column.type
    const kept = type !== undefined && operatorsByType[type].includes(op) ? op : 'eq'
    onChange({ column: next, op: kept, ...(open !== undefined && { open }) })
  }

  function changeOperator(next: PlanOperator) {
    if (next === 'is_null') onChange({ column: ref, op: next, value: true })
    else if (isSameShape(op, next)) onChange({ ...condition, op: next })
    else onChange({ column: ref, op: next, ...(open !== undefined && { open }) })
  }

  return (
    <>
      <Select
        label={t('form.column')}
        data={offered.some(({ value }) => value === ref) ? offered : [...offered, { value: ref, label: ref }]}
        value={ref}
        searchable
        allowDeselect={false}
        error={errorAt('column')}
        onChange={(next) => next !== null && changeColumn(next)}
      />
      <Select
        label={t('form.operator')}
        data={operators.map((each) => ({ value: each, label: t(`form.op.${each}`) }))}
        value={op}
        allowDeselect={false}
        error={errorAt('op')}
        onChange={(next) => next !== null && changeOperator(next)}
      />
      {op !== 'is_null' && (
        <Select
          label={t('form.source')}
          data={(['fixed', 'required', 'optional'] as const).map((each) => ({ value: each, label: t(`form.open.${each}`) }))}
          value={open ?? 'fixed'}
          allowDeselect={false}
          error={errorAt('open')}
          onChange={(next) => next !== null && onChange({ column: ref, op, ...(next !== 'fixed' && { open: next }) })}
        />
      )}
      {column && open === undefined && (
        <ValueInput
          column={column}
          op={op}
          value={condition.value}
          error={errorAt('value')}
          onChange={(value) => onChange({ column: ref, op, ...(value !== undefined && { value }), ...(unit !== undefined && { unit }) })}
        />
      )}
      {open === undefined && op !== 'is_null' && convertible.length > 1 && (
        <Select
          label={t('form.unit')}
          data={convertible.map((id) => ({ value: id, label: isUnitId(id) ? units[id].symbol : id }))}
          value={unit ?? column?.unit ?? null}
          searchable
          allowDeselect={false}
          error={errorAt('unit')}
          onChange={(next) => next !== null && onChange({ ...condition, unit: next })}
        />
      )}
    </>
  )
}

const isList = (op: PlanOperator) => op === 'in' || op === 'between'

/** Whether the value of the one operator is one of the other. */
const isSameShape = (one: PlanOperator, other: PlanOperator) =>
  one !== 'is_null' && isList(one) === isList(other) && (!isList(one) || one === other)
