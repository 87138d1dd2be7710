import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { ConflictsDialog } from './ConflictsDialog.tsx'
import type { GridPort, GridQuery, GridRow, GridSort } from './model/grid-port.ts'
import { RowDialog } from './RowDialog.tsx'
import { RowList } from './RowList.tsx'
import { TableGrid } from './TableGrid.tsx'
import { useGridModel } from './use-grid-model.ts'

type DatasetGridProps = {
  label: string
  /** Those that it has when it is rendered first: with others it needs another key. */
  columns: readonly DatasetColumn[]
  /** That of its first rendering, too. */
  port: GridPort
  /** The same object as long as it says the same. */
  query: GridQuery
  onSort: (sort: GridSort | null) => void
  /** The number of the row that is shown first. */
  rowNo?: number | null
}

/** The rows of a table, to be read and edited; each opens as a form, which is the only way on a phone. */
export function DatasetGrid({ label, columns, port, query, onSort, rowNo = null }: DatasetGridProps) {
  const model = useGridModel({ port, columns, query })
  const isPhone = useMediaQuery('(max-width: 768px)', false, { getInitialValueInEffect: false })
  const Rows = isPhone ? RowList : TableGrid
  const [opened, setOpened] = useState<GridRow | null>(null)

  async function open(index: number) {
    const [row] = await model.rows.load(index, index)
    setOpened(row ?? null)
  }

  return (
    <>
      <Rows
        label={label}
        columns={columns}
        model={model}
        sort={query.sort}
        onSort={onSort}
        rowNo={rowNo}
        onOpen={(index) => model.report(open(index))}
      />
      <RowDialog opened={opened} columns={columns} model={model} onClose={() => setOpened(null)} />
      <ConflictsDialog columns={columns} conflicts={model.state.conflicts} onChoose={model.edits.choose} />
    </>
  )
}
