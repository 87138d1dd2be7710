import { type ComponentProps, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { writeRows } from '../../files/csv.ts'
import { CopyText } from '../CopyText.tsx'
import classes from '../Markdown.module.css'

/** A table scrolls by itself where it is wider than the column, and can be taken along as CSV. */
export function DataTable({ children }: ComponentProps<'table'>) {
  const { t } = useTranslation('markdown')
  const table = useRef<HTMLTableElement>(null)
  return (
    <div className={classes.table}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it */}
      <div className={classes.tableScroll} tabIndex={0} role="group" aria-label={t('table')}>
        <table ref={table}>{children}</table>
      </div>
      <div className={classes.tableBar}>
        <CopyText read={() => (table.current ? toCsv(table.current) : '')} label={t('copyTable')} />
      </div>
    </div>
  )
}

const toCsv = (table: HTMLTableElement) => writeRows([...table.rows].map((row) => [...row.cells].map(readCell)))

/** The text of a cell, with its line breaks, and formulas as they were written. */
function readCell(cell: HTMLTableCellElement): string {
  const copy = cell.cloneNode(true) as HTMLElement
  for (const formula of copy.querySelectorAll('.katex')) formula.replaceWith(formula.querySelector('annotation')?.textContent ?? '')
  for (const end of copy.querySelectorAll('br')) end.replaceWith(end.nextSibling?.textContent?.startsWith('\n') ? '' : '\n')
  return copy.textContent.trim()
}
