// A table whose rows, order and pages come from the server. On a phone each row becomes a card; the roles are written out, for a table
// that is not displayed as one loses them.
import { Button, Checkbox, Table } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/errors.ts'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { ColumnHeader } from './ColumnHeader.tsx'
import { PageSwitch } from './PageSwitch.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import classes from './ServerTable.module.css'
import { SkeletonRows } from './SkeletonRows.tsx'
import type { Column, TablePage } from './table.ts'
import type { Selection } from './use-selection.ts'
import type { TablePlace } from './use-table-state.ts'

export type ServerTableProps<Row, Sort extends string> = {
  /** What the table lists, for those who do not see its surroundings. */
  label: string
  columns: readonly Column<Row, Sort>[]
  query: Pick<UseQueryResult<TablePage<Row>>, 'data' | 'error' | 'isPending' | 'isPlaceholderData' | 'refetch'>
  place: TablePlace<Sort>
  /** Shown instead of the rows when there are none. */
  empty: ReactNode
  renderActions?: ((row: Row) => ReactNode) | undefined
  selection?: Selection<Row> | undefined
  /** How the row is called in the labels of its checkbox. */
  formatRowName?: (row: Row) => string
  /** Dims the row: it is there, and out of use. */
  isQuiet?: (row: Row) => boolean
}

export function ServerTable<Row extends { id: string }, Sort extends string = never>(props: ServerTableProps<Row, Sort>) {
  const { label, columns, query, place, empty, renderActions, selection, formatRowName, isQuiet } = props
  const { t } = useTranslation('table')
  const frame = useRef<HTMLDivElement>(null)
  const { pageToken } = place
  const shownToken = useRef(pageToken)

  // The switch is below the rows: a new page is read from its beginning.
  useEffect(() => {
    if (shownToken.current === pageToken) return
    shownToken.current = pageToken
    frame.current?.scrollIntoView({ block: 'nearest' })
  }, [pageToken])

  if (query.error && !query.data) return <FailedRead {...props} />
  const rows = query.data?.rows ?? []
  if (query.data && rows.length === 0) return pageToken === undefined ? empty : <EndOfPages onFirst={place.goToFirst} />

  return (
    <div ref={frame} className={classes.frame}>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      <PhoneBar columns={columns} place={place} selection={selection} />
      <div className={classes.scroll}>
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
                <ColumnHeader key={column.key} column={column} place={place} />
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
      {query.data && <PageSwitch page={query.data} place={place} isLoading={query.isPlaceholderData} />}
    </div>
  )
}

function FailedRead<Row, Sort extends string>({ query, place }: Pick<ServerTableProps<Row, Sort>, 'query' | 'place'>) {
  // A page of an old link may be one that the server does not know any more; trying that again is no use.
  const isLostPage = place.pageToken !== undefined && query.error instanceof ApiError && query.error.status === 400
  return isLostPage ? <EndOfPages onFirst={place.goToFirst} /> : <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
}

/** The page is empty or not there any more, and there are others. */
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
