import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { Text, UnstyledButton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useNumberText } from '#i18n/use-language.ts'
import { GridToolbar } from './GridToolbar.tsx'
import classes from './RowList.module.css'
import type { GridModel } from './use-grid-model.ts'
import { useShownRows } from './use-shown-rows.ts'
import { useRowNo } from './use-row-no.ts'

type RowListProps = {
  label: string
  columns: readonly DatasetColumn[]
  model: GridModel
  rowNo: number | null
  onOpen: (index: number) => void
}

const rowHeight = 64
/** Cells that tell a row from its neighbors. */
const maxShown = 3

/** The rows on a phone, of which each opens as a form. */
export function RowList({ label, columns, model, rowNo, onOpen }: RowListProps) {
  const formatNumber = useNumberText()
  const { rows, actions } = model
  const total = rows.readTotal() ?? 0
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- No compiler memoizes components here.
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: total,
    overscan: 6,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
  })
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
  useShownRows(rows, startIndex, endIndex)

  useRowNo(rows, rowNo, (index) => {
    virtualizer.scrollToIndex(index)
    onOpen(index)
  })

  const nameColumns = columns.toSorted((one, other) => Number(other.key ?? false) - Number(one.key ?? false)).slice(0, maxShown)
  return (
    <>
      <GridToolbar model={model} />
      <div ref={scroller} className={classes.scroller}>
        <ul aria-label={label} className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start, key }) => {
            const shown = rows.at(index)
            const texts = shown ? nameColumns.map((column) => actions.textAt(shown, column)).filter((text) => text !== '') : ['…']
            return (
              <li
                key={key}
                aria-setsize={total}
                aria-posinset={index + 1}
                className={classes.item}
                style={{ top: start, height: rowHeight }}
              >
                <UnstyledButton className={classes.row} onClick={() => onOpen(index)}>
                  <Text component="span" size="xs" c="dimmed">
                    {shown && formatNumber(shown.rowNo)}
                  </Text>
                  <Text component="span" truncate>
                    {texts.join(' · ')}
                  </Text>
                </UnstyledButton>
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}
