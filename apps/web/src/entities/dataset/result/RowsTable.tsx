import type { CitedCell, CitedColumn, CitedRows } from '@heddle/contracts/message/cited-rows'
import { findUsedCells } from '@heddle/text/citation/check-figures'
import { type UnitId, units } from '@heddle/units/units'
import { NativeSelect, VisuallyHidden } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { listUnits } from './cited-cell.ts'
import classes from './ResultRows.module.css'
import { useFormatCell } from './use-format-cell.ts'

export type UnitChoice = {
  /** By the index of the column. */
  readonly unitOf: (column: number) => UnitId | null
  readonly choose: (column: number, unit: UnitId) => void
}

type RowsTableProps = {
  rows: CitedRows
  query: string
  /** What the rows were cited for; '' when that is not known. */
  statement: string
  unitChoice: UnitChoice
}

/** The rows of a result, with the cells that a statement uses marked. */
export function RowsTable({ rows, query, statement, unitChoice }: RowsTableProps) {
  const { t } = useTranslation('chat')
  const used = useMemo(
    () => (statement === '' ? new Set<string>() : findUsedCells(statement, { ...rows, query })),
    [rows, query, statement],
  )
  const firstUsed = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    firstUsed.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const usedRow = Math.min(...[...used].map((position) => Number.parseInt(position, 10)))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
    <div className={classes.table} tabIndex={0} role="group" aria-label={t('sources.rows.table')}>
      <table>
        <thead>
          <tr>
            {rows.columns.map((column, at) => (
              <th key={at} scope="col" data-number={isNumeric(rows, at) || undefined}>
                <ColumnName column={column} unit={unitChoice.unitOf(at)} onChoose={(unit) => unitChoice.choose(at, unit)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.rows.map(({ cells }, row) => (
            <tr key={row} ref={row === usedRow ? firstUsed : undefined}>
              {rows.columns.map((column, at) => (
                <Cell
                  key={at}
                  cell={cells[at] ?? null}
                  column={column}
                  unit={unitChoice.unitOf(at)}
                  isUsed={used.has(`${row}:${at}`)}
                  isNumber={isNumeric(rows, at)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isNumeric = ({ rows }: CitedRows, column: number) =>
  rows.every(({ cells }) => typeof cells[column] !== 'string' && typeof cells[column] !== 'boolean')

type ColumnNameProps = { column: CitedColumn; unit: UnitId | null; onChoose: (unit: UnitId) => void }

/** The name of a column with its unit, which can be another one of the same quantity. */
function ColumnName({ column, unit, onChoose }: ColumnNameProps) {
  const { t } = useTranslation('chat')
  const offered = listUnits(column)
  if (unit === null) return column.name
  if (offered.length === 0) return `${column.name} (${units[unit].symbol})`
  return (
    <>
      {column.name}
      <NativeSelect
        size="xs"
        className={classes.unit}
        aria-label={t('sources.rows.unit', { column: column.name })}
        data={offered.map((value) => ({ value, label: units[value].symbol }))}
        value={unit}
        onChange={(event) => onChoose(event.currentTarget.value as UnitId)}
      />
    </>
  )
}

type CellProps = { cell: CitedCell; column: CitedColumn; unit: UnitId | null; isUsed: boolean; isNumber: boolean }

function Cell({ cell, column, unit, isUsed, isNumber }: CellProps) {
  const { t } = useTranslation('chat')
  const text = useFormatCell()(cell, column, unit)
  return (
    <td data-number={isNumber || undefined}>
      {isUsed ? (
        <mark>
          {text}
          <VisuallyHidden> ({t('sources.rows.used')})</VisuallyHidden>
        </mark>
      ) : (
        text
      )}
    </td>
  )
}
