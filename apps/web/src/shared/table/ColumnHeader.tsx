import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import type { Column } from './table.ts'
import classes from './ServerTable.module.css'
import type { TableViewState } from './use-table-state.ts'

type ColumnHeaderProps<Row, Sort extends string> = { column: Column<Row, Sort>; tableState: TableViewState<Sort> }

export function ColumnHeader<Row, Sort extends string>({ column, tableState }: ColumnHeaderProps<Row, Sort>) {
  const { sort: key, title, width } = column
  if (key === undefined) {
    return (
      <Table.Th role="columnheader" w={width}>
        {title}
      </Table.Th>
    )
  }

  const direction = tableState.sort?.by === key ? tableState.sort.direction : undefined
  const Icon = direction === undefined ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <Table.Th role="columnheader" w={width} aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}>
      <UnstyledButton className={classes.sort} data-sorted={direction} onClick={() => tableState.sortBy(key)}>
        {title}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  )
}
