import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { type ClipboardEvent, type FocusEvent, type MouseEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNumberText } from '#i18n/use-language.ts'
import { copyText } from '#shared/clipboard.ts'
import { notify } from '#shared/notify/notify.ts'
import classes from './DatasetGrid.module.css'
import { GridHeader } from './GridHeader.tsx'
import { GridToolbar } from './GridToolbar.tsx'
import { maxRangeCells } from './model/grid-actions.ts'
import { createKeyHandler } from './grid-keys.ts'
import type { GridSort } from './model/grid-port.ts'
import { type GridPosition, type GridRange, toRange } from './model/grid-position.ts'
import { RowCells } from './RowCells.tsx'
import type { GridModel } from './use-grid-model.ts'
import { useGridSelection } from './use-grid-selection.ts'
import { useShownRows } from './use-shown-rows.ts'
import { useRowNo } from './use-row-no.ts'
import { useGridWindow } from './use-grid-window.ts'

type TableGridProps = {
  label: string
  columns: readonly DatasetColumn[]
  model: GridModel
  sort: GridSort | null
  onSort: (sort: GridSort | null) => void
  rowNo: number | null
  /** Opens a row as a form. */
  onOpen: (index: number) => void
}

/** A page of the keys PageUp and PageDown. */
const pageRows = 14

/** The rows as a grid in the sense of ARIA: one cell is the current one, and only what is near the view is rendered. */
export function TableGrid({ label, columns, model, sort, onSort, rowNo, onOpen }: TableGridProps) {
  const { t } = useTranslation('dataset')
  const formatNumber = useNumberText()
  const { rows, edits, actions, report } = model
  const total = rows.readTotal() ?? 0
  const hintId = useId()
  const [hasFocus, setHasFocus] = useState(false)
  const { moveTo, extendTo, selectRow, ...selection } = useGridSelection()
  // Rows may have been deleted, or left out by a filter.
  const clamp = ({ row, column }: GridPosition) => ({ row: Math.min(row, Math.max(0, total - 1)), column })
  const current = clamp(selection.current)
  const head = clamp(selection.head)
  const range = toRange(current, head)

  const { scroller, shownRows, shownColumns, firstRow, lastRow, width, height, show } = useGridWindow(total, columns, current)
  useShownRows(rows, firstRow, lastRow)

  function goTo(position: GridPosition, isExtending = false) {
    if (isExtending) extendTo(position)
    else moveTo(position)
    setHasFocus(true)
    show(position)
  }

  useRowNo(rows, rowNo, (row) => goTo({ row, column: 0 }))

  function runWithin(target: GridRange, act: (target: GridRange) => Promise<unknown>) {
    if (actions.isWithinLimit(target)) report(act(target))
    else notify({ kind: 'error', message: t('grid.tooManyCells', { shown: formatNumber(maxRangeCells) }) })
  }

  async function handlePaste(text: string) {
    if (actions.isReadOnly) return
    const result = await actions.paste(range, text)
    if (result === null) notify({ kind: 'error', message: t('grid.tooManyCells', { shown: formatNumber(maxRangeCells) }) })
    else if (result.isCut) notify({ message: t('grid.pasteCut') })
  }

  const keys = createKeyHandler({
    current,
    head,
    extent: { rows: total, columns: columns.length, pageRows },
    goTo,
    actions,
    edits,
    clear: () => runWithin(range, actions.clear),
    fillDown: () => runWithin(range, (target) => actions.fillDown(target)),
    open: onOpen,
  })

  function handleCopy(event: ClipboardEvent, isCut: boolean) {
    const field = event.target
    const isEditing = field instanceof HTMLTextAreaElement && field.dataset['editing'] !== undefined
    if (isEditing) return
    event.preventDefault()
    runWithin(range, async (target) => {
      const shown = actions.readRows(target)
      const copied = shown ?? (await actions.loadRows(target))
      const text = actions.copy(copied, target)
      // After a wait the event has no clipboard any more. What could not be copied is not emptied.
      if (shown) event.clipboardData.setData('text/plain', text)
      else await copyText(text)
      if (isCut) await actions.clearRows(copied, target)
    })
  }

  const handlePress = (position: GridPosition, event: MouseEvent) => goTo(position, event.shiftKey)

  return (
    <div className={classes.frame}>
      <GridToolbar
        model={model}
        selection={{
          range,
          onOpen: () => onOpen(current.row),
          // The focus stays in the toolbar.
          onInserted: (row) => {
            moveTo({ row, column: current.column })
            show({ row, column: current.column })
          },
          onFillDown: () => runWithin(range, (target) => actions.fillDown(target)),
          onRemove: () => runWithin({ ...range, start: 0, end: columns.length - 1 }, (target) => actions.remove(target)),
        }}
      />
      <p id={hintId} hidden>
        {t('grid.hint')}
      </p>
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-describedby={hintId}
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        aria-readonly={actions.isReadOnly}
        aria-busy={rows.readTotal() === null}
        className={classes.grid}
        onFocus={() => setHasFocus(true)}
        onBlur={(event: FocusEvent<HTMLDivElement>) => setHasFocus(event.currentTarget.contains(event.relatedTarget))}
        onCopy={(event) => handleCopy(event, false)}
        onCut={(event) => handleCopy(event, true)}
      >
        <GridHeader
          width={width}
          columns={shownColumns}
          sort={sort}
          activeColumn={current.row === -1 ? current.column : null}
          hasFocus={hasFocus}
          onSort={onSort}
          onFocus={(column) => moveTo({ row: -1, column })}
          onKeyDown={keys.handleHeader}
        />
        <div role="rowgroup" style={{ width, height }}>
          {shownRows.map(({ index, start, key }) => (
            <RowCells
              key={key}
              index={index}
              style={{ top: start, width }}
              columns={shownColumns}
              model={model}
              range={range}
              activeColumn={index === current.row ? current.column : null}
              hasFocus={hasFocus}
              onPress={handlePress}
              onDrag={extendTo}
              onSelectRow={() => {
                selectRow(index, columns.length - 1)
                setHasFocus(true)
              }}
              onOpen={onOpen}
              onKeyDown={keys.handleCell}
              onPaste={(pasted) => report(handlePaste(pasted))}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
