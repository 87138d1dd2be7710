import type { FixedPlan } from '@heddle/contracts/dataset/fixed-plan'
import { limits } from '@heddle/contracts/limits'
import { checkFixedPlan } from '@heddle/table/fixed/check-fixed-plan'
import { listFunctions } from '@heddle/table/check/shared-checks'
import { findColumn } from '@heddle/table/query-table'
import { Loader, MultiSelect, NumberInput, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { datasetQueries } from '../datasets.queries.ts'
import { ConditionFields } from './ConditionFields.tsx'
import { PartList, PlanPart } from './PartList.tsx'
import { type PlanTable, toPlanTable, usePlanWords } from './plan-table.ts'

type PlanFormProps = {
  datasetId: string
  value: FixedPlan
  /** The path of the plan in what it is a part of: errors and focus go by paths. */
  path: string
  /** Errors that are known without the columns, by path. */
  errors: Readonly<Record<string, string>>
  onChange: (plan: FixedPlan) => void
}

/** A fixed plan over the published version of a table, part by part. */
export function PlanForm({ datasetId, ...props }: PlanFormProps) {
  const { data, error, refetch } = useQuery(datasetQueries.publishedTable(datasetId))
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  return data ? <PlanFields {...props} table={toPlanTable(data)} /> : <Loader size="sm" />
}

type PlanFieldsProps = Omit<PlanFormProps, 'datasetId'> & { table: PlanTable }

function PlanFields({ table, value: plan, path, errors: given, onChange }: PlanFieldsProps) {
  const { t } = useTranslation('query')
  const { listColumns, listMeasures, listOrders, formatFunction } = usePlanWords(table)
  const { select = [], where = [], group_by: groups = [], aggregates = [], order_by: orders = [] } = plan
  const errors: Record<string, string> = {}
  for (const { path: at, code } of checkFixedPlan(plan, table)) errors[at === '' ? path : `${path}.${at}`] ??= t(`problem.${code}`)
  Object.assign(errors, given)
  /** The error of a list, which is of all of it, or of one of its items. */
  const errorOf = (part: string) =>
    Object.entries(errors).find(([at]) => at === `${path}.${part}` || at.startsWith(`${path}.${part}.`))?.[1]
  const set = (changed: Partial<FixedPlan>) => onChange({ ...plan, ...changed })
  const shared = { path, errors }

  return (
    <Stack gap="sm">
      {errors[path] !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {errors[path]}
        </Text>
      )}
      <PlanPart path={`${path}.select`}>
        <MultiSelect
          label={t('form.select')}
          data={withGone([...listColumns(), ...listMeasures()], select)}
          value={select}
          maxValues={limits.planSelected}
          searchable
          error={errorOf('select')}
          onChange={(next) => set({ select: next })}
        />
      </PlanPart>
      <PlanPart path={`${path}.group_by`}>
        <MultiSelect
          label={t('form.groups')}
          data={withGone(listColumns(), groups)}
          value={groups}
          maxValues={limits.planGroups}
          searchable
          error={errorOf('group_by')}
          onChange={(next) => set({ group_by: next })}
        />
      </PlanPart>
      <PartList
        {...shared}
        name="aggregates"
        label={t('form.aggregate')}
        legend={t('form.aggregates')}
        parts={aggregates}
        max={limits.planAggregates}
        added={{ fn: 'count' }}
        onChange={(next) => set({ aggregates: next })}
      >
        {({ fn, column }, change, errorAt) => {
          const type = column === undefined ? undefined : findColumn(table, column)?.column.type
          const functions = type === undefined ? (['count'] as const) : listFunctions(type)
          return (
            <>
              <Select
                label={t('form.column')}
                data={withGone([{ value: '', label: t('form.rows') }, ...listColumns()], column === undefined ? [] : [column])}
                value={column ?? ''}
                searchable
                allowDeselect={false}
                error={errorAt('column')}
                onChange={(next) => {
                  const found = findColumn(table, next ?? '')
                  change(found ? { fn: listFunctions(found.column.type).includes(fn) ? fn : 'count', column: found.ref } : { fn: 'count' })
                }}
              />
              <Select
                label={t('form.function')}
                data={(functions.includes(fn as never) ? functions : [fn, ...functions]).map((each) => ({
                  value: each,
                  label: formatFunction(each),
                }))}
                value={fn}
                allowDeselect={false}
                error={errorAt('fn')}
                onChange={(next) => next !== null && change({ ...(column !== undefined && { column }), fn: next })}
              />
            </>
          )
        }}
      </PartList>
      <PartList
        {...shared}
        name="where"
        label={t('form.condition')}
        legend={t('form.conditions')}
        parts={where}
        max={limits.planConditions}
        added={{ column: table.columns[0]?.id ?? 'c1', op: 'eq' }}
        onChange={(next) => set({ where: next })}
      >
        {(condition, change, errorAt) => <ConditionFields table={table} condition={condition} errorAt={errorAt} onChange={change} />}
      </PartList>
      <PartList
        {...shared}
        name="order_by"
        label={t('form.order')}
        legend={t('form.orders')}
        parts={orders}
        max={limits.planOrders}
        added={readOrder(listOrders(plan)[0]?.value ?? 'c1')}
        onChange={(next) => set({ order_by: next })}
      >
        {(order, change, errorAt) => (
          <>
            <Select
              label={t('form.orderBy')}
              data={withGone(listOrders(plan), [writeOrder(order)])}
              value={writeOrder(order)}
              searchable
              allowDeselect={false}
              error={errorAt('column') ?? errorAt('fn') ?? errorAt('')}
              onChange={(next) => next !== null && change({ ...readOrder(next), direction: order.direction })}
            />
            <Select
              label={t('form.direction')}
              data={(['asc', 'desc'] as const).map((each) => ({ value: each, label: t(`form.${each}`) }))}
              value={order.direction ?? 'asc'}
              allowDeselect={false}
              onChange={(next) => next !== null && change({ ...order, direction: next })}
            />
          </>
        )}
      </PartList>
      <PlanPart path={`${path}.limit`}>
        <NumberInput
          label={t('form.limit')}
          min={1}
          max={limits.planRows}
          allowDecimal={false}
          value={plan.limit ?? ''}
          error={errorOf('limit')}
          onChange={(next) => set({ limit: typeof next === 'number' ? next : undefined })}
        />
      </PlanPart>
    </Stack>
  )
}

type Option = { value: string; label: string }
type Order = NonNullable<FixedPlan['order_by']>[number]

/** Keeps what is chosen and no longer offered, so that it is seen, and can be removed. */
const withGone = (offered: readonly Option[], chosen: readonly string[]): Option[] => [
  ...offered,
  ...chosen.filter((each) => offered.every(({ value }) => value !== each)).map((each) => ({ value: each, label: each })),
]

/** An order as one value: a column or a measure by its id, an aggregate with its function before it. */
const writeOrder = ({ fn, column }: Order): string => (fn === undefined ? (column ?? '') : `${fn} ${column ?? ''}`)

function readOrder(written: string): Order {
  const [first = '', second] = written.split(' ')
  if (second === undefined) return { column: first }
  return { fn: first as Order['fn'], ...(second !== '' && { column: second }) }
}
