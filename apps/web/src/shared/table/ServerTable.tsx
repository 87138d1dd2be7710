// A table whose rows, sort order and pages come from the server. On a phone each row is a card; the roles are explicit, because a table
// with another CSS display loses them.
import { Button, Checkbox, Table } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/errors.ts'
import { ErrorAlert } from '../ui/states/ErrorAlert.tsx'
import { ColumnHeader } from './ColumnHeader.tsx'
import { PageSwitch } from './PageSwitch.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import classes from './ServerTable.module.css'
import { SkeletonRows } from './SkeletonRows.tsx'
import type { Column, TablePage } from './table.ts'
import type { Selection } from './use-selection.ts'
import type { TableViewState } from './use-table-state.ts'

export type ServerTableProps<Row, Sort extends string> = {
  /** The accessible name of the table. */
  label: string
  columns: readonly Column<Row, Sort>[]
  query: Pick<UseQueryResult<TablePage<Row>>, 'data' | 'error' | 'isPending' | 'isPlaceholderData'> & { readonly refetch: () => unknown }
  tableState: TableViewState<Sort>
  /** Shown instead of the rows when there are none. */
  empty: ReactNode
  renderActions?: ((row: Row) => ReactNode) | undefined
  selection?: Selection<Row> | undefined
  /** Formats the row's name for the label of its checkbox. */
  formatRowName?: (row: Row) => string
  /** Whether the row is dimmed, as out of use. */
  isQuiet?: (row: Row) => boolean
}

export function ServerTable<Row extends { id: string }, Sort extends string = never>(props: ServerTableProps<Row, Sort>) {
  const { label, columns, query, tableState, empty, renderActions, selection, formatRowName, isQuiet } = props
  const { t } = useTranslation('table')
  const frame = useRef<HTMLDivElement>(null)
  const { pageToken } = tableState
  const shownToken = useRef(pageToken)

  // The page buttons are below the rows: a new page is scrolled to its beginning.
  useEffect(() => {
    if (shownToken.current === pageToken) return
    shownToken.current = pageToken
    frame.current?.scrollIntoView({ block: 'nearest' })
  }, [pageToken])

  if (query.error && !query.data) return <FailedRead {...props} />
  const rows = query.data?.rows ?? []
  const hasControls = selection !== undefined || renderActions !== undefined || columns.some(({ sort }) => sort !== undefined)
  if (query.data && rows.length === 0) return pageToken === undefined ? empty : <EndOfPages onFirst={tableState.goToFirst} />

  return (
    <div ref={frame} className={classes.frame}>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      <PhoneBar columns={columns} tableState={tableState} selection={selection} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll a table of plain text */}
      <div className={classes.scroll} tabIndex={hasControls ? undefined : 0}>
        <Table
          role="table"
          aria-label={label}
          aria-busy={query.isPending || query.isPlaceholderData}
          className={classes.table}
          data-stale={query.isPlaceholderData || undefined}
        >
          <Table.Thead role="rowgroup" className={classes.head}>
            <Table.Tr role="row">
              {selection && (
                <Table.Th role="columnheader" className={classes.tick}>
                  <Checkbox
                    size="xs"
                    aria-label={t('selectAll')}
                    checked={selection.isAllSelected}
                    indeterminate={selection.selected.length > 0 && !selection.isAllSelected}
                    disabled={!selection.isAnySelectable}
                    onChange={selection.toggleAll}
                  />
                </Table.Th>
              )}
              {columns.map((column) => (
                <ColumnHeader key={column.key} column={column} tableState={tableState} />
              ))}
              {renderActions && (
                <Table.Th role="columnheader" className={classes.actions}>
                  <span className={classes.unseen}>{t('actions')}</span>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {query.isPending && (
              <SkeletonRows columns={columns} hasTick={selection !== undefined} hasActions={renderActions !== undefined} />
            )}
            {rows.map((row) => (
              <Table.Tr
                key={row.id}
                role="row"
                className={classes.row}
                data-quiet={isQuiet?.(row) || undefined}
                data-selected={selection?.isSelected(row) || undefined}
              >
                {selection && (
                  <Table.Td role="cell" className={classes.tick}>
                    <Checkbox
                      size="xs"
                      aria-label={t('selectRow', { name: formatRowName?.(row) ?? '' })}
                      checked={selection.isSelected(row)}
                      disabled={!selection.canSelect(row)}
                      onChange={() => selection.toggle(row)}
                    />
                  </Table.Td>
                )}
                {columns.map((column) => (
                  <Table.Td
                    key={column.key}
                    role={column.isRowHeader ? 'rowheader' : 'cell'}
                    data-label={column.title}
                    className={column.isRowHeader ? classes.header : undefined}
                    data-not-on-phone={column.hiddenOnPhone}
                  >
                    {column.render(row)}
                  </Table.Td>
                ))}
                {renderActions && (
                  <Table.Td role="cell" className={classes.actions}>
                    {renderActions(row)}
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {query.data && <PageSwitch page={query.data} tableState={tableState} isLoading={query.isPlaceholderData} />}
    </div>
  )
}

function FailedRead<Row, Sort extends string>({ query, tableState }: Pick<ServerTableProps<Row, Sort>, 'query' | 'tableState'>) {
  // The page of an old link may no longer exist on the server: a retry would not help.
  const isLostPage = tableState.pageToken !== undefined && query.error instanceof ApiError && query.error.status === 400
  return isLostPage ? (
    <EndOfPages onFirst={tableState.goToFirst} />
  ) : (
    <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
  )
}

/** Shown for a page that is empty or no longer exists while there are others. */
function EndOfPages({ onFirst }: { onFirst: () => void }) {
  const { t } = useTranslation('table')
  return (
    <div className={classes.lost}>
      <p>{t('lostPage')}</p>
      <Button variant="default" onClick={onFirst}>
        {t('firstPage')}
      </Button>
    </div>
  )
}
