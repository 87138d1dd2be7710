// What a table is told: its columns, and the page of rows that the server gave.
import type { ReactNode } from 'react'

export type TablePage<Row> = { rows: Row[]; next_page_token?: string | undefined; total?: number | undefined }

export type Column<Row, Sort extends string = never> = {
  key: string
  title: string
  /** Null for nothing to show: a dash in the table, no line in the card. */
  render: (row: Row) => ReactNode
  /** What the server calls this order. */
  sort?: Sort
  /** A width of CSS; the columns without one share the rest. */
  width?: string | number
  /** Names the row: its link belongs here, and on a phone it heads the card. One column has it. */
  isRowHeader?: boolean
  /** Not worth a line on a phone. */
  hiddenOnPhone?: boolean
}
