import { Checkbox, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Column } from './table.ts'
import classes from './ServerTable.module.css'
import type { Selection } from './use-selection.ts'
import type { TableViewState } from './use-table-state.ts'

type PhoneBarProps<Row, Sort extends string> = {
  columns: readonly Column<Row, Sort>[]
  tableState: TableViewState<Sort>
  selection: Selection<Row> | undefined
}

/** Sorting and selection for cards, which have no table head. */
export function PhoneBar<Row, Sort extends string>({ columns, tableState, selection }: PhoneBarProps<Row, Sort>) {
  const { t } = useTranslation('table')
  const sortable = columns.flatMap(({ sort, title }) => (sort ? [{ sort, title }] : []))
  if (sortable.length === 0 && !selection) return null

  return (
    <div className={classes.phoneBar}>
      {selection && (
        <Checkbox
          size="sm"
          label={t('selectAll')}
          checked={selection.isAllSelected}
          indeterminate={selection.selected.length > 0 && !selection.isAllSelected}
          disabled={!selection.isAnySelectable}
          onChange={selection.toggleAll}
        />
      )}
      {sortable.length > 0 && (
        <NativeSelect
          size="xs"
          ml="auto"
          aria-label={t('sortBy')}
          value={tableState.sort ? `${tableState.sort.by} ${tableState.sort.direction}` : ''}
          onChange={(event) => {
            const [by, direction] = event.currentTarget.value.split(' ')
            tableState.sortBy(by as Sort, direction as 'asc' | 'desc')
          }}
        >
          {!tableState.sort && <option value="">{t('sortBy')}</option>}
          {sortable.flatMap(({ sort, title }) => [
            <option key={`${sort} asc`} value={`${sort} asc`}>
              {t('ascending', { column: title })}
            </option>,
            <option key={`${sort} desc`} value={`${sort} desc`}>
              {t('descending', { column: title })}
            </option>,
          ])}
        </NativeSelect>
      )}
    </div>
  )
}
