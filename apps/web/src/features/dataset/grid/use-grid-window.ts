import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, useRef } from 'react'
import type { GridPosition } from './model/grid-position.ts'

/** As in DatasetGrid.module.css. */
const rowHeight = 36
const headerHeight = 40
const numberWidth = 64

const toWidth = (column: DatasetColumn | undefined) => (column?.type === 'text' ? 220 : 140)

/** Renders the current row or column too, which may be scrolled out of the view: it has the focus. */
const withCurrent = (current: number) => (range: Range) => {
  const near = defaultRangeExtractor(range)
  return current < 0 || current >= range.count || near.includes(current) ? near : [...near, current].toSorted((one, other) => one - other)
}

export type ShownColumn = { readonly index: number; readonly column: DatasetColumn; readonly style: CSSProperties }

/** Returns the rows and columns near the view of the element that gets the ref `scroller`, and the size of all. */
export function useGridWindow(total: number, columns: readonly DatasetColumn[], current: GridPosition) {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- No compiler memoizes components here.
  const vertical = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: total,
    overscan: 6,
    paddingStart: headerHeight,
    scrollPaddingStart: headerHeight,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    rangeExtractor: withCurrent(current.row),
  })
  const horizontal = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    horizontal: true,
    count: columns.length,
    overscan: 2,
    paddingStart: numberWidth,
    scrollPaddingStart: numberWidth,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => toWidth(columns[index]),
    rangeExtractor: withCurrent(current.column),
  })
  const shownColumns = horizontal.getVirtualItems().flatMap(({ index, start, size }): ShownColumn[] => {
    const column = columns[index]
    return column ? [{ index, column, style: { insetInlineStart: start, width: size } }] : []
  })
  const { startIndex = 0, endIndex = 0 } = vertical.range ?? {}
  return {
    scroller,
    shownRows: vertical.getVirtualItems(),
    shownColumns,
    firstRow: startIndex,
    lastRow: endIndex,
    width: horizontal.getTotalSize(),
    /** Without the header. */
    height: vertical.getTotalSize() - headerHeight,
    show: ({ row, column }: GridPosition) => {
      if (row >= 0) vertical.scrollToIndex(row)
      horizontal.scrollToIndex(column)
    },
  }
}
