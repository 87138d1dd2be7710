// The columns of a published table as the form of a plan offers them.
import type { PublishedTable } from '@heddle/contracts/dataset/dataset'
import type { FixedPlan } from '@heddle/contracts/dataset/fixed-plan'
import type { AggregateFunction } from '@heddle/contracts/dataset/plan'
import { listUses } from '@heddle/table/prompt/list-uses'
import { type ColumnUse, findColumn, type QueryTable } from '@heddle/table/query-table'
import { isUnitId, units } from '@heddle/units/units'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'

export type PlanTable = QueryTable

/** The numbers of typed tables are the service's own. */
export const toPlanTable = ({ columns, measures, links }: PublishedTable): PlanTable => ({
  number: 0,
  columns,
  measures,
  links: Object.fromEntries(Object.entries(links).map(([id, linked]) => [id, { number: 0, columns: linked }])),
})

/** Returns what names the parts of a plan. */
export function usePlanWords(table: PlanTable) {
  const { t } = useTranslation(['query', 'common'])
  const localized = useLocalized()

  function formatUse({ column, link }: ColumnUse): string {
    const name = localized(column.name)
    const from = link === null ? undefined : table.columns.find(({ id }) => id === link)
    const label = from ? t('common:qualified', { label: name, detail: localized(from.name) }) : name
    return column.unit !== undefined && isUnitId(column.unit) ? `${label} [${units[column.unit].symbol}]` : label
  }

  const listColumns = () => listUses(table).map((use) => ({ value: use.ref, label: formatUse(use) }))
  const listMeasures = () => table.measures.map(({ id, name }) => ({ value: id, label: localized(name) }))
  const formatFunction = (fn: AggregateFunction) => t(`query:form.fn.${fn}`)

  /** Returns what the result of a plan can be ordered by: the columns of its rows, or what its groups have. */
  function listOrders({ select = [], group_by: groups = [], aggregates = [] }: FixedPlan) {
    const measures = listMeasures().filter(({ value }) => select.includes(value))
    if (groups.length + aggregates.length + measures.length === 0) return listColumns()
    const ofGroups = listColumns().filter(({ value }) => groups.includes(value))
    const calculated = aggregates.map(({ fn, column }) => {
      const use = column === undefined ? null : findColumn(table, column)
      const detail = use ? formatUse(use) : t('query:form.rows')
      return { value: `${fn} ${column ?? ''}`, label: t('common:qualified', { label: formatFunction(fn), detail }) }
    })
    return [
      ...ofGroups,
      ...measures,
      ...calculated.filter(({ value }, index) => calculated.findIndex((each) => each.value === value) === index),
    ]
  }

  return { listColumns, listMeasures, listOrders, formatFunction }
}
