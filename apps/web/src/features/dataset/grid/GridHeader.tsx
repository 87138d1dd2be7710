import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useColumnTitle } from './column-title.ts'
import classes from './DatasetGrid.module.css'
import type { GridSort } from './model/grid-port.ts'
import type { ShownColumn } from './use-grid-window.ts'

type GridHeaderProps = {
  width: number
  columns: readonly ShownColumn[]
  sort: GridSort | null
  /** The column whose header is the current cell. */
  activeColumn: number | null
  hasFocus: boolean
  onSort: (sort: GridSort | null) => void
  onFocus: (column: number) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The names of the columns; a press sorts by one, ascending, descending, and no longer. */
export function GridHeader({ width, columns, sort, activeColumn, hasFocus, onSort, onFocus, onKeyDown }: GridHeaderProps) {
  const { t } = useTranslation('dataset')
  const toTitle = useColumnTitle()
  const active = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (hasFocus && activeColumn !== null) active.current?.focus({ preventScroll: true })
  }, [hasFocus, activeColumn])

  function handleSort({ id }: DatasetColumn) {
    if (sort?.column !== id) return onSort({ column: id, direction: 'asc' })
    onSort(sort.direction === 'asc' ? { column: id, direction: 'desc' } : null)
  }

  return (
    <div role="row" aria-rowindex={1} className={classes.header} style={{ width }}>
      <div role="columnheader" aria-colindex={1} className={classes.rowHeader}>
        <VisuallyHidden>{t('grid.rowNumber')}</VisuallyHidden>
      </div>
      {columns.map(({ index, column, style }) => {
        const direction = sort?.column === column.id ? sort.direction : undefined
        const Icon = direction === 'desc' ? IconArrowDown : IconArrowUp
        return (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
            className={classes.columnHeader}
            style={style}
          >
            <UnstyledButton
              ref={index === activeColumn ? active : undefined}
              className={classes.sort}
              tabIndex={index === activeColumn ? 0 : -1}
              onClick={() => handleSort(column)}
              onFocus={() => onFocus(index)}
              onKeyDown={onKeyDown}
            >
              <span>{toTitle(column)}</span>
              {direction && <Icon size={14} aria-hidden />}
            </UnstyledButton>
          </div>
        )
      })}
    </div>
  )
}
