import { Skeleton, Table } from '@mantine/core'
import type { Column } from './table.ts'
import classes from './ServerTable.module.css'

type SkeletonRowsProps = { columns: readonly Pick<Column<never>, 'key' | 'hiddenOnPhone'>[]; hasTick: boolean; hasActions: boolean }

const widths = ['60%', '80%', '45%', '70%', '55%']

/** Placeholders of rows that are loading. */
export function SkeletonRows({ columns, hasTick, hasActions }: SkeletonRowsProps) {
  return widths.map((_, row) => (
    // oxlint-disable-next-line react/no-array-index-key -- Five identical rows.
    <Table.Tr key={row} className={classes.row} aria-hidden>
      {hasTick && <Table.Td className={classes.tick} />}
      {columns.map((column, index) => (
        <Table.Td key={column.key} data-not-on-phone={column.hiddenOnPhone}>
          <Skeleton height={12} my={6} width={widths[(row + index) % widths.length]} radius="xl" />
        </Table.Td>
      ))}
      {hasActions && <Table.Td className={classes.actions} />}
    </Table.Tr>
  ))
}
