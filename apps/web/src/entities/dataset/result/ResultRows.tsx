import type { CitedRows } from '@heddle/contracts/message/cited-rows'
import type { UnitId } from '@heddle/units/units'
import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readUnit } from './cited-cell.ts'
import { GroupChart, listChartColumns } from './GroupChart.tsx'
import { RowsTable, type UnitChoice } from './RowsTable.tsx'

type ResultRowsProps = {
  rows: CitedRows
  /** The query in words. */
  query: string
  /** What the rows were cited for; '' when that is not known. */
  statement: string
}

/** The result of a query over a dataset: as a table with units to choose, or as a chart of its groups. */
export function ResultRows({ rows, query, statement }: ResultRowsProps) {
  const { t } = useTranslation('chat')
  const [isChart, setIsChart] = useState(false)
  const unitChoice = useUnitChoice(rows)
  return (
    <>
      {listChartColumns(rows).length > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          mb={4}
          leftSection={isChart ? <IconTable size={16} aria-hidden /> : <IconChartBar size={16} aria-hidden />}
          onClick={() => setIsChart(!isChart)}
        >
          {t(isChart ? 'sources.rows.asTable' : 'sources.rows.asChart')}
        </Button>
      )}
      {isChart ? (
        <GroupChart rows={rows} unitChoice={unitChoice} />
      ) : (
        <RowsTable rows={rows} query={query} statement={statement} unitChoice={unitChoice} />
      )}
    </>
  )
}

/** The units that the reader has chosen, of the columns as they are kept unless they are changed. */
function useUnitChoice({ columns }: CitedRows): UnitChoice {
  const [chosen, setChosen] = useState<Readonly<Record<number, UnitId>>>({})
  return {
    unitOf: (column) => chosen[column] ?? readUnit(columns[column] ?? { unit: null }),
    choose: (column, unit) => setChosen({ ...chosen, [column]: unit }),
  }
}
