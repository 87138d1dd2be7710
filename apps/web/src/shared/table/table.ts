// The columns of a table, and a page of its rows.
import type { ReactNode } from 'react'

/** The number of rows of all pages: exact, or less than it is, or unknown. */
export type RowCount = { total?: number | undefined; total_exceeds?: number | undefined }

export type TablePage<Row> = RowCount & {
  rows: Row[]
  next_page_token?: string | undefined
  /** Whether it is the whole list, which no page size divides. */
  isWhole?: boolean
}

export type Column<Row, Sort extends string = never> = {
  key: string
  title: string
  /** Null for an empty cell: a dash in the table, no line in the card. */
  render: (row: Row) => ReactNode
  /** The name of this sort order on the server. */
  sort?: Sort
  /** A CSS width; the columns without one share the rest. */
  width?: string | number
  /** The row header of one column: it has the row's link, and is the title of the card on a phone. */
  isRowHeader?: boolean
  /** Hidden in the cards of a phone. */
  hiddenOnPhone?: boolean
}
