import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { Text, UnstyledButton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNumberText } from '#i18n/use-language.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import type { GridRow } from './model/grid-port.ts'
import { GridToolbar } from './GridToolbar.tsx'
import classes from './RowList.module.css'
import { RowForm } from './RowForm.tsx'
import type { GridModel } from './use-grid-model.ts'
import { useShownRows } from './use-shown-rows.ts'
import { useRowNo } from './use-row-no.ts'

type RowListProps = { label: string; columns: readonly DatasetColumn[]; model: GridModel; rowNo: number | null }

const rowHeight = 64
/** Cells that tell a row from its neighbors. */
const maxShown = 3

/** The rows on a phone, of which each opens as a form. */
export function RowList({ label, columns, model, rowNo }: RowListProps) {
  const { t } = useTranslation('dataset')
  const formatNumber = useNumberText()
  const { rows, actions, report } = model
  const total = rows.readTotal() ?? 0
  const scroller = useRef<HTMLDivElement>(null)
  // Not its index: it stays open when rows have another.
  const [opened, setOpened] = useState<GridRow | null>(null)
  // oxlint-disable-next-line react/incompatible-library -- No compiler memoizes components here.
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: total,
    overscan: 6,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
  })
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
  useShownRows(rows, startIndex, endIndex)

  async function open(index: number) {
    const [row] = await rows.load(index, index)
    setOpened(row ?? null)
  }
  useRowNo(rows, rowNo, (index) => {
    virtualizer.scrollToIndex(index)
    report(open(index))
  })

  const nameColumns = columns.toSorted((one, other) => Number(other.key ?? false) - Number(one.key ?? false)).slice(0, maxShown)
  const openedIndex = opened === null ? undefined : rows.findIndex(opened.id)
  const row = openedIndex === undefined ? opened : (rows.at(openedIndex) ?? opened)
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
                <UnstyledButton className={classes.row} onClick={() => report(open(index))}>
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
      <Dialog
        isOpen={row !== null}
        title={t('grid.rowTitle', { row: row ? formatNumber(row.rowNo) : '' })}
        maxWidth={560}
        persistent
        onClose={() => setOpened(null)}
      >
        {row && <RowForm key={row.id} row={row} columns={columns} model={model} onClose={() => setOpened(null)} />}
      </Dialog>
    </>
  )
}
