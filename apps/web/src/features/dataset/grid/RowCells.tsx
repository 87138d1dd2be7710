import { type CSSProperties, type ComponentProps, type MouseEvent } from 'react'
import { useLocalized, useNumberText } from '#i18n/use-language.ts'
import { emptyContent } from './model/cell-text.ts'
import classes from './DatasetGrid.module.css'
import { ActiveCell, GridCell } from './GridCell.tsx'
import { type GridPosition, type GridRange, isInRange } from './model/grid-position.ts'
import type { GridModel } from './use-grid-model.ts'
import type { ShownColumn } from './use-grid-window.ts'

type RowCellsProps = Pick<ComponentProps<typeof ActiveCell>, 'hasFocus' | 'onKeyDown' | 'onPaste'> & {
  index: number
  style: CSSProperties
  columns: readonly ShownColumn[]
  model: GridModel
  range: GridRange
  /** That of the current cell, if it is in this row. */
  activeColumn: number | null
  onPress: (position: GridPosition, event: MouseEvent) => void
  onDrag: (position: GridPosition) => void
  onSelectRow: () => void
  onOpen: (index: number) => void
}

/** A row of the grid, of which only the columns near the view are rendered; until it is loaded its cells are placeholders. */
export function RowCells({ index, style, columns, model, range, activeColumn, hasFocus, ...on }: RowCellsProps) {
  const localize = useLocalized()
  const formatNumber = useNumberText()
  const { rows, actions, report } = model
  const row = rows.at(index)

  /** The focus goes to the field of the cell, which is not there yet. */
  const press = (act: (event: MouseEvent) => void) => (event: MouseEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    act(event)
  }

  return (
    <div role="row" aria-rowindex={index + 2} className={classes.row} style={style}>
      <div
        role="rowheader"
        tabIndex={-1}
        aria-colindex={1}
        className={classes.rowHeader}
        onMouseDown={press(on.onSelectRow)}
        onDoubleClick={() => on.onOpen(index)}
      >
        {row ? formatNumber(row.rowNo) : '…'}
      </div>
      {columns.map(({ index: columnIndex, column, style: cellStyle }) => {
        const position = { row: index, column: columnIndex }
        const cell = { column, columnIndex, style: cellStyle, content: row ? rows.contentAt(row, column.id) : emptyContent }
        const text = row ? actions.textAt(row, column) : ''
        if (columnIndex === activeColumn) {
          return (
            <ActiveCell
              // Stays when its row is loaded, so that a text which is composed then is kept, and goes when rows are in another order.
              key={`${rows.readGeneration()} ${index} ${column.id}`}
              {...cell}
              text={text}
              isReadOnly={actions.isReadOnly}
              label={localize(column.name)}
              hasFocus={hasFocus}
              onKeyDown={on.onKeyDown}
              onPaste={on.onPaste}
              onCommit={(next) => (row ? actions.write(row, column, next) : report(actions.writeWhenLoaded(index, column, next)))}
            />
          )
        }
        return (
          <GridCell
            key={column.id}
            {...cell}
            text={row ? text : '…'}
            isSelected={isInRange(range, index, columnIndex)}
            onMouseDown={press((event) => on.onPress(position, event))}
            onMouseEnter={(event) => event.buttons === 1 && hasFocus && on.onDrag(position)}
          />
        )
      })}
    </div>
  )
}
